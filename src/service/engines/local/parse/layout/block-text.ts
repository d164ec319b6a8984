import { escapeHtml } from '../../../../../base/phrases.ts';
import type { ParsedLine, ParsedWord } from '../../../parsed-document.ts';
import type { Table, TableCell, TableRow } from './table.ts';

export interface InlineStyle {
  /** Whether bold words are marked. */
  readonly bold: boolean;
}

type Format = 'markdown' | 'html';

/** Returns words as Markdown, with single spaces between them. Links keep their targets. */
export function inlineMarkdown(words: readonly ParsedWord[], style: InlineStyle): string {
  return inline(words, style, 'markdown');
}

function inline(words: readonly ParsedWord[], { bold }: InlineStyle, format: Format): string {
  const runs: { link: string | undefined; isBold: boolean; texts: string[] }[] = [];
  for (const word of words) {
    const last = runs.at(-1);
    const isBold = bold && word.bold === true;
    if (last !== undefined && last.link === word.link && last.isBold === isBold) last.texts.push(word.text);
    else runs.push({ link: word.link, isBold, texts: [word.text] });
  }
  return runs
    .map(({ link, isBold, texts }) => {
      const text = texts.join(' ');
      if (format === 'html') {
        const escaped = isBold ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
        return link === undefined ? escaped : `<a href="${escapeHtml(link)}">${escaped}</a>`;
      }
      const marked = isBold ? `**${text}**` : text;
      return link === undefined ? marked : `[${marked.replace(/[[\]]/g, '\\$&')}](${markdownTarget(link)})`;
    })
    .join(' ');
}

/** Returns a link target without the characters that would end it in Markdown. */
function markdownTarget(target: string): string {
  return target.replace(/[()<>|[\]\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

/** Returns the lines of a paragraph, heading or list item as Markdown. */
export function linesMarkdown(lines: readonly ParsedLine[], style: InlineStyle): string {
  const [first] = lines;
  const level = first?.listLevel;
  if (level === undefined) return lines.map(({ words }) => inlineMarkdown(words, style)).join('\n');
  const words = lines.flatMap((line) => line.words);
  const indent = ' '.repeat(4 * Math.min(level, maxListDepth));
  if (words[0]?.text === '•') return `${indent}- ${inlineMarkdown(words.slice(1), style)}`;
  const isNumbered = /^\d{1,9}[.)]$/.test(words[0]?.text ?? '');
  return `${indent}${isNumbered ? '' : '- '}${inlineMarkdown(words, style)}`;
}

const maxListDepth = 20;

/**
 * Returns a table in pipe syntax. Without a header row, the first row is empty, because the syntax requires a header.
 */
export function tableMarkdown(table: Table, style: InlineStyle = { bold: false }): string {
  const text = (row: TableRow, cell: TableCell) =>
    inlineMarkdown(cell.words, { bold: style.bold && !row.header }).replaceAll('|', '\\|');
  const rows = table.rows.map((row) => row.cells.map((cell) => text(row, cell)));
  const header = table.rows[0]?.header ? (rows.shift() as string[]) : table.columns.map(() => '');
  const write = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [write(header), write(header.map(() => '---')), ...rows.map(write)].join('\n');
}

/** Returns a table as an HTML element. Merged cells have `colspan` and `rowspan`. */
export function tableHtml(table: Table, style: InlineStyle = { bold: false }): string {
  const rows = table.rows.map(({ header, cells }) => {
    const tag = header ? 'th' : 'td';
    return cells
      .filter(({ isCovered }) => isCovered !== true)
      .map(({ words, columnSpan = 1, rowSpan = 1 }) => {
        const spans = `${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`;
        return `<${tag}${spans}>${inline(words, { bold: style.bold && !header }, 'html')}</${tag}>`;
      })
      .join('');
  });
  return `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
}
