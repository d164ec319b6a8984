import type { PageText } from '../../../../pages/render/page-words.ts';

/**
 * Minimum number of characters of a readable text layer. A page with fewer characters can be a scan to which
 * a program added a stamp or page number.
 */
const minCharacters = 40;

/**
 * Returns whether a text layer has at least `minimum` characters, of which fewer than 30 % are unreadable,
 * such as control characters.
 */
export function isReadableText(text: PageText, minimum = minCharacters): boolean {
  let all = 0;
  let unreadable = 0;
  for (const word of text.words) {
    for (const character of word.text) {
      all++;
      const code = character.codePointAt(0) as number;
      if (code < 32 || code === 0xfffd || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff))
        unreadable++;
    }
  }
  return all >= minimum && unreadable < all * 0.3;
}

/** Returns whether a page has at least 12 characters and no large image, such as a title page or the end of a letter. */
export function isShortPage(text: PageText): boolean {
  return text.imageShare < 0.2 && isReadableText(text, 12);
}

/**
 * Returns whether a page is a scan to which a program added a short text, such as a fax header. The text
 * layer then lacks the text of the scan.
 */
export function isScanWithOverlay(text: PageText): boolean {
  const letters = text.words.reduce((sum, word) => sum + word.text.length, 0);
  return letters < 200 && text.imageShare > 0.5;
}
