/** An expected value and the wrong value that was predicted for it. */
interface WrongPair {
  readonly expected: string;
  readonly predicted: string;
  readonly times: number;
  /** Number of documents with this pair. `items` names the first five. */
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
  /** Upper bound of the part of the count that came from replaced pairs. */
  readonly error: number;
  readonly items: string[];
}

/**
 * Counts the wrong pairs of one field in bounded memory. The counts are exact for up to `capacity` distinct pairs. Above
 * that, the Space-Saving algorithm (Metwally, Agrawal and El Abbadi 2005) gives lower bounds.
 */
export class WrongPairs {
  readonly #capacity: number;
  readonly #itemsKept: number;
  readonly #entries = new Map<string, Entry>();
  /** Keys by count, so that the rarest pair is found quickly. */
  readonly #byTimes = new Map<number, Set<string>>();
  #added = 0;
  #replaced = false;

  constructor(capacity = 4096, itemsKept = 5) {
    this.#capacity = capacity;
    this.#itemsKept = itemsKept;
  }

  /** Whether all counts are exact. Once a pair was replaced, every count is a lower bound. */
  get isExact(): boolean {
    return !this.#replaced;
  }

  /** Adds one wrong leaf. Add all leaves of a document before those of the next. */
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

  /** Returns the most frequent pairs. Sorts pairs with equal counts by expected value. */
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
