import { csvEncoder, csvHeader } from '../tables/csv-text.ts';
import type { Table } from '../tables/define-table.ts';
import { TextFile } from './text-file.ts';

/** Writes one table as CSV (RFC 4180, UTF-8) and renames it into place; a table without rows has its header. */
export async function writeTable<Source, Row>(
  file: string,
  table: Table<Source, Row>,
  source: Source,
): Promise<string> {
  const text = new TextFile(file, csvHeader(table.columns));
  try {
    const encode = csvEncoder(table.columns);
    for (const row of table.rows(source)) text.append(encode([row]));
    return text.close();
  } catch (error) {
    text.abort();
    throw text.failure(error);
  }
}
