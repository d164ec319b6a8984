import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { temporaryFor, writeFailure } from '../../base/write-file.ts';
import type { RowSink, ScoredDocument } from '../../model/report/scored-document.ts';
import { cellText } from '../tables/csv-text.ts';
import type { Cell, Column, ColumnType, Table } from '../tables/define-table.ts';
import type { TableDocument } from '../tables/document-tables.ts';
import type { SinkContext } from './text-sink.ts';

/** Number of rows per row group. The writer keeps one row group in memory. */
const groupRows = 10_000;

const types: Readonly<Record<ColumnType, NonNullable<ColumnSource['type']>>> = {
  text: 'STRING',
  value: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/**
 * Returns an output that writes a table of documents as Parquet. Values have the same text as in CSV, but without an
 * apostrophe before formulas. Tags are JSON. A cell without a value is null.
 */
export function parquetSink(file: string, table: Table<TableDocument>, context: SinkContext): RowSink {
  const temporary = temporaryFor(file);
  const { columns } = table;
  let group: Cell[][] = columns.map(() => []);
  let rows = 0;
  let writer: ParquetWriter | null = null;
  let closed = false;

  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      discard();
      throw writeFailure(file, error);
    }
  };
  const discard = () => {
    if (closed) return;
    closed = true;
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The folder of the file does not exist, so there is nothing to remove.
    }
  };
  const sources = (): ColumnSource[] =>
    columns.map(({ name, type }, i) => ({
      name,
      type: types[type],
      nullable: true,
      offsetIndex: false,
      data: group[i] as Cell[],
    }));
  const flush = () =>
    attempt(() => {
      if (writer === null) {
        mkdirSync(path.dirname(file), { recursive: true });
        const schema = schemaFromColumnData({ columnData: sources() });
        writer = new ParquetWriter({
          writer: fileWriter(temporary),
          schema,
          statistics: false,
          createdBy: 'goldset',
        });
      }
      writer.write({ columnData: sources(), rowGroupSize: groupRows });
      group = columns.map(() => []);
      rows = 0;
    });

  return {
    leaves: context.leaves,
    write(document: ScoredDocument) {
      for (const row of table.rows({ document, ...context }) ?? []) {
        for (let i = 0; i < columns.length; i++)
          (group[i] as Cell[]).push(parquetCell(columns[i] as Column<unknown>, row));
        rows++;
        if (rows === groupRows) flush();
      }
    },
    close() {
      if (rows > 0 || writer === null) flush();
      attempt(() => {
        writer?.finish();
        renameSync(temporary, file);
      });
      closed = true;
      return [file];
    },
    abort() {
      discard();
    },
  };
}

function parquetCell(column: Column<unknown>, row: unknown): Cell {
  const value = column.of(row) ?? null;
  if (column.type === 'value') return value === null ? null : cellText(value);
  return column.text === undefined ? value : column.text(row);
}
