const rounding = 1e-6;

/** A bucket that holds up to `burst` tokens and gains `perSecond` of them. It starts full. Times are in milliseconds. */
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
   * Takes `amount` and returns 0. If the level is too low, takes nothing and returns the wait in milliseconds. An
   * amount above the size of the bucket needs only a full bucket, and makes the level negative.
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
