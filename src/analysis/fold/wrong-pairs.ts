/** One wrong pair of an expected and a predicted value. */
export interface WrongPair {
  readonly expected: string;
  readonly predicted: string;
  readonly times: number;
  /** Documents with this pair; `items` names the first five. */
  readonly documents: number;
  readonly items: readonly string[];
}

interface Entry {
  readonly order: number;
  readonly expected: string;
  readonly predicted: string;
  times: number;
  documents: number;
  lastItem: string;
  /** Upper bound of the times that were counted for other pairs. */
  readonly error: number;
  readonly items: string[];
}

/**
 * Counts the wrong pairs of one field in bounded memory: exact up to `capacity` different pairs, beyond that the
 * Space-Saving algorithm (Metwally, Agrawal and El Abbadi 2005), whose counts are then lower bounds.
 */
export class WrongPairs {
  readonly #capacity: number;
  readonly #itemsKept: number;
  readonly #entries = new Map<string, Entry>();
  /** Keys by their count, so that the rarest pair is found without a search. */
  readonly #byTimes = new Map<number, Set<string>>();
  #added = 0;
  #replaced = false;

  constructor(capacity = 4096, itemsKept = 5) {
    this.#capacity = capacity;
    this.#itemsKept = itemsKept;
  }

  /** False once a pair had to make room for another: every count is a lower bound from then on. */
  get isExact(): boolean {
    return !this.#replaced;
  }

  /** Adds one wrong leaf. The leaves of one document come one after the other. */
  add(expected: string, predicted: string, itemId: string): void {
    const key = `${expected}\u0000${predicted}`;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const error = this.#entries.size < this.#capacity ? 0 : this.#removeRarest();
      entry = {
        order: this.#added++,
        expected,
        predicted,
        times: error,
        documents: 0,
        lastItem: '',
        error,
        items: [],
      };
      this.#entries.set(key, entry);
    } else {
      this.#byTimes.get(entry.times)?.delete(key);
    }
    entry.times++;
    if (entry.documents === 0 || entry.lastItem !== itemId) {
      entry.documents++;
      entry.lastItem = itemId;
      if (entry.items.length < this.#itemsKept) entry.items.push(itemId);
    }
    const same = this.#byTimes.get(entry.times);
    if (same === undefined) this.#byTimes.set(entry.times, new Set([key]));
    else same.add(key);
  }

  /** The most frequent pairs, equal counts by expected value. */
  top(count: number): WrongPair[] {
    return [...this.#entries.values()]
      .sort((a, b) => a.order - b.order)
      .map(({ expected, predicted, times, error, documents, items }) => ({
        expected,
        predicted,
        times: times - error,
        documents,
        items,
      }))
      .sort((a, b) => b.times - a.times || (a.expected < b.expected ? -1 : 1))
      .slice(0, count);
  }

  #removeRarest(): number {
    this.#replaced = true;
    let rarest = Number.POSITIVE_INFINITY;
    for (const [times, keys] of this.#byTimes) {
      if (keys.size === 0) this.#byTimes.delete(times);
      else if (times < rarest) rarest = times;
    }
    const keys = this.#byTimes.get(rarest) as Set<string>;
    const [key] = keys;
    keys.delete(key as string);
    this.#entries.delete(key as string);
    return rarest;
  }
}
