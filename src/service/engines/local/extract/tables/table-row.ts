import type { Segment } from '../layout/text-layout.ts';

export interface FindingSpan {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** One row of a table: by position in the column plans, the pieces of text of its cell. */
export interface TableRow {
  readonly cells: ReadonlyMap<number, readonly FindingSpan[]>;
  /** Cells of columns that nobody asked for; a unit or a currency may stand there. */
  readonly neighbours: readonly Segment[];
}
