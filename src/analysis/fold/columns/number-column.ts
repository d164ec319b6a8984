import { grown } from '../../../base/collections.ts';

/** At most one number per document. Uses no memory until the first number is set. */
export class NumberColumn {
  #values = new Float64Array(0);

  /** Sets the number of a document. Ignores `null`. */
  set(position: number, value: number | null): void {
    if (value === null) return;
    this.#values = grown(this.#values, position + 1, Number.NaN);
    this.#values[position] = value;
  }

  at(position: number): number | null {
    const value = this.#values[position];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** Returns the numbers among the first `count` documents, in order. */
  known(count: number): Float64Array {
    return this.#values.subarray(0, count).filter((value) => !Number.isNaN(value));
  }
}
