import type { JsonValue } from '../../model/json/json-value.ts';
import { type Counts, outcomes } from '../../model/score/item-score.ts';

export type Cell = JsonValue | undefined;

/** `value` is any value of a document: a text is written unchanged, other values as JSON. */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'value';

/** A column. `of` and `text` are methods, so that one list can hold tables with different rows. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** What a cell holds, as a noun phrase. */
  readonly doc: string;
  of(row: Row): Cell;
  /** Text of the cell in CSV and Parquet if it differs from the JSON value. */
  text?(row: Row): string;
}

/** A table with a stable order of columns. CSV, JSON lines and Parquet files use the same declaration. */
export interface Table<Source, Row = unknown> {
  readonly name: string;
  /** What one row is, as a noun phrase. */
  readonly doc: string;
  readonly columns: readonly Column<Row>[];
  /** Returns the rows of a source; `null` or `undefined` if it has no such table. */
  readonly rows: (source: Source) => Iterable<Row> | null | undefined;
}

export function column<Row>(
  name: string,
  type: ColumnType,
  doc: string,
  of: (row: Row) => Cell,
): Column<Row> {
  return { name, type, doc, of };
}

/** Returns one column per outcome: the number of leaves with it. */
export function outcomeColumns<Row>(countsOf: (row: Row) => Counts | undefined): Column<Row>[] {
  return outcomes.map((outcome) =>
    column(
      outcome,
      'integer',
      `number of leaves with the outcome ${outcome}`,
      (row: Row) => countsOf(row)?.[outcome] ?? 0,
    ),
  );
}
