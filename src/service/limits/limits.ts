import type { ServiceLimits } from '../../model/wire/local/service-limits.ts';
import { HttpError } from '../errors/http-error.ts';
import type { SettingsStore } from '../stores/settings-store.ts';
import { TokenBucket } from './token-bucket.ts';

const settingName = 'limits';

/** Rates by token, and the credits that are left. Kept in the data folder, so that a new start keeps to them. */
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

  /** New limits begin with full buckets. */
  set(limits: ServiceLimits): void {
    this.#limits = limits;
    this.#requests.clear();
    this.#runs.clear();
    this.#settings.write(settingName, JSON.stringify(limits));
  }

  /** 429 where the token asks too often. */
  countRequest(tokenId: string): void {
    const { requestsPerSecond, requestBurst } = this.#limits;
    if (requestsPerSecond == null) return;
    const burst = requestBurst ?? Math.max(1, Math.ceil(requestsPerSecond));
    take(this.#requests, tokenId, [requestsPerSecond, burst], 1, 'requests');
  }

  /** 402 where nothing is left to pay with, 429 where the token runs too much. */
  countRuns(tokenId: string, runs: number): void {
    if (this.isOutOfCredits)
      throw new HttpError(402, 'Payment Required: no credits are left. Raise them at /local/limits.');
    const { runsPerMinute } = this.#limits;
    // What owes runs may still send what creates none that count.
    if (runsPerMinute == null || runs === 0) return;
    take(this.#runs, tokenId, [runsPerMinute / 60, Math.max(1, Math.ceil(runsPerMinute))], runs, 'runs');
  }

  get isOutOfCredits(): boolean {
    return this.#limits.credits != null && this.#limits.credits <= 0;
  }

  /** What has been done is paid for, even if less was left. */
  spend(credits: number): void {
    if (this.#limits.credits == null || credits === 0) return;
    // Tenths do not add up in binary.
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
  let bucket = buckets.get(tokenId);
  if (bucket === undefined) {
    bucket = new TokenBucket(perSecond, burst, time);
    buckets.set(tokenId, bucket);
  }
  const waitMs = bucket.take(amount, time);
  if (waitMs > 0) throw tooMany(waitMs, what);
}

/** 429 with both of the headers by which clients wait. */
export function tooMany(waitMs: number, what: string): HttpError {
  const seconds = Math.ceil(waitMs / 1000);
  return new HttpError(429, `Too many ${what}; try again in ${seconds} s.`, {
    'retry-after': String(seconds),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
  });
}
