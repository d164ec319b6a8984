import type { JsonValue } from '../../model/json/json-value.ts';
import type { RowPairing } from '../../model/score/item-score.ts';
import type { TableCells } from '../align/table-cells.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';

/** Numbers of the outcomes: their places in `outcomes`. */
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

/** The rows of one array, after all of them were visited. */
export interface WalkedArray {
  readonly plan: FieldPlan;
  readonly rows: readonly unknown[];
  readonly others: readonly unknown[];
  /** Pairs in display order, flat: expected row, predicted row; -1 for none. The first `2 * pairCount` count. */
  readonly pairs: Int32Array;
  readonly pairCount: number;
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells: { readonly correct: number; readonly expected: number; readonly predicted: number };
  readonly method: RowPairing['method'];
}

/** The leaves of a small table of scalars. */
export interface WalkedCells {
  readonly columns: readonly ScalarColumn[];
  readonly expected: TableCells;
  readonly predicted: TableCells;
  /** As in `WalkedArray`. */
  readonly pairs: Int32Array;
  readonly pairCount: number;
  /** Outcomes pair by pair, in each column by column. */
  readonly found: Uint8Array;
}

/** Takes what the walk over a document finds, in display order. */
export interface Sink {
  /** Goes into a member of an object. */
  enter(key: string): void;
  /** Goes into a pair of rows; -1 for none. */
  enterRow(row: number, other: number): void;
  /** Goes out of what was entered last. */
  leave(): void;
  /** Whether two values that both say something match. */
  matches(plan: FieldPlan, expected: JsonValue, predicted: JsonValue): boolean;
  /** A leaf at a member of what was entered, or what was entered itself where `key` is null. */
  leaf(
    plan: FieldPlan,
    key: string | null,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    found: OutcomeNumber,
    note?: string,
  ): void;
  /** The leaves of all rows of a small table, instead of each on its own. */
  cells(table: WalkedCells): void;
  array(found: WalkedArray): void;
}
