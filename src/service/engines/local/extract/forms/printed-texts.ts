import type { Box, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { boxAround } from '../layout/text-layout.ts';

/** Printed words of one line without a wide gap between them. */
export interface PrintedText {
  readonly text: string;
  readonly box: Box;
}

/** Minimum width of a gap that divides a line, in text heights. */
const wideGap = 0.85;
/** Returns the printed texts of a page: its lines, divided at wide gaps. Excludes the values of form fields. */
export function printedTexts(page: ParsedPage): PrintedText[] {
  const key = ({ text, box }: ParsedWord) => `${text} ${box.left} ${box.top}`;
  const typed = new Set((page.fields ?? []).flatMap(({ words }) => words).map(key));
  return page.lines.flatMap((line) => {
    const groups: ParsedWord[][] = [];
    for (const word of line.words) {
      if (word.text.trim() === '' || typed.has(key(word))) continue;
      const last = groups.at(-1)?.at(-1);
      const height = Math.max(4, word.fontSize || word.box.bottom - word.box.top);
      const gap = last === undefined ? Infinity : word.box.left - last.box.right;
      if (gap > wideGap * height || gap < -5 * height) groups.push([word]);
      else groups.at(-1)?.push(word);
    }
    return groups.map((words) => ({
      text: words.map(({ text }) => text).join(' '),
      box: boxAround(words.map(({ box }) => box)),
    }));
  });
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
