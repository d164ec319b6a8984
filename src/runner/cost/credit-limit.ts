import { GoldsetError } from '../../base/goldset-error.ts';
import type { ItemRun } from '../../model/record/run-record.ts';

/**
 * Limits the credits of a run. The cost of an item run is known only when the item run has ended. Until then, the limit
 * assumes that the item run costs as much as the most expensive output so far. While no cost is known, only one item
 * run is in progress at a time.
 */
export class CreditLimit {
  readonly #limit: number;
  #spent: number;
  #largest: number | null;

  /**
   * `spent` is the number of credits that earlier sessions of this run have spent. `largest` is the largest known cost
   * of an output; `null` if no cost is known.
   */
  constructor(limit: number, spent: number, largest: number | null) {
    this.#limit = limit;
    this.#spent = spent;
    this.#largest = largest;
  }

  /**
   * Returns whether another item run can start without exceeding the limit of credits, while `inFlight` item runs have
   * not ended.
   */
  hasRoom(inFlight: number): boolean {
    if (this.#largest === null) return inFlight === 0 && this.#spent < this.#limit;
    return this.#spent + (inFlight + 1) * this.#largest <= this.#limit;
  }

  /** Adds the cost of a finished item run. Throws CREDITS_NOT_REPORTED if the item run has an output but no cost. */
  add({ state, credits }: Pick<ItemRun, 'state' | 'credits'>, record: string): void {
    if (credits === null) {
      if (state === 'processed')
        throw new GoldsetError('CREDITS_NOT_REPORTED', { limit: this.#limit, record });
      return;
    }
    this.#spent += credits;
    if (state === 'processed') this.#largest = Math.max(this.#largest ?? 0, credits);
  }

  /** Returns the error for a run that ends because its next item run could exceed the limit of credits. */
  error(details: {
    readonly missing: number;
    readonly planned: number;
    readonly record: string;
  }): GoldsetError {
    const round = (credits: number) => Math.round(credits * 100) / 100;
    return new GoldsetError('CREDIT_LIMIT_REACHED', {
      limit: this.#limit,
      spent: round(this.#spent),
      next: this.#largest === null ? 'an unknown number of' : `up to ${round(this.#largest)}`,
      ...details,
    });
  }
}
