import { expandTabs } from './text-grid.ts';

/** No line of a page that we lay out is longer: a longer word is cut. */
const longestWord = 96;

/**
 * The lines of a text at a width of so many characters. "\n" ends a line; gaps inside a line stay as they are; a word
 * longer than the width has a line of its own.
 */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(expandTabs(line).trimEnd(), width));
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const [piece] of line.matchAll(/\s*\S+/g)) {
    if (current !== '' && current.length + piece.length > width) {
      lines.push(current);
      current = '';
    }
    current += current === '' ? piece.trimStart() : piece;
    while (current.length > Math.max(longestWord, width)) {
      lines.push(current.slice(0, longestWord));
      current = current.slice(longestWord);
    }
  }
  if (current !== '') lines.push(current);
  return lines;
}
