import { rm } from 'node:fs/promises';
import path from 'node:path';
import { grouped } from '../../base/phrases.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { RowSink } from '../../model/report/scored-document.ts';
import { csvSink, writeTable } from '../sinks/text-sink.ts';
import { changesTable, documentsTable, leavesTable, splitsTable } from '../tables/document-tables.ts';
import { modelTables } from '../tables/tables.ts';
import type { FormatOptions, OpenRows, RowsAhead } from './define-format.ts';

/** Number of leaves from which the leaf table is Parquet by default. */
export const parquetFrom = 5_000_000;

/** Opens the tables of documents in the folder `csv`. */
export async function openCsv(dir: string, ahead: RowsAhead, options: FormatOptions): Promise<OpenRows> {
  const { versions } = ahead;
  const file = (name: string) => path.join(dir, 'csv', name);
  const without = { versions, leaves: 'none' } as const;
  const { sinks, notices } = await leafSinks(dir, ahead, options);
  const all: RowSink[] = [csvSink(file('documents.csv'), documentsTable, without), ...sinks];
  all.push(csvSink(file('splits.csv'), splitsTable, without));
  if (versions.length > 1) all.push(csvSink(file('changes.csv'), changesTable, without));
  return { sinks: all, notices };
}

/** Row tables that only some reports have. Files of an earlier report would seem to be part of this one, so delete them. */
const optionalTables = ['changes.csv', 'leaves.csv', 'leaves.parquet'];

/**
 * Writes the tables of the model into the folder `csv` and returns their paths. Also removes optional row tables of an
 * earlier report. The sinks write the row tables of this report afterwards.
 */
export async function writeCsv(model: ReportModel, dir: string): Promise<string[]> {
  for (const name of optionalTables) await rm(path.join(dir, 'csv', name), { force: true });
  const files: string[] = [];
  for (const table of modelTables)
    files.push(...(await writeTable(path.join(dir, 'csv', `${table.name}.csv`), table, model)));
  return files;
}

/** Estimates the number of leaves to write. Estimates wrong leaves only if the number of all leaves requires Parquet. */
async function leavesToWrite(estimate: RowsAhead['estimate'], leaves: 'all' | 'wrong'): Promise<number> {
  const all = await estimate('all');
  return leaves === 'wrong' && all >= parquetFrom ? estimate('wrong') : all;
}

/** Opens the leaf table in the requested format. Adds a notice if Parquet is only the default. */
async function leafSinks(
  dir: string,
  { versions, estimate }: RowsAhead,
  { leaves = 'all', leafFormat }: FormatOptions,
): Promise<OpenRows> {
  if (leaves === 'none') return { sinks: [], notices: [] };
  const context = { versions, leaves };
  const name = (format: string) => path.join(dir, 'csv', `leaves.${format}`);
  const count = leafFormat === undefined ? await leavesToWrite(estimate, leaves) : 0;
  if ((leafFormat ?? (count >= parquetFrom ? 'parquet' : 'csv')) === 'csv')
    return { sinks: [csvSink(name('csv'), leavesTable, context)], notices: [] };
  const { parquetSink } = await import('../sinks/parquet-sink.ts');
  const notices =
    leafFormat === undefined
      ? [`about ${grouped(count)} leaves: leaves.parquet instead of leaves.csv; --leaf-format csv writes CSV`]
      : [];
  return { sinks: [parquetSink(name('parquet'), leavesTable, context)], notices };
}
