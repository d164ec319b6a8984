import { TextFile } from '../sinks/text-file.ts';
import { csvHeader, csvLine } from './csv-text.ts';
import type { Table } from './define-table.ts';

/** Writes one table as CSV (RFC 4180, UTF-8) and renames it into place; a table without rows has its header. */
export async function writeTable<Source, Row>(
  file: string,
  table: Table<Source, Row>,
  source: Source,
): Promise<string> {
  const text = new TextFile(file, csvHeader(table.columns));
  try {
    for (const row of table.rows(source)) await text.append(csvLine(table.columns, row));
    return await text.close();
  } catch (error) {
    await text.abort();
    throw text.failure(error);
  }
}
