import { createHmac } from 'node:crypto';
import type { ApiVersion } from '../../model/wire/api-version.ts';
import type { ServiceHeaders } from '../versions/service-headers.ts';

/** Returns the headers of a notification: time, version, and HMAC-SHA256 of `v0:{time}:{body}` with the secret. */
export function eventHeaders(
  names: ServiceHeaders,
  secret: string,
  version: ApiVersion,
  body: string,
  timeMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(timeMs / 1000));
  return {
    'content-type': 'application/json',
    [names.version]: version,
    [names.eventTimestamp]: timestamp,
    [names.eventSignature]: createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex'),
  };
}
