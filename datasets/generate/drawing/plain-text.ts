import { textWidth } from './font-metrics.ts';
import type { Sheet } from './sheet.ts';

type TextMark = Extract<Sheet['marks'][number], { kind: 'text' }>;

/** Width of a character on the grid in points. A page of A4 is about 110 characters wide. */
const characterWidth = 5.2;

/**
 * Returns the words of the sheets as a text file with columns separated by spaces. The file looks like text copied from
 * a document management system. Marks on nearly the same baseline share a line, and an empty line separates pages.
 */
export function plainText(sheets: readonly Sheet[]): string {
  return `${sheets.map(pageText).join('\n\n')}\n`;
}

function pageText(sheet: Sheet): string {
  const marks = sheet.marks.filter((mark) => mark.kind === 'text');
  const rows: TextMark[][] = [];
  for (const mark of [...marks].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row !== undefined && mark.y - (row[0] as TextMark).y < 3) row.push(mark);
    else rows.push([mark]);
  }
  const left = Math.min(...marks.map((mark) => mark.x));
  const lines: string[] = [];
  let last: number | undefined;
  for (const row of rows) {
    const y = (row[0] as TextMark).y;
    if (last !== undefined && y - last > 22) lines.push('');
    lines.push(rowText(row, left));
    last = y;
  }
  return lines.join('\n');
}

function rowText(row: readonly TextMark[], left: number): string {
  let line = '';
  for (const mark of [...row].sort((a, b) => a.x - b.x)) {
    const right = mark.x + textWidth(mark.text, mark.font, mark.size);
    // Right-aligned figures keep their right edge, so that columns of numbers stay aligned.
    const start = /^[-(]?[\d.,' ]+\)?$/.test(mark.text)
      ? Math.round((right - left) / characterWidth) - mark.text.length
      : Math.round((mark.x - left) / characterWidth);
    const gap = line === '' ? Math.max(0, start) : Math.max(2, start - line.length);
    line += ' '.repeat(gap) + mark.text;
  }
  return line;
}
