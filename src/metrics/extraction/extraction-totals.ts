import { outcomes } from '../../model/extraction-counts.ts';
import type { ItemCounts } from '../../model/item-counts.ts';
import type { Counts, Rate } from '../../model/ledger.ts';
import { requireSameScorer, type ScorerDescription } from '../../model/scorer-description.ts';
import { zeroCounts } from '../counts.ts';
import { rate } from '../rates.ts';

/** What a set of documents gave for one field. */
export interface FieldCounts {
  readonly field: string;
  readonly counts: Counts;
  /** Documents in which the field has a leaf. */
  readonly documents: number;
  /** Documents that expect a value. */
  readonly support: number;
}

const width = outcomes.length;
/** Behind the sums of a field's outcomes: documents, and documents that expect a value. */
const documentsAt = width;
const supportAt = width + 1;
const stride = width + 2;

/**
 * Adds up the counts of any number of documents in room that depends on the fields alone: for sets too large for a
 * `FieldTable`, which keeps every document's counts. No document is kept, so there is nothing to draw intervals from.
 * Additive. Its rates range from 0 to 1 and are null where there was nothing. Source: metrics.md section 1.
 *
 * @example
 * const totals = new ExtractionTotals();
 * const scorer = compileScorer({});
 * totals.add(scorer.score({ expected: { a: 1, b: 'x' }, predicted: { a: 1, b: 'y' } }));
 * totals.add(scorer.score({ expected: { a: 2, b: 'x' }, predicted: { a: 2, b: 'x' } }));
 * recall(totals.overall()).value // => 0.75
 * totals.fields().map(({ field, counts }) => [field, counts.correct]) // => [['a', 2], ['b', 1]]
 * totals.documentExact().value // => 0.5
 */
export class ExtractionTotals {
  readonly #places = new Map<string, number>();
  #sums = new Float64Array(0);
  /** Places of the fields of the last document; most documents have the same ones. */
  #lastFields: readonly string[] = [];
  #lastPlaces: readonly number[] = [];
  #scorer: ScorerDescription | undefined;
  #documents = 0;
  #exact = 0;
  #judged = 0;

  /** Adds one document; SCORERS_DIFFER where it was judged by other rules than those before it. */
  add({ fields, byField, exact, scorer }: ItemCounts): void {
    this.#scorer ??= scorer;
    if (scorer !== this.#scorer) requireSameScorer(this.#scorer, scorer);
    this.#documents++;
    if (exact !== null) this.#judged++;
    if (exact === true) this.#exact++;
    // The list of a scorer grows.
    if (fields !== this.#lastFields || fields.length !== this.#lastPlaces.length) {
      this.#lastPlaces = fields.map((field) => this.#placeOf(field));
      this.#lastFields = fields;
    }
    const sums = this.#sums;
    for (let field = 0; field < fields.length; field++) {
      const from = field * width;
      const to = (this.#lastPlaces[field] as number) * stride;
      let leaves = 0;
      for (let outcome = 0; outcome < width; outcome++) {
        const count = byField[from + outcome] as number;
        if (count === 0) continue;
        leaves += count;
        sums[to + outcome] = (sums[to + outcome] as number) + count;
      }
      if (leaves === 0) continue;
      sums[to + documentsAt] = (sums[to + documentsAt] as number) + 1;
      // correct, incorrect and missing come first.
      if (byField[from] !== 0 || byField[from + 1] !== 0 || byField[from + 2] !== 0)
        sums[to + supportAt] = (sums[to + supportAt] as number) + 1;
    }
  }

  #placeOf(field: string): number {
    const known = this.#places.get(field);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(field, place);
    if ((place + 1) * stride > this.#sums.length) {
      const grown = new Float64Array(Math.max(16, 2 * (place + 1)) * stride);
      grown.set(this.#sums);
      this.#sums = grown;
    }
    return place;
  }

  /** Documents added so far. */
  get documents(): number {
    return this.#documents;
  }

  /** Every leaf field that has a leaf, in order of first appearance. */
  fields(): FieldCounts[] {
    return [...this.#places]
      .map(([field, place]) => ({
        field,
        counts: this.#countsAt(place),
        documents: this.#sums[place * stride + documentsAt] as number,
        support: this.#sums[place * stride + supportAt] as number,
      }))
      .filter(({ documents }) => documents > 0);
  }

  /** All fields together. */
  overall(): Counts {
    const sum = { ...zeroCounts };
    for (const { counts } of this.fields()) for (const outcome of outcomes) sum[outcome] += counts[outcome];
    return sum;
  }

  /** Share of documents in which every leaf is correct or absent; those of which nothing was scored are left out. */
  documentExact(): Rate {
    return rate(this.#exact, this.#judged);
  }

  #countsAt(place: number): Counts {
    const counts = { ...zeroCounts };
    for (const [at, outcome] of outcomes.entries())
      counts[outcome] = this.#sums[place * stride + at] as number;
    return counts;
  }
}
