/**
 * Returns the wait before retry `repeat` (from 1). The wait starts at `firstMs` and doubles with each retry, up to 10
 * s. Then a random part, at most half of the wait, is subtracted.
 */
export function backoffMs(repeat: number, firstMs = 200, random: () => number = Math.random): number {
  const full = Math.min(10_000, firstMs * 2 ** Math.min(repeat - 1, 16));
  return full / 2 + random() * (full / 2);
}

export interface RetryHeaders {
  readonly 'retry-after'?: string | undefined;
  readonly 'x-ratelimit-reset'?: string | undefined;
  /** Current time by the clock of the service, which may differ from the local clock. */
  readonly date?: string | undefined;
}

/**
 * Returns the wait that the service requests: `Retry-After` in seconds or as a date, otherwise `X-RateLimit-Reset` in
 * epoch seconds. Returns `null` if neither header is valid.
 */
export function requestedWaitMs(headers: RetryHeaders, now: number = Date.now()): number | null {
  const serverNow = readDate(headers.date) ?? now;
  const after = headers['retry-after']?.trim();
  if (after !== undefined && after !== '') {
    if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
    const date = readDate(after);
    if (date !== null) return Math.max(0, date - serverNow);
  }
  const reset = headers['x-ratelimit-reset']?.trim();
  if (reset !== undefined && /^\d+(\.\d+)?$/.test(reset))
    return Math.max(0, Number(reset) * 1000 - serverNow);
  return null;
}

function readDate(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
