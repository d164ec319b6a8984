import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { decimalKey } from '../../scorers/compare/numbers/decimal.ts';
import { parseNumber } from '../../scorers/compare/numbers/parse-number.ts';
import type { Observation } from './observations.ts';
import { denseText } from './text-index.ts';

/** Of wrong labels, about so many are the value of another place in the document: a slipped row, a neighbouring field. */
const slipped = 0.25;
/** Weight of the rate in all fields, in labels. */
const drawn = 10;

/** How often each value stands among the labels of one document. */
export class DocumentLabels {
  readonly #counts = new Map<string, number>();

  constructor(observations: readonly Observation[]) {
    for (const { label } of observations) {
      const key = valueKey(label);
      if (key !== null) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Number of labels with this value; 0 for a value that says nothing. */
  count(value: JsonValue): number {
    const key = valueKey(value);
    return key === null ? 0 : (this.#counts.get(key) ?? 0);
  }
}

/** How usual it is in each field that another place of the document has the same label. */
export class RepeatedLabels {
  readonly #fields = new Map<string, { labels: number; doubled: number }>();
  readonly #overall = { labels: 0, doubled: 0 };

  /** Adds the labels of one document. */
  add(observations: readonly Observation[], labels: DocumentLabels): void {
    for (const { field, label } of observations) {
      const times = labels.count(label);
      if (times === 0) continue;
      const own = this.#fields.get(field) ?? { labels: 0, doubled: 0 };
      this.#fields.set(field, own);
      for (const sums of [own, this.#overall]) {
        sums.labels++;
        if (times > 1) sums.doubled++;
      }
    }
  }

  /** Log odds of a label that stands so many times in its document; 0 in fields where that is usual. */
  odds(field: string, times: number): number {
    if (times < 2) return 0;
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
