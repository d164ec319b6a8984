import type { Segment } from '../layout/text-layout.ts';

export interface FindingSpan {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** A row of a table: the text ranges of each cell, by index of the column plan. */
export interface TableRow {
  readonly cells: ReadonlyMap<number, readonly FindingSpan[]>;
  /** Cells of columns that no field requests. They can contain a unit or a currency. */
  readonly neighbours: readonly Segment[];
}
