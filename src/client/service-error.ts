import { GoldsetError } from '../base/goldset-error.ts';

/** Returns the status of the error response, or `null` for any other error. */
export function errorStatus(thrown: unknown): number | null {
  if (!(thrown instanceof GoldsetError)) return null;
  if (thrown.code !== 'SERVICE_REFUSED' && thrown.code !== 'SERVICE_UNAUTHORISED') return null;
  return typeof thrown.details.status === 'number' ? thrown.details.status : null;
}

export function isDeadline(thrown: unknown): boolean {
  return thrown instanceof GoldsetError && thrown.details.deadline === true;
}

/** Returns the body of a request on one line, without metadata, config, long texts and secrets. */
export function describeRequest(body: unknown): string {
  if (body === undefined) return 'without a body';
  if (typeof body !== 'object' || body === null) return 'a file';
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key === 'metadata' || key === 'config' || key === 'secrets' || key === 'fileBase64') return undefined;
    return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 57)}...` : value;
  });
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}
