import { escapeHtml } from '../../../../../base/phrases.ts';
import { gridCell } from '../../../../../pages/flow/text-grid.ts';
import type { PageBlock, PageView } from '../../../engine.ts';
import type { ParsedDocument, ParsedLine, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { boxOf } from './arrange-words.ts';
import { tableMarkdown } from './page-markdown.ts';
import type { Table } from './table.ts';
import { detectTables } from './tables.ts';

/** Minimum font size of a heading, relative to the usual font size of the page. */
const headingRatio = 1.3;
const titleRatio = 1.7;
/** Maximum length of a heading, in characters. */
const headingLength = 80;

/**
 * Returns the pages as the parse operation returns them: blocks in reading order, Markdown, and text at its position.
 */
export function viewPages(document: ParsedDocument): PageView[] {
  return document.pages.map((page) => {
    const blocks = blocksOf(page);
    return {
      number: page.number,
      ...(page.name === undefined ? {} : { name: page.name }),
      width: page.width,
      height: page.height,
      rawText: spatialText(page),
      markdown: blocks.map(markdownOf).join('\n\n'),
      blocks,
    };
  });
}

function blocksOf(page: ParsedPage): PageBlock[] {
  const usual = usualSize(page.lines);
  const tableOfWord = new Map<ParsedWord, Table>();
  for (const table of detectTables(page))
    for (const row of table.rows)
      for (const cell of row.cells) for (const word of cell.words) tableOfWord.set(word, table);
  const shown = new Set<Table>();
  const blocks: PageBlock[] = [];
  let current: { block: number; type: PageBlock['type']; lines: ParsedLine[] } | undefined;
  const close = (): void => {
    if (current === undefined) return;
    const { type, lines } = current;
    blocks.push({ type, content: lines.map((line) => line.text).join('\n'), box: boxOf(lines) });
    current = undefined;
  };
  for (const line of page.lines) {
    const table = line.words.map((word) => tableOfWord.get(word)).find((found) => found !== undefined);
    if (table !== undefined) {
      close();
      if (!shown.has(table)) blocks.push(tableBlock(table));
      shown.add(table);
      continue;
    }
    const type = lineType(line, usual);
    if (current !== undefined && (current.block !== line.block || current.type !== type)) close();
    current ??= { block: line.block, type, lines: [] };
    current.lines.push(line);
  }
  close();
  return blocks;
}

function tableBlock(table: Table): PageBlock {
  const rows = table.rows.map(({ header, cells }) => {
    const tag = header ? 'th' : 'td';
    return `<tr>${cells.map(({ text }) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  });
  return {
    type: 'table',
    content: tableMarkdown(table),
    html: `<table>${rows.join('')}</table>`,
    box: table.box,
    rowCount: table.rows.length,
    columnCount: table.columns.length,
  };
}

function lineType(line: ParsedLine, usual: number): 'text' | 'heading' | 'section_heading' {
  const ratio = usual === 0 ? 1 : sizeOf(line) / usual;
  if (line.text.length > headingLength || !/\p{L}/u.test(line.text)) return 'text';
  if (ratio >= titleRatio) return 'heading';
  return ratio >= headingRatio ? 'section_heading' : 'text';
}

function markdownOf(block: PageBlock): string {
  if (block.type === 'heading') return `# ${block.content.replaceAll('\n', ' ')}`;
  if (block.type === 'section_heading') return `## ${block.content.replaceAll('\n', ' ')}`;
  return block.content;
}

/** Returns the median font size of the characters. */
function usualSize(lines: readonly ParsedLine[]): number {
  const sizes = lines
    .map((line) => ({ size: sizeOf(line), weight: line.text.length }))
    .sort((a, b) => a.size - b.size);
  let left = sizes.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { size, weight } of sizes) {
    left -= weight;
    if (left <= 0) return size;
  }
  return 0;
}

function sizeOf(line: ParsedLine): number {
  return line.words.reduce((largest, word) => Math.max(largest, word.fontSize), 0);
}

const columnsAcross = 120;

/** Returns the text of a page, in which spaces keep words at their positions. */
export function spatialText(page: ParsedPage): string {
  const lines = [...page.lines].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const rows: ParsedLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const first = row?.[0];
    const sameRow = first !== undefined && line.box.top < (first.box.top + first.box.bottom) / 2;
    if (sameRow) row?.push(line);
    else rows.push([line]);
  }
  // Plain text keeps its original columns.
  const scale = page.source === 'plain' ? 1 / gridCell.width : columnsAcross / Math.max(page.width, 1);
  return rows
    .map((row) => {
      let text = '';
      for (const line of row.sort((a, b) => a.box.left - b.box.left)) {
        const column = Math.round(line.box.left * scale);
        text = text === '' ? ' '.repeat(Math.max(0, column)) : text.padEnd(Math.max(text.length + 2, column));
        text += line.text;
      }
      return text.trimEnd();
    })
    .join('\n');
}
