import { grown } from '../../../base/collections.ts';

/** At most one number per document. Uses no memory until the first number is set. */
export class NumberColumn {
  #values = new Float64Array(0);

  /** Stores a number for a document. Ignores `null`. */
  set(position: number, value: number | null): void {
    if (value === null) return;
    this.#values = grown(this.#values, position + 1, Number.NaN);
    this.#values[position] = value;
  }

  at(position: number): number | null {
    const value = this.#values[position];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** Returns the numbers of the first `count` documents, in order. Omits documents without a number. */
  known(count: number): Float64Array {
    return this.#values.subarray(0, count).filter((value) => !Number.isNaN(value));
  }
}

/** At most one number per item run, such as its duration. The numbers of each repeat are in a separate column. */
export class RunNumbers {
  readonly #repeats: NumberColumn[] = [];

  /** Stores a number for one repeat of a document. Repeats count from 0. Ignores `null`. */
  set(position: number, repeat: number, value: number | null): void {
    while (this.#repeats.length <= repeat) this.#repeats.push(new NumberColumn());
    this.#repeats[repeat]?.set(position, value);
  }

  at(position: number, repeat: number): number | null {
    return this.#repeats[repeat]?.at(position) ?? null;
  }

  /**
   * Returns the numbers of the first `count` documents: all numbers of the first repeat, then all numbers of the
   * second, and so on. Omits item runs without a number.
   */
  known(count: number): Float64Array {
    const parts = this.#repeats.map((column) => column.known(count));
    return parts.length === 1
      ? (parts[0] as Float64Array)
      : Float64Array.from(parts.flatMap((part) => [...part]));
  }
}
