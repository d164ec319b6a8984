import { createHmac } from 'node:crypto';
import type { ApiVersion } from '../../model/wire/api-version.ts';
import { versionHeader } from '../../model/wire/api-version.ts';
import { eventSignatureHeader, eventTimestampHeader } from '../../model/wire/event.ts';

/** The headers of a notification: its time, version, and HMAC-SHA256 of `v0:{time}:{raw body}` with the endpoint's secret. */
export function eventHeaders(
  secret: string,
  version: ApiVersion,
  body: string,
  timeMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(timeMs / 1000));
  return {
    'content-type': 'application/json',
    [versionHeader]: version,
    [eventTimestampHeader]: timestamp,
    [eventSignatureHeader]: createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex'),
  };
}
