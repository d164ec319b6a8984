import { getOrCreate, increment } from '../../base/collections.ts';
import type { Observation } from './observations.ts';

/**
 * A field needs at least this many correct values with a confidence. With fewer, none of its confidences counts as high
 * or low.
 */
const minReadings = 5;
/**
 * At most this many distinct confidences are stored per field. If there are more, confidences are rounded to four
 * digits.
 */
const maxDistinct = 65_536;

/**
 * Decides whether a confidence is high or low for its field, compared with the confidences of the field's correct
 * values.
 */
export class ConfidenceLevels {
  readonly #byField = new Map<string, ValueCounts>();
  readonly #bounds = new Map<string, Bounds | null>();

  add({ field, readings }: Observation): void {
    for (const reading of readings) {
      if (reading?.outcome !== 'same' || reading.confidence === null) continue;
      getOrCreate(this.#byField, field, () => new ValueCounts()).add(reading.confidence);
    }
  }

  /**
   * Returns whether a confidence is high or low for its field; `null` if it is neither or unknown. Call this method
   * after all values were added.
   */
  levelOf(field: string, confidence: number | null): 'high' | 'low' | null {
    if (confidence === null) return null;
    const bounds = getOrCreate(this.#bounds, field, () => this.#byField.get(field)?.bounds() ?? null);
    if (bounds === null) return null;
    if (confidence < bounds.low) return 'low';
    return confidence >= bounds.high ? 'high' : null;
  }
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

class ValueCounts {
  #counts = new Map<number, number>();
  #total = 0;
  #rounded = false;

  add(value: number): void {
    this.#total++;
    this.#count(value, 1);
    if (this.#rounded || this.#counts.size <= maxDistinct) return;
    const exact = this.#counts;
    this.#counts = new Map();
    this.#rounded = true;
    for (const [one, count] of exact) this.#count(one, count);
  }

  #count(value: number, by: number): void {
    const kept = this.#rounded ? Math.round(value * 1e4) / 1e4 : value;
    increment(this.#counts, kept, by);
  }

  /** Returns the 10th and the 40th percentile of the added confidences; `null` if there are too few. */
  bounds(): Bounds | null {
    if (this.#total < minReadings) return null;
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    const at = (share: number): number => {
      let remaining = Math.floor(share * (this.#total - 1));
      for (const [value, count] of sorted) {
        if (remaining < count) return value;
        remaining -= count;
      }
      throw new RangeError('more values than were added');
    };
    return { low: at(0.1), high: at(0.4) };
  }
}
