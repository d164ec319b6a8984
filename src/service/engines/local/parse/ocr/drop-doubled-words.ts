import type { RecognisedWord } from './recognised-word.ts';

/** A repeated word is dropped if the longer word covers at least this share of its width and of its height. */
const minCover = 0.6;

/**
 * Returns the words, except words that repeat the start or the end of a longer word at the same position. OCR reads
 * such letters twice if two regions of a line overlap.
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
