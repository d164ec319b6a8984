import type { JsonValue } from '../../model/json/json-value.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import type { ArrayCounts, RowPairing } from '../../model/score/item-score.ts';
import type { TableCells } from '../align/table-cells.ts';
import type { FieldNumbers, FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';

/** Index of each outcome in `outcomes`. */
export const outcome = {
  correct: 0,
  incorrect: 1,
  missing: 2,
  spurious: 3,
  absent: 4,
  excluded: 5,
  unscored: 6,
} as const;
export type OutcomeNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface WalkedArray {
  readonly plan: FieldPlan;
  readonly rows: readonly unknown[];
  readonly others: readonly unknown[];
  /**
   * Two entries per pair, in display order: expected and predicted row, -1 for a missing row. Only the first 2 *
   * `pairCount` entries are valid.
   */
  readonly pairs: Int32Array;
  readonly pairCount: number;
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells: MatchCounts;
  readonly method: RowPairing['method'];
}

export interface WalkedCells {
  readonly columns: readonly ScalarColumn[];
  readonly expected: TableCells;
  readonly predicted: TableCells;
  /** Two entries per pair: expected and predicted row, -1 for a missing row. */
  readonly pairs: Int32Array;
  readonly pairCount: number;
  readonly found: Uint8Array;
}

/** Receives the results of the walk (`Walk`) over a document, in display order. */
export interface Sink {
  enter(key: string): void;
  enterRow(row: number, other: number): void;
  /** Ends the visit of the member or row that was entered last. */
  leave(): void;
  /** Returns whether two values match. Called only if the leaf has an expected and a predicted value. */
  matches(plan: FieldPlan, expected: JsonValue, predicted: JsonValue): boolean;
  /** Receives a leaf: the member `key` of the current node, or the node itself if `key` is null. */
  leaf(
    plan: FieldPlan,
    key: string | null,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    found: OutcomeNumber,
    note?: string,
  ): void;
  /** Receives all leaves of a small table in one call, instead of calls of `leaf`. */
  cells(table: WalkedCells): void;
  array(found: WalkedArray): void;
}

const width = 7;

/** Counts leaves per field and rows per array. Creates no object per leaf, which makes it fast. */
export class CountSink implements Sink {
  readonly #fields: FieldNumbers;
  byField: Uint32Array;
  arrays: ArrayCounts[] = [];

  constructor(fields: FieldNumbers) {
    this.#fields = fields;
    this.byField = new Uint32Array(fields.names.length * width);
  }

  start(): void {
    this.byField.fill(0);
    this.arrays = [];
  }

  enter(): void {}

  enterRow(): void {}

  leave(): void {}

  /** Compares keys if the comparator has them, because values match if and only if their keys are equal. */
  matches(plan: FieldPlan, expected: JsonValue, predicted: JsonValue): boolean {
    const { keyed } = plan;
    if (keyed === null || typeof expected === 'object' || typeof predicted === 'object')
      return plan.comparatorFor(expected, predicted).compare(expected, predicted).match;
    if (expected === predicted) return true;
    if (keyed.name === 'number' && typeof expected === 'number' && typeof predicted === 'number')
      return false;
    return keyed.key(expected) === keyed.key(predicted);
  }

  leaf(
    plan: FieldPlan,
    _key: string | null,
    _expected: unknown,
    _predicted: unknown,
    found: OutcomeNumber,
  ): void {
    const at = this.#placeOf(plan) + found;
    this.byField[at] = (this.byField[at] as number) + 1;
  }

  cells({ columns, pairCount, found }: WalkedCells): void {
    for (let column = 0; column < columns.length; column++) {
      const start = this.#placeOf((columns[column] as ScalarColumn).plan);
      const { byField } = this;
      let correct = 0;
      for (let at = column; at < pairCount * columns.length; at += columns.length) {
        const reached = found[at] as OutcomeNumber;
        if (reached === outcome.correct) correct++;
        else byField[start + reached] = (byField[start + reached] as number) + 1;
      }
      byField[start] = (byField[start] as number) + correct;
    }
  }

  #placeOf(plan: FieldPlan): number {
    const at = plan.number * width;
    if (at >= this.byField.length) this.#grow();
    return at;
  }

  #grow(): void {
    const grown = new Uint32Array(2 * this.#fields.names.length * width);
    grown.set(this.byField);
    this.byField = grown;
  }

  array(found: WalkedArray): void {
    const { field } = found.plan;
    const at = this.arrays.findIndex((known) => known.field === field);
    if (at === -1) this.arrays.push(countsOf(found));
    else this.arrays[at] = added(this.arrays[at] as ArrayCounts, countsOf(found));
  }
}

function countsOf(found: WalkedArray): ArrayCounts {
  const { plan, pairCount, expectedRows, predictedRows, exactRows, inversions, cells } = found;
  return {
    field: plan.field,
    tables: 1,
    equalTables: expectedRows === predictedRows ? 1 : 0,
    expectedRows,
    predictedRows,
    // `pairCount` also counts rows without a partner.
    pairedRows: expectedRows + predictedRows - pairCount,
    exactRows,
    inversions,
    cells,
  };
}

function added(one: ArrayCounts, other: ArrayCounts): ArrayCounts {
  return {
    field: one.field,
    tables: one.tables + other.tables,
    equalTables: one.equalTables + other.equalTables,
    expectedRows: one.expectedRows + other.expectedRows,
    predictedRows: one.predictedRows + other.predictedRows,
    pairedRows: one.pairedRows + other.pairedRows,
    exactRows: one.exactRows + other.exactRows,
    inversions: one.inversions + other.inversions,
    cells: {
      correct: one.cells.correct + other.cells.correct,
      expected: one.cells.expected + other.cells.expected,
      predicted: one.cells.predicted + other.cells.predicted,
    },
  };
}
