import type { ParsedLine, ParsedPage } from '../../../parsed-document.ts';
import type { Table } from './table.ts';
import { detectTables } from './tables.ts';

/** Returns a page as Markdown: blocks in reading order, and tables in pipe syntax. */
export function toMarkdown(page: ParsedPage): string {
  const tables = detectTables(page);
  const written = new Set<Table>();
  const parts: string[] = [];
  let block: { index: number; lines: string[] } | undefined;
  const close = () => {
    if (block) parts.push(block.lines.join('\n'));
    block = undefined;
  };
  for (const line of page.lines) {
    const table = tables.find((candidate) => holds(candidate, line));
    if (table) {
      close();
      if (!written.has(table)) parts.push(tableMarkdown(table));
      written.add(table);
      continue;
    }
    if (block?.index !== line.block) close();
    block ??= { index: line.block, lines: [] };
    block.lines.push(line.text);
  }
  close();
  return parts.join('\n\n');
}

/**
 * Returns a table in pipe syntax. Without a header row, the first row is empty, because the syntax requires a header.
 */
export function tableMarkdown(table: Table): string {
  const rows = table.rows.map((row) => row.cells.map((cell) => cell.text.replaceAll('|', '\\|')));
  const header = table.rows[0]?.header ? (rows.shift() as string[]) : table.columns.map(() => '');
  const write = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [write(header), write(header.map(() => '---')), ...rows.map(write)].join('\n');
}

function holds(table: Table, line: ParsedLine): boolean {
  return table.rows.some((row) =>
    row.cells.some((cell) => cell.words.some((word) => line.words.includes(word))),
  );
}
