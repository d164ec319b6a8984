import { oneLine } from '../../base/phrases.ts';
import { displayWidth, padWidth, truncateWidth, wrapWords } from './display-width.ts';
import { plainLook } from './terminal-look.ts';

interface TableOptions {
  /**
   * Number of columns with texts. The columns with texts come first and are aligned to the left. All further columns
   * have figures.
   */
  readonly left: number;
  /** Number of columns of the terminal, 80 by default. */
  readonly width?: number;
  /** A text to show below each row; empty for a row without such a text. */
  readonly notes?: readonly string[];
}

/** Minimum width of a column of texts, in characters. */
const leastTextWidth = 12;

/**
 * Returns a table that fits into the terminal, unless its figures alone are wider. If the table would be too wide,
 * breaks the headings between words, puts a long text of the first column on its own line, and shortens the texts of
 * the other columns. Figures always stay complete.
 */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { left, width = plainLook.width, notes }: TableOptions,
): string {
  const cells = rows.map((row) => head.map((_, i) => oneLine(row[i] ?? '')));
  const content = head.map((_, i) => Math.max(0, ...cells.map((row) => displayWidth(row[i] ?? ''))));
  const widths = fittingWidths(head.map(oneLine), content, left, width);
  const headings = head.map((text, i) => wrapWords(oneLine(text), widths[i] as number));
  const headLines = Math.max(1, ...headings.map((lines) => lines.length));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => padWidth(cell, widths[i] as number, i < left ? 'end' : 'start'))
      .join('  ')
      .trimEnd();
  const lines = Array.from({ length: headLines }, (_, at) =>
    line(headings.map((texts) => texts[at - headLines + texts.length] ?? '')),
  );
  lines.push('─'.repeat(widths.reduce((sum, one) => sum + one + 2, -2)));
  for (const [at, row] of cells.entries()) {
    const [first = '', ...others] = row.map((cell, i) =>
      i > 0 && i < left ? truncateWidth(cell, widths[i] as number) : cell,
    );
    const isLong = displayWidth(first) > (widths[0] as number);
    if (isLong) lines.push(truncateWidth(first, width));
    lines.push(line([isLong ? '' : first, ...others]));
    const note = wrapWords(oneLine(notes?.[at] ?? ''), width - 4);
    lines.push(...note.map((text) => `    ${text}`));
  }
  return lines.join('\n');
}

/** Returns the width of each column. `content` has the width of the longest cell of each column. */
function fittingWidths(
  head: readonly string[],
  content: readonly number[],
  left: number,
  width: number,
): number[] {
  const room = width - 2 * (head.length - 1);
  const excessOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 0) - room;
  const wanted = head.map((text, i) => Math.max(displayWidth(text), content[i] as number));
  if (excessOf(wanted) <= 0) return wanted;
  const longestWord = (text: string) => Math.max(0, ...wrapWords(text, 1).map(displayWidth));
  const widths = head.map((text, i) => Math.max(longestWord(text), content[i] as number));
  for (let excess = excessOf(widths); excess > 0; excess--) {
    const texts = widths.slice(0, left);
    const widest = texts.indexOf(Math.max(...texts));
    if ((widths[widest] as number) <= leastTextWidth) return widths;
    widths[widest] = (widths[widest] as number) - 1;
  }
  return widths;
}
