import type { PageBlock, PageView, ViewOptions } from '../../../engine.ts';
import type { ParsedDocument, ParsedLine, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { boxOf } from './arrange-words.ts';
import { linesMarkdown, tableHtml, tableMarkdown } from './block-text.ts';
import { placeFigures } from './place-figures.ts';
import { originalBox, originalSize } from './rotate-box.ts';
import { spatialText } from './spatial-text.ts';
import type { Table } from './table.ts';
import { detectTables } from './tables.ts';

/** Minimum font size of a heading, relative to the usual font size of the page. */
const headingRatio = 1.3;
const titleRatio = 1.7;
/** Maximum length of a heading, in characters. */
const headingLength = 80;

const defaultOptions: ViewOptions = {
  text: true,
  tables: true,
  figures: true,
  tableFormat: 'markdown',
  bold: false,
  upright: true,
};

/** A block with its Markdown text and its lines. */
interface ViewedBlock {
  readonly block: PageBlock;
  readonly markdown: string;
  readonly lines: readonly ParsedLine[];
  readonly isListItem?: boolean;
}

/**
 * Returns the pages as the parse operation outputs them: blocks in reading order, Markdown, and plain text in which
 * spaces keep words at their positions. The blocks, the Markdown and the plain text contain only the requested kinds of
 * blocks.
 */
export function viewPages(document: ParsedDocument, options: ViewOptions = defaultOptions): PageView[] {
  return document.pages.map((page) => {
    const blocks = placeFigures(page, blocksOf(page, options)).filter(({ block }) =>
      isWanted(block, options),
    );
    const lines = blocks.flatMap((block) => block.lines);
    const size = options.upright ? page : originalSize(page);
    return {
      number: page.number,
      ...(page.name === undefined ? {} : { name: page.name }),
      width: size.width,
      height: size.height,
      rawText: spatialText({ ...page, lines }),
      markdown: joined(blocks),
      blocks: blocks.map(({ block }) =>
        options.upright ? block : { ...block, box: originalBox(page, block.box) },
      ),
    };
  });
}

function isWanted({ type }: PageBlock, options: ViewOptions): boolean {
  if (type === 'table') return options.tables;
  return type === 'figure' ? options.figures : options.text;
}

/** Joins blocks with empty lines between them, except between the items of a list. */
function joined(blocks: readonly ViewedBlock[]): string {
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const isInList = block.isListItem === true && blocks[index - 1]?.isListItem === true;
    if (index > 0) text += isInList ? '\n' : '\n\n';
    text += block.markdown;
  }
  return text;
}

function blocksOf(page: ParsedPage, options: ViewOptions): ViewedBlock[] {
  const usual = usualSize(page.lines);
  const tableOfWord = new Map<ParsedWord, Table>();
  for (const table of detectTables(page))
    for (const row of table.rows)
      for (const cell of row.cells) for (const word of cell.words) tableOfWord.set(word, table);
  const tableLines = new Map<Table, ParsedLine[]>();
  const blocks: ViewedBlock[] = [];
  let current: { block: number; level: number; lines: ParsedLine[] } | undefined;
  const close = (): void => {
    if (current !== undefined) blocks.push(textBlock(current.lines, current.level, options));
    current = undefined;
  };
  for (const line of page.lines) {
    const table = line.words.map((word) => tableOfWord.get(word)).find((found) => found !== undefined);
    if (table !== undefined) {
      close();
      const shown = tableLines.get(table);
      if (shown !== undefined) shown.push(line);
      else {
        const lines = [line];
        tableLines.set(table, lines);
        blocks.push(tableBlock(table, lines, options));
      }
      continue;
    }
    const level = line.turned ? 0 : (line.heading ?? headingLevel(line, usual));
    if (current !== undefined && (current.block !== line.block || current.level !== level)) close();
    current ??= { block: line.block, level, lines: [] };
    current.lines.push(line);
  }
  close();
  return blocks;
}

function textBlock(lines: readonly ParsedLine[], level: number, { bold }: ViewOptions): ViewedBlock {
  const content = lines.map((line) => line.text).join('\n');
  const box = boxOf(lines);
  if (level === 0) {
    const markdown = linesMarkdown(lines, { bold });
    const isListItem = lines[0]?.listLevel !== undefined;
    return { block: { type: 'text', content, box }, markdown, lines, isListItem };
  }
  const type = level === 1 ? 'heading' : 'section_heading';
  const text = linesMarkdown(lines, { bold: false }).replaceAll('\n', ' ');
  return {
    block: { type, content, box, headingLevel: level },
    markdown: `${'#'.repeat(Math.min(level, 6))} ${text}`,
    lines,
  };
}

function tableBlock(table: Table, lines: readonly ParsedLine[], options: ViewOptions): ViewedBlock {
  const html = tableHtml(table, options);
  const content = options.tableFormat === 'html' ? html : tableMarkdown(table, options);
  const block: PageBlock = {
    type: 'table',
    content,
    html,
    box: table.box,
    rowCount: table.rows.length,
    columnCount: table.columns.length,
  };
  return { block, markdown: content, lines };
}

/** Returns the level of a heading (1 or 2) by its font size, or 0 for a line that is not a heading. */
function headingLevel(line: ParsedLine, usual: number): number {
  const ratio = usual === 0 ? 1 : sizeOf(line) / usual;
  if (line.text.length > headingLength || !/\p{L}/u.test(line.text)) return 0;
  if (ratio >= titleRatio) return 1;
  return ratio >= headingRatio ? 2 : 0;
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
