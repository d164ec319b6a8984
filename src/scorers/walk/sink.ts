import type { JsonValue } from '../../model/json/json-value.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import type { RowPairing } from '../../model/score/item-score.ts';
import type { TableCells } from '../align/table-cells.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';

/** Positions of the outcomes in `outcomes`. */
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
   * Pairs in display order, two entries per pair: expected row and predicted row, -1 for none. The first `2 *
   * pairCount` entries count.
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
  /** Pairs as in `WalkedArray`. */
  readonly pairs: Int32Array;
  readonly pairCount: number;
  readonly found: Uint8Array;
}

/** Receives the results of the walk over a document, in display order. */
export interface Sink {
  enter(key: string): void;
  /** Enters a pair of rows; -1 for none. */
  enterRow(row: number, other: number): void;
  /** Leaves the member or pair that was entered last. */
  leave(): void;
  /** Returns whether two values match; both sides have a value. */
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
  /** Receives the leaves of all rows of a small table, instead of each leaf. */
  cells(table: WalkedCells): void;
  array(found: WalkedArray): void;
}
