let last = 0;

/**
 * The time in ISO 8601 UTC, never going back within a process, so that
 * an update is never earlier than what it updates.
 */
export function now(): string {
  last = Math.max(Date.now(), last);
  return new Date(last).toISOString();
}
