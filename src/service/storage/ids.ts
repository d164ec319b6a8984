import { randomBytes } from 'node:crypto';

export type IdPrefix =
  | 'dp'
  | 'dpv'
  | 'dpr'
  | 'file'
  | 'parser_run'
  | 'ev'
  | 'evi'
  | 'bpr'
  | 'workflow'
  | 'workflow_run'
  | 'workflow_version'
  | 'batch'
  | 'event'
  | 'token'
  | 'webhook'
  | 'delivery'
  | 'injection';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Returns an opaque id: the prefix and 20 random characters (120 bits). */
export function newId(prefix: IdPrefix): string {
  let text = `${prefix}_`;
  for (const byte of randomBytes(20)) text += alphabet[byte & 63];
  return text;
}
