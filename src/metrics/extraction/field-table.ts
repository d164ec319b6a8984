import type { Counts, ItemLedger, Rate } from '../../model/ledger.ts';
import { requireSameScorer, type ScorerDescription } from '../../model/scorer-description.ts';
import { addCounts, expectedLeaves, zeroCounts } from '../counts.ts';
import { rate } from '../rates.ts';
import { ArrayTable, type ArrayTotals } from './array-table.ts';
import { CountColumns, type CountVectors, countVectors } from './count-columns.ts';

/** What a set of documents gave for one field. */
export interface FieldTotals {
  readonly field: string;
  readonly counts: Counts;
  /** Documents in which the field has a leaf. */
  readonly documents: number;
  /** Documents that expect a value. */
  readonly support: number;
  /** Mean similarity over leaves that either side has a value for. */
  readonly softScore: Rate;
}

interface FieldEntry {
  readonly columns: CountColumns;
  counts: Counts;
  documents: number;
  support: number;
  similarity: number;
}

/** Every field at once. */
const overall = '';

/**
 * Folds ledgers, one a document, into counts a field. Documents are numbered in the order in which they are added, so
 * that the tables of two versions are paired when their ledgers are added in the same order. Additive: the table of
 * two sets has the sums of their tables.
 * Its rates range from 0 to 1 and are null where nothing was expected, predicted or scored. Source: metrics.md section 1.
 *
 * @example
 * const table = new FieldTable();
 * table.add(scoreExtraction({ expected: { a: 1, b: 'x' }, predicted: { a: 1, b: 'y' } }));
 * table.add(scoreExtraction({ expected: { a: 2, b: 'x' }, predicted: { a: 2, b: 'x' } }));
 * recall(table.overall().counts).value // => 0.75
 * table.fields().map(({ field, counts }) => [field, counts.correct]) // => [['a', 2], ['b', 1]]
 * table.documentExact().value // => 0.5
 */
export class FieldTable {
  readonly #fields = new Map<string, FieldEntry>();
  readonly #arrays = new ArrayTable();
  readonly #exact: (boolean | null)[] = [];
  #scorer: ScorerDescription | undefined;

  /** Adds one document; SCORERS_DIFFER where it was judged by other rules than those before it. */
  add(ledger: ItemLedger): void {
    this.#scorer ??= ledger.scorer;
    if (ledger.scorer !== this.#scorer) requireSameScorer(this.#scorer, ledger.scorer);
    const document = this.#exact.length;
    this.#exact.push(ledger.exact);
    const perField = new Map<string, { counts: Record<keyof Counts, number>; similarity: number }>();
    for (const { field, outcome, similarity } of ledger.leaves) {
      let entry = perField.get(field);
      if (entry === undefined) {
        entry = { counts: { ...zeroCounts }, similarity: 0 };
        perField.set(field, entry);
      }
      entry.counts[outcome]++;
      if (outcome === 'correct' || outcome === 'incorrect') entry.similarity += similarity;
    }
    let similarity = 0;
    for (const [field, entry] of perField) {
      this.#addTo(field, document, entry.counts, entry.similarity);
      similarity += entry.similarity;
    }
    this.#addTo(overall, document, ledger.counts, similarity);
    for (const pairing of ledger.rows) this.#arrays.add(pairing);
  }

  #addTo(field: string, document: number, counts: Counts, similarity: number): void {
    let entry = this.#fields.get(field);
    if (entry === undefined) {
      entry = { columns: new CountColumns(), counts: zeroCounts, documents: 0, support: 0, similarity: 0 };
      this.#fields.set(field, entry);
    }
    entry.columns.set(document, counts);
    entry.counts = addCounts(entry.counts, counts);
    entry.documents++;
    if (expectedLeaves(counts) > 0) entry.support++;
    entry.similarity += similarity;
  }

  /** Documents added so far. */
  get documents(): number {
    return this.#exact.length;
  }

  /** Every leaf field, in order of first appearance (schema order, where there is a schema). */
  fields(): FieldTotals[] {
    return [...this.#fields.keys()]
      .filter((field) => field !== overall)
      .map((field) => this.#totalsOf([field], field));
  }

  /** All fields together. */
  overall(): FieldTotals {
    return this.#totalsOf([overall], 'overall');
  }

  /** A field with everything in it: the sums of its leaves. */
  subtree(field: string): FieldTotals {
    return this.#totalsOf(this.#within(field), field);
  }

  /** Arrays, by field. */
  arrays(): ArrayTotals[] {
    return this.#arrays.totals();
  }

  /** Per-document counts of a field with everything in it, or of all fields where none is named. */
  vectors(field?: string): CountVectors {
    const names = field === undefined ? [overall] : this.#within(field);
    return countVectors(
      names.flatMap((name) => this.#fields.get(name)?.columns ?? []),
      this.documents,
    );
  }

  /** Counts of one document, all fields or one leaf field. */
  countsOf(document: number, field: string = overall): Counts {
    return this.#fields.get(field)?.columns.get(document) ?? zeroCounts;
  }

  /** For each document whether every leaf was right; null where nothing was scored. */
  exact(): readonly (boolean | null)[] {
    return this.#exact;
  }

  /**
   * Share of documents in which every leaf is correct or absent. Documents of which nothing was scored are left out.
   * Range 0 to 1, higher is better; null without any scored document.
   * Example: 20 fields that are each right in 97 % of documents, independently: .97^20 = .54.
   */
  documentExact(): Rate {
    const scored = this.#exact.filter((exact) => exact !== null);
    return rate(scored.filter(Boolean).length, scored.length);
  }

  #within(field: string): string[] {
    return [...this.#fields.keys()].filter(
      (name) => name === field || (name !== overall && name.startsWith(`${field}.`)),
    );
  }

  #totalsOf(names: readonly string[], field: string): FieldTotals {
    const entries = names.flatMap((name) => this.#fields.get(name) ?? []);
    const counts = addCounts(...entries.map((entry) => entry.counts));
    const similarity = entries.reduce((sum, entry) => sum + entry.similarity, 0);
    const union = counts.correct + counts.incorrect + counts.missing + counts.spurious;
    const [only] = entries;
    const single = entries.length === 1 && only !== undefined;
    return {
      field,
      counts,
      documents: single ? only.documents : this.#documentsWith(entries, (found) => found !== zeroCounts),
      support: single ? only.support : this.#documentsWith(entries, (found) => expectedLeaves(found) > 0),
      softScore: rate(similarity, union),
    };
  }

  #documentsWith(entries: readonly FieldEntry[], holds: (counts: Counts) => boolean): number {
    let found = 0;
    for (let document = 0; document < this.documents; document++) {
      if (entries.some(({ columns }) => holds(columns.get(document)))) found++;
    }
    return found;
  }
}
