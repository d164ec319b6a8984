import type { ParsedWord } from '../../../parsed-document.ts';

/** Usual width of a letter, in font sizes. */
const usualWidth = 0.5;
/** Minimum width of a letter in expanded type, in font sizes. Capitals of usual type are about 0.7 wide. */
const expandedWidth = 0.8;

/**
 * Returns how many times wider the gap between two words is than in usual type. The result is 1 unless both words are
 * in expanded type, such as the double-width letters of receipt printers. Spaces in expanded type are also wider.
 */
export function gapScale(before: ParsedWord, after: ParsedWord): number {
  const width = Math.min(letterWidth(before), letterWidth(after));
  return width < expandedWidth ? 1 : width / usualWidth;
}

/** Returns the mean width of a letter in font sizes, or 0 for a word with fewer than three letters. */
function letterWidth({ text, box, fontSize }: ParsedWord): number {
  if (fontSize <= 0 || !/\p{L}{3}/u.test(text)) return 0;
  return (box.right - box.left) / [...text].length / fontSize;
}
