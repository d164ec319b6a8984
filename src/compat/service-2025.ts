import type { ItemScore } from '../model/score/item-score.ts';

/** In percent, 0 to 100; a member that is undefined is left out, as the service does. */
export interface Service2025Field {
  recallPerc?: number;
  precisionPerc?: number;
  /** Of tables: correct cells / the larger of expected and predicted cells. */
  accuracyPerc?: number;
}

export interface Service2025Metrics {
  /** By dotted field name without row numbers. */
  readonly fields: ReadonlyMap<string, Service2025Field>;
  /** By the name of a table at the root: documents in which it has the right number of rows. */
  readonly arrayCardinalityMetrics: ReadonlyMap<string, number>;
}

/**
 * The extraction metrics of API version 2025-04-21 from our ledgers: means over documents, in percent.
 *
 * recallPerc = mean over the documents that expect the field of correct / expected; precisionPerc = mean over the
 * documents that give it of correct / given; accuracyPerc of a table = mean over the documents with cells on either side
 * of correct cells / max(expected, predicted cells). Range 0 to 100, higher is better. A field that is never expected
 * has no recall; excluded and unscored leaves count nowhere (the service leaves out documents without output: score
 * with `failures: 'exclude'`).
 *
 * Source: service-facts.md ("How the service counts its own metrics"). Not published, and so taken from the ledger's
 * options: what a null in the gold counts as, how values are compared and rows paired.
 *
 * Example: a table of 3 rows and 3 columns with 2 rows right and 1 missing: accuracyPerc 6/9 = 66.7.
 *
 * @example
 * const rows = [1, 2, 3].map((n) => ({ a: n, b: n, c: n }));
 * const ledger = scoreExtraction({ expected: { lines: rows }, predicted: { lines: rows.slice(0, 2) } });
 * service2025([ledger]).fields.get('lines').accuracyPerc // => 66.6667
 */
export function service2025(ledgers: Iterable<ItemScore>): Service2025Metrics {
  const recall = new Means();
  const precision = new Means();
  const accuracy = new Means();
  const cardinality = new Map<string, number>();
  for (const ledger of ledgers) {
    for (const [field, { correct, expected, predicted }] of fieldSums(ledger)) {
      recall.add(field, correct, expected);
      precision.add(field, correct, predicted);
    }
    for (const [field, cells] of cellSums(ledger)) {
      accuracy.add(field, cells.correct, Math.max(cells.expected, cells.predicted));
    }
    for (const { field, path, expectedRows, predictedRows } of ledger.rows) {
      if (path !== field || field.includes('.')) continue;
      cardinality.set(field, (cardinality.get(field) ?? 0) + (expectedRows === predictedRows ? 1 : 0));
    }
  }
  const fields = new Map<string, Service2025Field>();
  recall.into(fields, 'recallPerc');
  precision.into(fields, 'precisionPerc');
  accuracy.into(fields, 'accuracyPerc');
  return { fields, arrayCardinalityMetrics: cardinality };
}

interface FieldSums {
  correct: number;
  expected: number;
  predicted: number;
}

function fieldSums(ledger: ItemScore): Map<string, FieldSums> {
  const sums = new Map<string, FieldSums>();
  for (const { field, outcome } of ledger.leaves) {
    const sum = sums.get(field) ?? { correct: 0, expected: 0, predicted: 0 };
    sums.set(field, sum);
    if (outcome === 'correct') sum.correct++;
    if (outcome === 'correct' || outcome === 'incorrect' || outcome === 'missing') sum.expected++;
    if (outcome === 'correct' || outcome === 'incorrect' || outcome === 'spurious') sum.predicted++;
  }
  return sums;
}

/** Cells of all tables of one field: a table inside rows occurs several times. */
function cellSums(ledger: ItemScore): Map<string, FieldSums> {
  const sums = new Map<string, FieldSums>();
  for (const { field, cells } of ledger.rows) {
    if (cells === undefined) continue;
    const sum = sums.get(field) ?? { correct: 0, expected: 0, predicted: 0 };
    sums.set(field, sum);
    sum.correct += cells.correct;
    sum.expected += cells.expected;
    sum.predicted += cells.predicted;
  }
  return sums;
}

/** Means of ratios over documents, those with nothing to divide by left out. */
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
