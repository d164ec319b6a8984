import { getOrCreate, increment } from '../base/collections.ts';
import type { MatchCounts } from '../model/score/class-and-split-scores.ts';
import type { ItemScore } from '../model/score/item-score.ts';

/**
 * Metrics of one field in percent, 0 to 100. The object has no member for an undefined metric, as in the response of
 * the service.
 */
export interface Service2025Field {
  recallPerc?: number;
  precisionPerc?: number;
  /** For tables: correct cells / max(expected cells, predicted cells). */
  accuracyPerc?: number;
}

export interface Service2025Metrics {
  /** Metrics per dotted field name without row numbers. */
  readonly fields: ReadonlyMap<string, Service2025Field>;
  /** Number of documents with the right number of rows, per table at the root. */
  readonly arrayCardinalityMetrics: ReadonlyMap<string, number>;
}

/**
 * Returns the extraction metrics of API version 2025-04-21 from item scores. Each is a mean over documents, in percent.
 * - recallPerc: correct / expected, over the documents that expect the field.
 * - precisionPerc: correct / predicted, over the documents with a prediction for the field.
 * - accuracyPerc of a table: correct cells / max(expected, predicted cells), over the documents with cells.
 *
 * Range 0 to 100, higher is better. A field that is never expected has no recall. Excluded and unscored leaves do not
 * count. The service omits documents without output, so score with `failures: 'exclude'`. Source: the service's
 * documentation. The documentation does not define the treatment of nulls in the gold, the comparison of values and the
 * pairing of rows. Here, the options of the scorer define these rules.
 *
 * Example: of a table with 3 rows and 3 columns, 2 rows are right and 1 is missing. accuracyPerc is 6/9 = 66.7.
 * @example
 * const rows = [1, 2, 3].map((n) => ({ a: n, b: n, c: n }));
 * const score = scoreExtraction({ expected: { lines: rows }, predicted: { lines: rows.slice(0, 2) } });
 * service2025([score]).fields.get('lines').accuracyPerc // => 66.6667
 */
export function service2025(scores: Iterable<ItemScore>): Service2025Metrics {
  const recall = new Means();
  const precision = new Means();
  const accuracy = new Means();
  const cardinality = new Map<string, number>();
  for (const score of scores) {
    for (const [field, { correct, expected, predicted }] of fieldSums(score)) {
      recall.add(field, correct, expected);
      precision.add(field, correct, predicted);
    }
    for (const [field, cells] of cellSums(score)) {
      accuracy.add(field, cells.correct, Math.max(cells.expected, cells.predicted));
    }
    for (const { field, path, expectedRows, predictedRows } of score.rows) {
      if (path !== field || field.includes('.')) continue;
      increment(cardinality, field, expectedRows === predictedRows ? 1 : 0);
    }
  }
  const fields = new Map<string, Service2025Field>();
  recall.into(fields, 'recallPerc');
  precision.into(fields, 'precisionPerc');
  accuracy.into(fields, 'accuracyPerc');
  return { fields, arrayCardinalityMetrics: cardinality };
}

type FieldSums = { -readonly [Name in keyof MatchCounts]: number };

const noSums = (): FieldSums => ({ correct: 0, expected: 0, predicted: 0 });

function fieldSums(score: ItemScore): Map<string, FieldSums> {
  const sums = new Map<string, FieldSums>();
  for (const { field, outcome } of score.leaves) {
    const sum = getOrCreate(sums, field, noSums);
    if (outcome === 'correct') sum.correct++;
    if (outcome === 'correct' || outcome === 'incorrect' || outcome === 'missing') sum.expected++;
    if (outcome === 'correct' || outcome === 'incorrect' || outcome === 'spurious') sum.predicted++;
  }
  return sums;
}

/** Returns the cell counts per table field. If a table is nested in several rows, adds up its counts. */
function cellSums(score: ItemScore): Map<string, FieldSums> {
  const sums = new Map<string, FieldSums>();
  for (const { field, cells } of score.rows) {
    if (cells === undefined) continue;
    const sum = getOrCreate(sums, field, noSums);
    sum.correct += cells.correct;
    sum.expected += cells.expected;
    sum.predicted += cells.predicted;
  }
  return sums;
}

/** Means of ratios over documents. A ratio with denominator 0 is ignored. */
class Means {
  readonly #sums = new Map<string, { sum: number; documents: number }>();

  add(field: string, numerator: number, denominator: number): void {
    if (denominator === 0) return;
    const { sum, documents } = this.#sums.get(field) ?? { sum: 0, documents: 0 };
    this.#sums.set(field, { sum: sum + numerator / denominator, documents: documents + 1 });
  }

  into(fields: Map<string, Service2025Field>, name: keyof Service2025Field): void {
    for (const [field, { sum, documents }] of this.#sums) {
      fields.set(field, { ...fields.get(field), [name]: (100 * sum) / documents });
    }
  }
}
