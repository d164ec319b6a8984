/** Number of bytes that determine the encoding of a text. */
const sampled = 65_536;

/**
 * Returns the encoding of a text that is not valid UTF-8 and does not declare its encoding: Windows-1251 (Cyrillic),
 * Shift JIS (Japanese), or Windows-1252 if there is not enough evidence for one of them.
 */
export function guessEncoding(bytes: Uint8Array): 'windows-1251' | 'shift_jis' | 'windows-1252' {
  const sample = bytes.subarray(0, sampled);
  if (isCyrillic(sample)) return 'windows-1251';
  return isJapanese(sample) ? 'shift_jis' : 'windows-1252';
}

/** Minimum number of Cyrillic letters, and of common Japanese characters. */
const minCyrillic = 6;
const minJapanese = 4;

/** The ten most common letters of Russian, which are also common in other languages with Cyrillic letters. */
const commonLetters = /[оеаинтсрвл]/gi;

/**
 * Returns whether a text is most likely in Windows-1251. Western texts have single letters with accents
 * between plain letters, but Cyrillic words consist of letters with high bytes only. Two features distinguish
 * Windows-1251 from other encodings with such words, such as KOI8-R and GBK: the frequency of the letters,
 * and that no upper-case letter follows a lower-case one.
 */
function isCyrillic(sample: Uint8Array): boolean {
  const text = new TextDecoder('windows-1251').decode(sample);
  const letters = countOf(text, /\p{Script=Cyrillic}/gu);
  const words = text.match(/\p{Script=Cyrillic}{3,}/gu) ?? [];
  const inWords = words.reduce((sum, word) => sum + word.length, 0);
  const joined = words.join(' ');
  return (
    letters >= minCyrillic &&
    inWords >= 0.7 * letters &&
    countOf(joined, commonLetters) >= 0.5 * inWords &&
    countOf(joined, /\p{Ll}\p{Lu}/gu) <= 0.05 * inWords
  );
}

/** Whether a character of two bytes is punctuation, hiragana, katakana or a common kanji, by its first byte. */
const isCommon = (first: number): boolean => first >= 0x81 && first <= 0x98;

/**
 * Returns whether a text is most likely in Shift JIS: it is valid, and many of its common characters of two
 * bytes follow each other. A Western text also has bytes that look like such a character: a quotation mark or
 * a letter with an accent, and the plain letter after it. But plain letters follow them.
 */
function isJapanese(sample: Uint8Array): boolean {
  try {
    new TextDecoder('shift_jis', { fatal: true }).decode(sample, { stream: true });
  } catch {
    return false;
  }
  let [pairs, common, adjacent] = [0, 0, 0];
  let afterPair = false;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    const isLead = (byte >= 0x81 && byte <= 0x9f) || byte >= 0xe0;
    if (isLead) {
      pairs++;
      at++;
      if (isCommon(byte)) common++;
      if (afterPair) adjacent++;
    }
    afterPair = isLead;
  }
  return common >= minJapanese && adjacent >= 0.4 * pairs;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
