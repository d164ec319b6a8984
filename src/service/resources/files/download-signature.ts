import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../stores/store.ts';

const lifetimeMs = 15 * 60 * 1000;

/** An address at which anyone may fetch the file's bytes for 15 minutes. */
export function presignedUrl(baseUrl: string, fileId: string, store: Store): string {
  const expires = String(Date.now() + lifetimeMs);
  return `${baseUrl}/local/files/${fileId}/content?expires=${expires}&signature=${sign(fileId, expires, store)}`;
}

/** An address at which anyone may fetch the chunks of a parser run for 15 minutes. */
export function presignedParseUrl(baseUrl: string, runId: string, store: Store): string {
  const expires = String(Date.now() + lifetimeMs);
  return `${baseUrl}/local/parser_runs/${runId}/content?expires=${expires}&signature=${sign(runId, expires, store)}`;
}

export function isSigned(id: string, expires: string, signature: string, store: Store): boolean {
  if (!(Number(expires) > Date.now())) return false;
  const expected = Buffer.from(sign(id, expires, store));
  const found = Buffer.from(signature);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function sign(id: string, expires: string, store: Store): string {
  return createHmac('sha256', store.settings.secret('downloads')).update(`${id}:${expires}`).digest('hex');
}
