interface LimiterOptions {
  readonly maximum: number;
  readonly start?: number;
  readonly now?: () => number;
}

/**
 * After a 429 response has halved the limit, the limiter ignores further 429 responses for this many milliseconds. The
 * requests of these responses were sent before the limit was halved.
 */
const rateLimitCooldownMs = 250;
/** Minimum time in milliseconds between a 429 response and the first increase of the ceiling (`AdaptiveLimiter`). */
const firstProbeMs = 5_000;

/**
 * Limits the number of item runs in progress. Each successful item run raises the limit by one. A 429 response halves
 * the limit and sets a ceiling for the limit. The ceiling is the number of item runs in progress when the response
 * arrived, not counting those that wait because of a 429 response. The limit then grows up to the ceiling. From time to
 * time, the limiter raises the ceiling by one. Server errors stop the growth for 1 s.
 */
export class AdaptiveLimiter {
  readonly history: { readonly atMs: number; readonly limit: number }[] = [];
  readonly #maximum: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #inFlight = 0;
  #ceiling: number;
  #cooldownUntil = 0;
  #noGrowthUntil = 0;
  #probeMs = firstProbeMs;
  #probing = false;
  #probeAt = Number.POSITIVE_INFINITY;

  constructor(options: LimiterOptions) {
    this.#maximum = Math.max(1, options.maximum);
    this.#ceiling = this.#maximum;
    this.#now = options.now ?? (() => Math.round(performance.now()));
    this.#startedAt = this.#now();
    this.#limit = Math.min(this.#maximum, options.start ?? 4);
    this.#note();
  }

  get limit(): number {
    return this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Waits until another item run may start. Rejects with the abort reason if `signal` aborts first. */
  async acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#inFlight < this.#limit) {
      this.#inFlight++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', abort);
        this.#inFlight++;
        resolve();
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * Reports the end of an item run. `grow` is false if the service responded with 429 or failed, and true otherwise.
   */
  release(grow: boolean): void {
    this.#inFlight--;
    if (grow) this.#grow();
    this.#admit();
  }

  /** Halves the limit after a 429 response. `waiting` is the number of requests that wait because of 429 responses. */
  onRateLimited(waiting: number): void {
    const now = this.#now();
    if (now < this.#cooldownUntil) return;
    this.#cooldownUntil = now + rateLimitCooldownMs;
    if (this.#probing) this.#probeMs = Math.min(60_000, this.#probeMs * 2);
    this.#probing = false;
    this.#ceiling = Math.max(1, Math.min(this.#ceiling, this.#inFlight - waiting));
    this.#probeAt = now + this.#probeMs;
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, this.#inFlight) / 2));
    this.#note();
  }

  /** Stops the growth of the limit for 1 s, because more load does not help a failing service. */
  onServerError(): void {
    this.#noGrowthUntil = this.#now() + 1_000;
  }

  #grow(): void {
    const now = this.#now();
    if (now < this.#noGrowthUntil) return;
    if (this.#limit >= this.#ceiling && now >= this.#probeAt && this.#ceiling < this.#maximum) {
      this.#ceiling++;
      this.#probing = true;
      this.#probeAt = now + this.#probeMs;
    }
    if (this.#limit >= this.#ceiling) return;
    this.#limit++;
    this.#note();
  }

  #admit(): void {
    while (this.#inFlight < this.#limit) {
      const enter = this.#waiting.shift();
      if (enter === undefined) return;
      enter();
    }
  }

  #note(): void {
    // Limit `history` to one entry per millisecond and 2,000 entries, because it is only used for a chart.
    const atMs = this.#now() - this.#startedAt;
    const last = this.history.at(-1);
    if (last !== undefined && atMs === last.atMs) this.history.pop();
    if (this.history.length < 2_000) this.history.push({ atMs, limit: this.#limit });
  }
}
