import type { Rate, RowPairing } from '../../model/ledger.ts';
import { rate } from '../rates.ts';

/** What a set of documents gave for the rows of one array. */
export interface ArrayTotals {
  readonly field: string;
  /** Arrays looked at (a document may hold several of one name, inside other rows). */
  readonly arrays: number;
  readonly expectedRows: number;
  readonly predictedRows: number;
  /** Rows of which every leaf is right. */
  readonly exactRows: number;
  /** Expected rows without partner. */
  readonly dropped: number;
  /** Predicted rows without partner. */
  readonly invented: number;
  /** Of the invented ones: those that repeat a predicted row which has a partner. */
  readonly duplicated: number;
  /** Of the dropped ones: those whose texts stand in a predicted row together with those of its partner. */
  readonly merged: number;
  /** Of the invented ones: those whose texts stand in an expected row together with those of its partner. */
  readonly split: number;
  /** Fewest rows to move so that all pairs stand in order. */
  readonly outOfOrder: number;
  /** Pairs of unequal rows that order alone decided. */
  readonly ties: number;
  /** Pairs of rows that stand in the other order. */
  readonly inversions: number;
  /** Share of arrays with the right number of rows (the service's `arrayCardinalityMetrics`). */
  readonly cardinalityRight: Rate;
  /** exact rows / expected rows */
  readonly rowRecall: Rate;
  /** exact rows / predicted rows */
  readonly rowPrecision: Rate;
  /** The service's rule: correct cells / max(expected cells, predicted cells), summed array by array. */
  readonly cells: Rate;
  /** Arrays of which the optimal pairing had to be approximated. */
  readonly approximated: number;
}

type Sums = Record<
  | 'arrays'
  | 'expectedRows'
  | 'predictedRows'
  | 'exactRows'
  | 'pairedRows'
  | 'inversions'
  | 'duplicated'
  | 'merged'
  | 'split'
  | 'outOfOrder'
  | 'ties'
  | 'rightCount'
  | 'correctCells'
  | 'cells'
  | 'approximated',
  number
>;

/**
 * Folds row pairings into numbers an array field. All rates have range 0 to 1, higher is better, and are null where
 * their denominator is 0.
 * Source: metrics.md section 4.
 *
 * Example: 3 rows of 3 columns of which 2 rows are right and 1 is dropped: row recall 2/3, row precision 2/2,
 * cells 6/9, cardinality wrong.
 *
 * @example
 * const { rows } = scoreExtraction({
 *   expected: { lines: [{ a: 1, b: 2 }, { a: 3, b: 4 }, { a: 5, b: 6 }] },
 *   predicted: { lines: [{ a: 1, b: 2 }, { a: 3, b: 4 }] },
 * });
 * const arrays = new ArrayTable();
 * for (const pairing of rows) arrays.add(pairing);
 * const [lines] = arrays.totals();
 * [lines.dropped, lines.rowRecall.value, lines.cells.value] // => [1, 0.6667, 0.6667]
 */
export class ArrayTable {
  readonly #fields = new Map<string, Sums>();

  add(pairing: RowPairing): void {
    const sums = this.#fields.get(pairing.field) ?? zeroSums();
    this.#fields.set(pairing.field, sums);
    const cells = pairing.cells ?? { correct: 0, expected: 0, predicted: 0 };
    sums.arrays++;
    sums.expectedRows += pairing.expectedRows;
    sums.predictedRows += pairing.predictedRows;
    sums.exactRows += pairing.exactRows;
    sums.pairedRows += pairing.pairs.filter(([row, other]) => row !== null && other !== null).length;
    sums.inversions += pairing.inversions;
    const { diagnostics } = pairing;
    sums.duplicated += diagnostics?.duplicated.length ?? 0;
    sums.merged += diagnostics?.merged.length ?? 0;
    sums.split += diagnostics?.split.length ?? 0;
    sums.outOfOrder += diagnostics?.outOfOrder ?? 0;
    sums.ties += diagnostics?.ties ?? 0;
    sums.rightCount += pairing.expectedRows === pairing.predictedRows ? 1 : 0;
    sums.correctCells += cells.correct;
    sums.cells += Math.max(cells.expected, cells.predicted);
    sums.approximated += pairing.method === 'approximate' ? 1 : 0;
  }

  totals(): ArrayTotals[] {
    return [...this.#fields].map(([field, sums]) => ({
      field,
      arrays: sums.arrays,
      expectedRows: sums.expectedRows,
      predictedRows: sums.predictedRows,
      exactRows: sums.exactRows,
      dropped: sums.expectedRows - sums.pairedRows,
      invented: sums.predictedRows - sums.pairedRows,
      duplicated: sums.duplicated,
      merged: sums.merged,
      split: sums.split,
      outOfOrder: sums.outOfOrder,
      ties: sums.ties,
      inversions: sums.inversions,
      cardinalityRight: rate(sums.rightCount, sums.arrays),
      rowRecall: rate(sums.exactRows, sums.expectedRows),
      rowPrecision: rate(sums.exactRows, sums.predictedRows),
      cells: rate(sums.correctCells, sums.cells),
      approximated: sums.approximated,
    }));
  }
}

function zeroSums(): Sums {
  return {
    arrays: 0,
    expectedRows: 0,
    predictedRows: 0,
    exactRows: 0,
    pairedRows: 0,
    inversions: 0,
    duplicated: 0,
    merged: 0,
    split: 0,
    outOfOrder: 0,
    ties: 0,
    rightCount: 0,
    correctCells: 0,
    cells: 0,
    approximated: 0,
  };
}
