import { setTimeout } from 'node:timers/promises';

/** Spaces the creation of runs evenly, so that at most `perSecond` runs are created per second. */
export class RunPace {
  readonly #intervalMs: number;
  readonly #now: () => number;
  #nextAt = 0;

  constructor(perSecond: number, now = () => performance.now()) {
    this.#intervalMs = 1000 / perSecond;
    this.#now = now;
  }

  /** Reserves the next time at which a run may be created. Returns the milliseconds until then. */
  reserve(): number {
    const now = this.#now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#intervalMs;
    return at - now;
  }

  /** Waits until a run may be created. Rejects if `signal` aborts first. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = this.reserve();
    if (ms > 0) await setTimeout(ms, undefined, { signal });
  }
}
