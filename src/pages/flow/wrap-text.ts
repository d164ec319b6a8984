import { expandTabs } from './text-grid.ts';

/** Maximum length of a word on pages that goldset lays out. Longer words are divided. */
const maxWordLength = 96;

/**
 * Wraps a text at the given width in characters. "\n" ends a line, and spaces inside a line are kept. A word longer
 * than the width gets its own line.
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
    while (current.length > Math.max(maxWordLength, width)) {
      lines.push(current.slice(0, maxWordLength));
      current = current.slice(maxWordLength);
    }
  }
  if (current !== '') lines.push(current);
  return lines;
}
