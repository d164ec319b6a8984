import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Returns an opaque id: the prefix and 20 random characters (120 bits). */
export function newId(prefix: string): string {
  let text = `${prefix}_`;
  for (const byte of randomBytes(20)) text += alphabet[byte & 63];
  return text;
}

let last = 0;

/**
 * Returns the current time as ISO 8601 in UTC. The time never goes back, so that no update is earlier than
 * the creation.
 */
export function now(): string {
  last = Math.max(Date.now(), last);
  return new Date(last).toISOString();
}
