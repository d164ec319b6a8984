import type { RowSink, ScoredDocument } from '../../model/scored-document.ts';
import { csvHeader, csvWriter } from '../tables/csv-text.ts';
import type { Cell, Table } from '../tables/define-table.ts';
import type { TableDocument } from '../tables/document-tables.ts';
import { TextFile } from './text-file.ts';

/** What all rows of a run share. */
export type SinkContext = Omit<TableDocument, 'document'>;

/** Writes a table of documents as CSV (RFC 4180, UTF-8); a table without rows has its header. */
export function csvSink<Row>(file: string, table: Table<TableDocument, Row>, context: SinkContext): RowSink {
  return textSink(new TextFile(file, csvHeader(table.columns)), table, context, csvWriter(table.columns));
}

/** Writes a table of documents as JSON lines: one object per row, absent cells as `null`. */
export function jsonLinesSink<Row>(
  file: string,
  table: Table<TableDocument, Row>,
  context: SinkContext,
): RowSink {
  return textSink(new TextFile(file), table, context, (row) => {
    const cells: Record<string, Cell> = {};
    for (const { name, of } of table.columns) cells[name] = of(row) ?? null;
    return `${JSON.stringify(cells)}\n`;
  });
}

function textSink<Row>(
  file: TextFile,
  table: Table<TableDocument, Row>,
  context: SinkContext,
  lineOf: (row: Row) => string,
): RowSink {
  return {
    leaves: context.leaves,
    write(document: ScoredDocument) {
      let text = '';
      for (const row of table.rows({ document, ...context })) text += lineOf(row);
      return text === '' ? undefined : file.append(text);
    },
    close: async () => [await file.close()],
    abort: () => file.abort(),
  };
}
