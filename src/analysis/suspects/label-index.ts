import { isJsonObject, type JsonValue } from '../../model/json-value.ts';
import { decimalKey } from '../../scorers/compare/decimal.ts';
import { parseNumber } from '../../scorers/compare/parse-number.ts';
import type { Observation } from './observations.ts';
import { denseText } from './text-index.ts';

/** Of wrong labels, about so many are the value of another place in the document: a slipped row, a neighbouring field. */
const slipped = 0.25;
/** Weight of the rate in all fields, in labels. */
const drawn = 10;

/** Which values the labels of one document have, and how usual it is in a field that two places have the same. */
export class LabelIndex {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #fields = new Map<string, { labels: number; doubled: number }>();
  readonly #overall = { labels: 0, doubled: 0 };

  constructor(observations: readonly Observation[]) {
    for (const { itemId, label } of observations) {
      const key = valueKey(label);
      if (key === null) continue;
      const counts = this.#counts.get(itemId) ?? new Map<string, number>();
      this.#counts.set(itemId, counts.set(key, (counts.get(key) ?? 0) + 1));
    }
    for (const { itemId, field, label } of observations) {
      if (valueKey(label) === null) continue;
      const own = this.#fields.get(field) ?? { labels: 0, doubled: 0 };
      this.#fields.set(field, own);
      for (const sums of [own, this.#overall]) {
        sums.labels++;
        if (this.count(itemId, label) > 1) sums.doubled++;
      }
    }
  }

  /** How many labels of the document have this value. */
  count(itemId: string, value: JsonValue): number {
    const key = valueKey(value);
    return key === null ? 0 : (this.#counts.get(itemId)?.get(key) ?? 0);
  }

  /** Log odds of a label that another place in its document has too; 0 in fields where that is usual. */
  doubledOdds({ itemId, field, label }: Observation): number {
    if (this.count(itemId, label) < 2) return 0;
    const own = this.#fields.get(field) ?? { labels: 0, doubled: 0 };
    const usual = (this.#overall.doubled + 0.5) / (this.#overall.labels + 1);
    return Math.max(0, Math.log(slipped / ((own.doubled + drawn * usual) / (own.labels + drawn))));
  }
}

/** The same for values that look alike on a page; null where a value says nothing. */
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
