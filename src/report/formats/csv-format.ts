import { rm } from 'node:fs/promises';
import path from 'node:path';
import { grouped } from '../../base/phrases.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { csvSink, writeTable } from '../sinks/text-sink.ts';
import type { Table } from '../tables/define-table.ts';
import {
  changesTable,
  documentsTable,
  leavesTable,
  splitsTable,
  type TableDocument,
} from '../tables/document-tables.ts';
import { modelTables } from '../tables/tables.ts';
import type { FormatOptions, OpenRows, RowsAhead } from './define-format.ts';

/** If the table of leaves has at least this many rows, its default format is Parquet. */
export const parquetFrom = 5_000_000;

/** Opens those tables in the folder `csv` whose rows are written during scoring. */
export async function openCsv(dir: string, ahead: RowsAhead, options: FormatOptions): Promise<OpenRows> {
  const { versions } = ahead;
  const sink = (table: Table<TableDocument>) =>
    csvSink(path.join(dir, 'csv', `${table.name}.csv`), table, { versions, leaves: 'none' });
  const { sinks, notices } = await openLeavesAndDocuments(dir, ahead, options);
  const changes = versions.length > 1 ? [sink(changesTable)] : [];
  return { sinks: [sink(documentsTable), ...sinks, sink(splitsTable), ...changes], notices };
}

/** Tables that only some reports have. `writeCsv` first deletes these files, which an earlier report may have left. */
const optionalTables = ['changes.csv', 'leaves.csv', 'leaves.parquet', 'documents.parquet'];

/**
 * Writes the tables about the whole report to the folder `csv`, for example the table of fields. The tables with rows
 * per document are written during scoring.
 */
export async function writeCsv(model: ReportModel, dir: string): Promise<string[]> {
  for (const name of optionalTables) await rm(path.join(dir, 'csv', name), { force: true });
  const files: string[] = [];
  for (const table of modelTables)
    files.push(...(await writeTable(path.join(dir, 'csv', `${table.name}.csv`), table, model)));
  return files;
}

/**
 * Opens the table of leaves. If its format is Parquet, also opens the table of documents as Parquet, so that queries
 * can join both tables. Adds a notice if Parquet was selected because of the number of leaves and not by an option.
 */
async function openLeavesAndDocuments(
  dir: string,
  { versions, estimate }: RowsAhead,
  { leaves = 'all', leafFormat }: FormatOptions,
): Promise<OpenRows> {
  if (leaves === 'none') return { sinks: [], notices: [] };
  const context = { versions, leaves };
  const name = (format: string) => path.join(dir, 'csv', `leaves.${format}`);
  let count = leafFormat === undefined ? await estimate('all') : 0;
  // Estimating the number of wrong leaves takes long. Estimate it only if a table with all leaves would be Parquet.
  if (leaves === 'wrong' && count >= parquetFrom) count = await estimate('wrong');
  if ((leafFormat ?? (count >= parquetFrom ? 'parquet' : 'csv')) === 'csv')
    return { sinks: [csvSink(name('csv'), leavesTable, context)], notices: [] };
  const { parquetSink } = await import('../sinks/parquet-sink.ts');
  const notice = `about ${grouped(count)} leaves, so leaves.parquet replaces leaves.csv; --leaf-format csv selects CSV`;
  const documents = path.join(dir, 'csv', 'documents.parquet');
  return {
    sinks: [
      parquetSink(name('parquet'), leavesTable, context),
      parquetSink(documents, documentsTable, { versions, leaves: 'none' }),
    ],
    notices: leafFormat === undefined ? [notice] : [],
  };
}
