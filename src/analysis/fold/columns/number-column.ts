/** At most one number per document. Uses no memory until the first number is set. */
export class NumberColumn {
  #values: Float64Array | null = null;

  /** Sets the number of a document. Ignores `null`. */
  set(position: number, value: number | null): void {
    if (value === null) return;
    this.#reserve(position)[position] = value;
  }

  /** Returns the number of a document, or `null` if it has none. */
  at(position: number): number | null {
    const value = this.#values?.[position];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** Returns the numbers among the first `count` documents, in order. */
  known(count: number): Float64Array {
    return (this.#values?.subarray(0, count) ?? new Float64Array(0)).filter((value) => !Number.isNaN(value));
  }

  #reserve(position: number): Float64Array {
    const held = this.#values;
    if (held !== null && position < held.length) return held;
    const grown = new Float64Array(Math.max(64, position + 1, 2 * (held?.length ?? 0))).fill(Number.NaN);
    if (held !== null) grown.set(held);
    this.#values = grown;
    return grown;
  }
}
