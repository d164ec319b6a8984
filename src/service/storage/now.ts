let last = 0;

/** Returns the current time as ISO 8601 in UTC. It never goes back, so that no update is earlier than the creation. */
export function now(): string {
  last = Math.max(Date.now(), last);
  return new Date(last).toISOString();
}
