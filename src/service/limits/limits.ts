import type { ServiceLimits } from '../../model/wire/local/faults-and-limits.ts';
import { HttpError } from '../errors/http-error.ts';
import type { SettingsStore } from '../stores/settings-store.ts';

const settingName = 'limits';

/**
 * Rate limits per token, and the remaining credits. A restart of the service does not reset the limits or the credits.
 */
export class Limits {
  readonly #settings: SettingsStore;
  #limits: ServiceLimits;
  readonly #requests = new Map<string, TokenBucket>();
  readonly #runs = new Map<string, TokenBucket>();

  constructor(settings: SettingsStore, given: ServiceLimits | undefined) {
    this.#settings = settings;
    const stored = settings.read(settingName);
    this.#limits = given ?? (stored === null ? {} : (JSON.parse(stored) as ServiceLimits));
    if (given !== undefined) this.set(given);
  }

  get current(): ServiceLimits {
    return this.#limits;
  }

  set(limits: ServiceLimits): void {
    this.#limits = limits;
    this.#requests.clear();
    this.#runs.clear();
    this.#settings.write(settingName, JSON.stringify(limits));
  }

  /** Throws 429 if the token has exceeded its rate of requests. */
  countRequest(tokenId: string): void {
    const { requestsPerSecond, requestBurst } = this.#limits;
    if (requestsPerSecond == null) return;
    const burst = requestBurst ?? Math.max(1, Math.ceil(requestsPerSecond));
    take(this.#requests, tokenId, [requestsPerSecond, burst], 1, 'requests');
  }

  /** Throws 402 if there are no credits left, and 429 if the token has exceeded its rate of runs. */
  countRuns(tokenId: string, runs: number): void {
    if (this.isOutOfCredits)
      throw new HttpError(
        402,
        'Payment Required: no credits are left. Set `credits` with `PUT /local/limits`.',
      );
    const { runsPerMinute } = this.#limits;
    // A batch counts as 0 runs, so that the rate limit for runs never rejects a batch.
    if (runsPerMinute == null || runs === 0) return;
    take(this.#runs, tokenId, [runsPerMinute / 60, Math.max(1, Math.ceil(runsPerMinute))], runs, 'runs');
  }

  get isOutOfCredits(): boolean {
    return this.#limits.credits != null && this.#limits.credits <= 0;
  }

  /** Subtracts the price of a finished run. The credits never become negative. */
  spend(credits: number): void {
    if (this.#limits.credits == null || credits === 0) return;
    // Rounding removes floating-point errors.
    const left = Math.max(0, Math.round((this.#limits.credits - credits) * 1000) / 1000);
    this.#limits = { ...this.#limits, credits: left };
    this.#settings.write(settingName, JSON.stringify(this.#limits));
  }
}

function take(
  buckets: Map<string, TokenBucket>,
  tokenId: string,
  [perSecond, burst]: readonly [number, number],
  amount: number,
  what: string,
): void {
  const time = Date.now();
  const bucket = buckets.get(tokenId) ?? new TokenBucket(perSecond, burst, time);
  buckets.set(tokenId, bucket);
  const waitMs = bucket.take(amount, time);
  if (waitMs > 0) throw tooMany(waitMs, what);
}

/** Returns a 429 error with the headers `Retry-After` and `X-RateLimit-Reset`. */
export function tooMany(waitMs: number, what: string): HttpError {
  const seconds = Math.ceil(waitMs / 1000);
  return new HttpError(429, `Too many ${what}; try again in ${seconds} s.`, {
    'retry-after': String(seconds),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
  });
}

const rounding = 1e-6;

/**
 * Token bucket (a rate limiter, whose tokens are not access tokens). Holds up to `burst` tokens, gains `perSecond`
 * tokens per second and starts full.
 */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #level: number;
  #at: number;

  constructor(perSecond: number, burst: number, timeMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#level = burst;
    this.#at = timeMs;
  }

  /**
   * Takes `amount` tokens and returns 0. If there are too few tokens, takes none and returns the wait in
   * milliseconds. If `amount` exceeds `burst`, a full bucket suffices, and the number of tokens becomes
   * negative.
   */
  take(amount: number, timeMs: number): number {
    this.#level = Math.min(
      this.#burst,
      this.#level + (Math.max(0, timeMs - this.#at) / 1000) * this.#perSecond,
    );
    this.#at = Math.max(this.#at, timeMs);
    const needed = Math.min(amount, this.#burst);
    if (this.#level >= needed - rounding) {
      this.#level -= amount;
      return 0;
    }
    return Math.max(1, Math.ceil(((needed - this.#level) / this.#perSecond) * 1000 - rounding));
  }
}
