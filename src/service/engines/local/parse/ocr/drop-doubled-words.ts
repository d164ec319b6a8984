import type { RecognisedWord } from './recognised-word.ts';

/** Minimum share of a doubled word's width and height that the other word covers. */
const minCover = 0.6;

/**
 * Returns the words without letters that were read twice. Two regions of a line can overlap, and then the letters at the
 * edge of one region are also the start or end of a word of the other region.
 */
export function dropDoubledWords(words: readonly RecognisedWord[]): RecognisedWord[] {
  return words.filter((word) => !words.some((other) => repeats(other, word)));
}

function repeats(whole: RecognisedWord, part: RecognisedWord): boolean {
  if (whole.text.length <= part.text.length) return false;
  if (!whole.text.startsWith(part.text) && !whole.text.endsWith(part.text)) return false;
  const [a, b] = [whole.box, part.box];
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across >= minCover * (b.right - b.left) && down >= minCover * (b.bottom - b.top);
}
