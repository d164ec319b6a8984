import type { JsonValue } from '../../model/json/json-value.ts';
import type { RowSink, ScoredDocument } from '../../model/report/scored-document.ts';
import { csvEncoder, csvHeader } from '../tables/csv-text.ts';
import type { Table } from '../tables/define-table.ts';
import type { TableDocument } from '../tables/document-tables.ts';
import { TextFile } from './text-file.ts';

export type SinkContext = Omit<TableDocument, 'document'>;

/** Returns an output that writes a table of documents as CSV (RFC 4180, UTF-8). The file always has a header. */
export function csvSink(file: string, table: Table<TableDocument>, context: SinkContext): RowSink {
  const text = new TextFile(file, csvHeader(table.columns));
  return textSink(text, table, context, csvEncoder(table.columns));
}

/**
 * Returns an output that writes a table of documents as JSON lines: one object per row, with `null` for cells without a
 * value.
 */
export function jsonLinesSink(file: string, table: Table<TableDocument>, context: SinkContext): RowSink {
  const columns = table.columns.map(({ name, of }, i) => ({
    start: `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    of,
  }));
  return textSink(new TextFile(file), table, context, (rows) => {
    let lines = '';
    for (const row of rows) {
      for (const { start, of } of columns) lines += start + json(of(row) ?? null);
      lines += '}\n';
    }
    return lines;
  });
}

/** Returns the JSON text of a cell. Avoids `JSON.stringify` for `null`, booleans and safe integers, to save time. */
function json(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return Number.isSafeInteger(value) ? String(value) : JSON.stringify(value);
}

function textSink(
  file: TextFile,
  table: Table<TableDocument>,
  context: SinkContext,
  encode: (rows: Iterable<unknown>) => string | Uint8Array,
): RowSink {
  return {
    leaves: context.leaves,
    write(document: ScoredDocument) {
      file.append(encode(table.rows({ document, ...context }) ?? []));
    },
    close: () => [file.close()],
    abort: () => file.abort(),
  };
}

/** Writes one table as CSV (RFC 4180, UTF-8) with a header. Writes nothing if the source does not have this table. */
export async function writeTable<Source>(
  file: string,
  table: Table<Source>,
  source: Source,
): Promise<string[]> {
  const rows = table.rows(source);
  if (rows == null) return [];
  const text = new TextFile(file, csvHeader(table.columns));
  try {
    const encode = csvEncoder(table.columns);
    for (const row of rows) text.append(encode([row]));
    return [text.close()];
  } catch (error) {
    text.abort();
    throw text.failure(error);
  }
}
