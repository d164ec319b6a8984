import type { PageText } from '../../../../pages/render/page-words.ts';

/** Fewer characters than this on a page may be a stamp or a page number over a scan. */
const fewCharacters = 40;

/** The text layer holds enough characters, and they are letters and figures and not a font's private codes. */
export function isReadableText(text: PageText, fewest = fewCharacters): boolean {
  let all = 0;
  let strange = 0;
  for (const word of text.words) {
    for (const character of word.text) {
      all++;
      const code = character.codePointAt(0) as number;
      if (code < 32 || code === 0xfffd || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff))
        strange++;
    }
  }
  return all >= fewest && strange < all * 0.3;
}

/** A page with a line or two and no image to speak of: a title page, a divider, the end of a letter. */
export function isShortPage(text: PageText): boolean {
  return text.imageShare < 0.2 && isReadableText(text, 12);
}

/** A scan with a short line of text over it (a fax header, a stamp): the layer is not the page's text. */
export function isPaintedOver(text: PageText): boolean {
  const letters = text.words.reduce((sum, word) => sum + word.text.length, 0);
  return letters < 200 && text.imageShare > 0.5;
}
