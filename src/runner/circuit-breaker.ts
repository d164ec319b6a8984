import { setTimeout as delay } from 'node:timers/promises';
import { GoldsetError } from '../base/goldset-error.ts';
import type { RunWaits } from './run-options.ts';

interface BreakerOptions {
  readonly url: string;
  readonly waits: RunWaits;
  /** Called with the reason of the last failure when the circuit breaker opens. The run then pauses. */
  readonly onPause: (reason: string) => void;
}

/** Number of consecutive item runs that must fail before the circuit breaker opens. */
export const failuresInARow = 3;
const maxPauseMs = 30_000;

/**
 * Pauses a run while the service returns nothing but errors. The breaker opens when several consecutive item runs fail
 * because of the service. An open breaker admits one item run per pause. The first success closes the breaker.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions;
  readonly #failing = new Set<string>();
  #isForced = false;
  #failingSince = 0;
  #nextAt = 0;
  #pauseMs = 0;
  #lastReason = '';

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isForced || this.#failing.size >= failuresInARow;
  }

  /** True if the circuit breaker is open and the service has failed for the longest allowed time (`maxOutageMs`). */
  get isExpired(): boolean {
    const { maxOutageMs } = this.#options.waits;
    return this.isOpen && performance.now() - this.#failingSince >= maxOutageMs;
  }

  onSuccess(): void {
    this.#failing.clear();
    this.#isForced = false;
    this.#pauseMs = 0;
    this.#nextAt = 0;
  }

  /** Counts an item run that failed. If `opens` is true, opens the circuit breaker immediately. */
  onFailure(key: string, reason: string, opens = false): void {
    const wasOpen = this.isOpen;
    if (this.#failing.size === 0) this.#failingSince = performance.now();
    this.#lastReason = reason;
    this.#failing.add(key);
    this.#isForced ||= opens;
    if (!this.isOpen || wasOpen) return;
    this.#options.onPause(reason);
    this.#startPause();
  }

  /** Waits until the next item run may start. Returns false if the service has failed for too long. */
  async ready(signal: AbortSignal): Promise<boolean> {
    while (this.isOpen) {
      if (this.isExpired) return false;
      const left = this.#nextAt - performance.now();
      if (left <= 0) {
        this.#startPause();
        return true;
      }
      // Wait at most 100 ms at a time. An item run that is still in progress may succeed and end the pause.
      await delay(Math.min(left, 100), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
    return true;
  }

  #startPause(): void {
    const { firstPauseMs } = this.#options.waits;
    this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs === 0 ? firstPauseMs : this.#pauseMs * 2);
    this.#nextAt = performance.now() + this.#pauseMs;
  }

  error(): GoldsetError {
    const seconds = Math.round((performance.now() - this.#failingSince) / 1000);
    return new GoldsetError('SERVICE_FAILING', {
      url: this.#options.url,
      seconds,
      reason: this.#lastReason,
    });
  }
}
