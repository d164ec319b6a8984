import { getOrCreate } from '../../base/collections.ts';

/** Each pair of an expected and a wrong value names at most this many documents. */
const maxItems = 5;

interface WrongPair {
  readonly expected: string;
  readonly predicted: string;
  readonly times: number;
  /** Number of documents with this pair of an expected and a wrong value. `items` names the first five. */
  readonly documents: number;
  readonly items: readonly string[];
}

interface Entry {
  readonly expected: string;
  readonly predicted: string;
  times: number;
  documents: number;
  lastItem: string;
  /**
   * If this pair replaced a rarer pair in memory, the estimated count of the rarer pair, otherwise 0. `times` includes
   * this number.
   */
  readonly error: number;
  readonly items: string[];
}

/**
 * Counts the pairs of expected and wrong value of one field in bounded memory. The counts are exact for up to
 * `capacity` distinct pairs. With more pairs, the Space-Saving algorithm (Metwally, Agrawal and El Abbadi 2005) gives
 * lower bounds.
 */
export class WrongPairs {
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry>();
  /** Keys by count, to find the rarest pair quickly; `null` until a pair is replaced for the first time. */
  #byTimes: Map<number, Set<string>> | null = null;

  constructor(capacity = 4096) {
    this.#capacity = capacity;
  }

  /**
   * Whether all counts are exact. If a new pair has taken the place of a rarer pair, the counts are not exact, and
   * `top` returns lower bounds.
   */
  get isExact(): boolean {
    return this.#byTimes === null;
  }

  /** Adds one wrong leaf. Add all leaves of a document before those of the next document. */
  add(expected: string, predicted: string, itemId: string): void {
    const key = `${expected}\u0000${predicted}`;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const error = this.#entries.size < this.#capacity ? 0 : this.#removeRarest();
      entry = {
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
      this.#byTimes?.get(entry.times)?.delete(key);
    }
    entry.times++;
    if (entry.documents === 0 || entry.lastItem !== itemId) {
      entry.documents++;
      entry.lastItem = itemId;
      if (entry.items.length < maxItems) entry.items.push(itemId);
    }
    if (this.#byTimes !== null) addKey(this.#byTimes, entry.times, key);
  }

  /**
   * Returns the most frequent pairs of an expected and a wrong value. Pairs with equal counts are ordered by expected
   * value.
   */
  top(count: number): WrongPair[] {
    const best: Entry[] = [];
    for (const entry of this.#entries.values()) {
      let at = best.length;
      while (at > 0 && isBefore(entry, best[at - 1] as Entry)) at--;
      if (at === count) continue;
      best.splice(at, 0, entry);
      if (best.length > count) best.pop();
    }
    return best.map(({ lastItem: _lastItem, error, ...pair }) => ({ ...pair, times: pair.times - error }));
  }

  #removeRarest(): number {
    if (this.#byTimes === null) {
      this.#byTimes = new Map();
      for (const [key, { times }] of this.#entries) addKey(this.#byTimes, times, key);
    }
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

/**
 * Returns whether a pair of an expected and a wrong value comes before another pair. The more frequent pair comes
 * first; of equally frequent pairs, the one with the smaller expected value.
 */
function isBefore(a: Entry, b: Entry): boolean {
  const more = a.times - a.error - (b.times - b.error);
  return more > 0 || (more === 0 && a.expected < b.expected);
}

function addKey(byTimes: Map<number, Set<string>>, times: number, key: string): void {
  getOrCreate(byTimes, times, () => new Set()).add(key);
}
