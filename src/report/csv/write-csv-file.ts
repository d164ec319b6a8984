import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { writeFailure } from '../../base/write-failure.ts';
import type { JsonValue } from '../../model/json-value.ts';
import { csvCell } from './csv-cell.ts';

export type CsvRow = readonly (JsonValue | undefined)[];

/** A table with a stable order of columns; rows are made while they are written. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: Iterable<CsvRow>;
}

const rowsAtOnce = 2000;

/** Writes one table as RFC 4180, UTF-8, and renames it into place; a table without rows has its header. */
export async function writeCsvFile(file: string, table: CsvTable): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await pipeline(Readable.from(chunks(table)), createWriteStream(beside));
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw writeFailure(file, error);
  }
}

function* chunks(table: CsvTable): Generator<string> {
  yield lines([table.columns]);
  let batch: CsvRow[] = [];
  for (const row of table.rows) {
    batch.push(row);
    if (batch.length === rowsAtOnce) {
      yield lines(batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield lines(batch);
}

function lines(rows: readonly CsvRow[]): string {
  return stringify(
    rows.map((row) => row.map(csvCell)),
    // The library quotes what holds a whole CRLF; a bare CR or LF has to be quoted as well.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}
