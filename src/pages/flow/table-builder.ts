import type { FlowTable } from './flow.ts';
import type { FlowBuilder } from './flow-builder.ts';

const maxSpan = 100;

/** Collects a table cell by cell. A cell over several columns or rows is stored once, followed by empty cells. */
export class TableBuilder {
  readonly rows: string[][] = [];
  readonly #flow: FlowBuilder;
  /** For each column: how many of the next rows a cell above still covers. */
  readonly #covered = new Map<number, number>();

  constructor(flow: FlowBuilder) {
    this.#flow = flow;
  }

  beginRow(): void {
    this.rows.push([]);
  }

  addCell(text: string, columns = 1, rows = 1): void {
    if (this.rows.length === 0) this.beginRow();
    const row = this.rows.at(-1) as string[];
    this.#fillCovered(row);
    const wide = Math.min(maxSpan, Math.max(1, Math.trunc(columns) || 1));
    this.#flow.count(0, wide);
    for (let index = 0; index < wide; index++) {
      if (rows > 1 && rows <= 10_000) this.#covered.set(row.length, Math.trunc(rows) - 1);
      row.push(index === 0 ? text : '');
    }
  }

  /** Returns the table without empty rows, or `undefined` if all rows are empty. */
  finish(header?: boolean): FlowTable | undefined {
    const rows = this.rows.filter((row) => row.some((cell) => cell !== ''));
    if (rows.length === 0) return undefined;
    return { kind: 'table', rows, ...(header === undefined ? {} : { header }) };
  }

  #fillCovered(row: string[]): void {
    let left = this.#covered.get(row.length) ?? 0;
    while (left > 0) {
      this.#flow.count(0, 1);
      if (left === 1) this.#covered.delete(row.length);
      else this.#covered.set(row.length, left - 1);
      row.push('');
      left = this.#covered.get(row.length) ?? 0;
    }
  }
}
