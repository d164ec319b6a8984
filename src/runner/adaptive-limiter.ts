export interface LimiterOptions {
  /** Never more than this in flight. */
  readonly maximum: number;
  readonly start?: number;
  readonly now?: () => number;
}

/** After a cut, refusals of requests that were under way already say nothing new. */
const rateLimitCooldownMs = 250;
/** How long the level just under the last refusal is kept before one more is tried. */
const firstProbeMs = 5_000;

/**
 * How many runs may be in flight. It grows by one with every run that ends well, so it doubles in the time of a run;
 * a refusal (429) halves it and marks the level at which the service refused, up to which it then grows back;
 * above that it tries one more only now and then. Server errors keep it from growing for a second.
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
  #deafUntil = 0;
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

  /** Takes a place, waiting for one; rejects with the signal's reason when it is aborted first. */
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

  /** Gives a place back; `grow` where the run ended without the service refusing or failing. */
  release(grow: boolean): void {
    this.#inFlight--;
    if (grow) this.#grow();
    this.#admit();
  }

  /** The service refused for rate while it let `waiting` requests wait. */
  refused(waiting: number): void {
    const now = this.#now();
    if (now < this.#deafUntil) return;
    this.#deafUntil = now + rateLimitCooldownMs;
    if (this.#probing) this.#probeMs = Math.min(60_000, this.#probeMs * 2);
    this.#probing = false;
    this.#ceiling = Math.max(1, Math.min(this.#ceiling, this.#inFlight - waiting));
    this.#probeAt = now + this.#probeMs;
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, this.#inFlight) / 2));
    this.#note();
  }

  /** The service answered with an error of its own: more load would not help it. */
  troubled(): void {
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
    // The first growth can be a step a run: one entry a millisecond and a bounded list are enough to draw.
    const atMs = this.#now() - this.#startedAt;
    const last = this.history.at(-1);
    if (last !== undefined && atMs === last.atMs) this.history.pop();
    if (this.history.length < 2_000) this.history.push({ atMs, limit: this.#limit });
  }
}
