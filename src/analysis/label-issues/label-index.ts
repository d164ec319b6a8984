import { getOrCreate, increment } from '../../base/collections.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { decimalKey } from '../../scorers/compare/numbers/decimal.ts';
import { parseNumber } from '../../scorers/compare/numbers/parse-number.ts';
import { denseText } from '../text-index.ts';
import type { Observation } from './observations.ts';

/** Assumption: one in four wrong labels is a value from another place in the document, such as the next row. */
const misplacedShare = 0.25;
/**
 * To smooth small counts, each field gets this many additional labels. Among these labels, repeated values are as
 * frequent as in all fields together.
 */
const priorLabels = 10;

/** Counts how often each value occurs among the labels of one document. */
export class DocumentLabels {
  readonly #counts = new Map<string, number>();

  constructor(observations: readonly Observation[]) {
    for (const { label } of observations) {
      const key = valueKey(label);
      if (key !== null) increment(this.#counts, key);
    }
  }

  /** Returns how many labels have this value. Returns 0 for values that say little, such as 0 or an empty text. */
  count(value: JsonValue): number {
    const key = valueKey(value);
    return key === null ? 0 : (this.#counts.get(key) ?? 0);
  }
}

/** Measures, per field, how often a label has the same value as another label of its document. */
export class RepeatedLabels {
  readonly #fields = new Map<string, { labels: number; doubled: number }>();
  readonly #overall = { labels: 0, doubled: 0 };

  add(observations: readonly Observation[], labels: DocumentLabels): void {
    for (const { field, label } of observations) {
      const times = labels.count(label);
      if (times === 0) continue;
      const own = getOrCreate(this.#fields, field, () => ({ labels: 0, doubled: 0 }));
      for (const sums of [own, this.#overall]) {
        sums.labels++;
        if (times > 1) sums.doubled++;
      }
    }
  }

  /**
   * Returns the evidence that a label is wrong because its value occurs `times` times in its document, in log odds.
   * Returns 0 for one occurrence, and for fields in which repeated values are common.
   */
  odds(field: string, times: number): number {
    if (times < 2) return 0;
    const own = this.#fields.get(field) ?? { labels: 0, doubled: 0 };
    const usual = (this.#overall.doubled + 0.5) / (this.#overall.labels + 1);
    const rate = (own.doubled + priorLabels * usual) / (own.labels + priorLabels);
    return Math.max(0, Math.log(misplacedShare / rate));
  }
}

/**
 * Returns a key that is equal for values that look the same on a page. Returns `null` for values without meaning for a
 * comparison, such as 0 or an empty text.
 */
function valueKey(value: JsonValue): string | null {
  const bare = isJsonObject(value) ? (value.amount ?? null) : value;
  if (typeof bare === 'number') {
    const parsed = parseNumber(bare);
    return parsed === null || bare === 0 ? null : `n${decimalKey({ ...parsed.value, negative: false })}`;
  }
  if (typeof bare !== 'string') return null;
  const text = denseText(bare);
  return text === '' ? null : `t${text}`;
}
