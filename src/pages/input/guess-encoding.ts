/** Number of bytes at the start of a text from which the encoding is guessed. */
const sampled = 65_536;

type GuessedEncoding = 'windows-1251' | 'windows-1255' | 'shift_jis' | 'windows-1252';

/**
 * Returns the encoding of a text that is not valid UTF-8 and does not declare its encoding: Windows-1251 (Cyrillic),
 * Windows-1255 (Hebrew), Shift JIS (Japanese), or Windows-1252 if there is not enough evidence for one of them.
 */
export function guessEncoding(bytes: Uint8Array): GuessedEncoding {
  const sample = bytes.subarray(0, sampled);
  if (isCyrillic(sample)) return 'windows-1251';
  if (isHebrew(sample)) return 'windows-1255';
  return isJapanese(sample) ? 'shift_jis' : 'windows-1252';
}

/** Minimum number of Cyrillic or Hebrew letters, and of common Japanese characters, that show an encoding. */
const minLetters = 6;
const minJapanese = 4;

/** The ten most common letters of Russian, which are also common in other languages with Cyrillic letters. */
const commonLetters = /[оеаинтсрвл]/gi;

/**
 * Returns whether a text is most likely in Windows-1251. Western texts have single letters with accents between plain
 * letters, but Cyrillic words consist only of letters with high bytes. Two features distinguish Windows-1251 from
 * encodings such as KOI8-R and GBK. The most common letters are frequent, and upper-case letters rarely follow
 * lower-case letters.
 */
function isCyrillic(sample: Uint8Array): boolean {
  const text = new TextDecoder('windows-1251').decode(sample);
  const letters = countOf(text, /\p{Script=Cyrillic}/gu);
  const words = text.match(/\p{Script=Cyrillic}{3,}/gu) ?? [];
  const inWords = words.reduce((sum, word) => sum + word.length, 0);
  const joined = words.join(' ');
  return (
    letters >= minLetters &&
    inWords >= 0.7 * letters &&
    countOf(joined, commonLetters) >= 0.5 * inWords &&
    countOf(joined, /\p{Ll}\p{Lu}/gu) <= 0.05 * inWords &&
    hebrewEvidence(sample) < 0
  );
}

/**
 * How often each letter occurs among 1,000 letters, for the letters with the bytes 0xE0 to 0xFA. These letters are а to ъ in
 * Cyrillic texts, and א to ת in Hebrew texts.
 */
const cyrillicFrequencies = [
  90, 16, 45, 17, 30, 80, 9, 17, 70, 12, 35, 44, 32, 67, 105, 28, 47, 55, 63, 27, 3, 10, 6, 14, 7, 4, 3,
];
const hebrewFrequencies = [
  63, 50, 13, 26, 109, 104, 13, 25, 12, 111, 8, 27, 74, 32, 46, 13, 29, 15, 32, 2, 17, 1, 12, 21, 56, 44, 50,
];
/**
 * Amount by which a letter that occurs only in Cyrillic texts lowers the evidence for Hebrew. Examples are the last
 * letters of the alphabet, and capitals at the start of a word.
 */
const onlyCyrillic = 4;

/**
 * Returns the logarithm of how much more likely the letters are in Hebrew than in Cyrillic texts. The result is
 * negative if Cyrillic is more likely.
 */
function hebrewEvidence(sample: Uint8Array): number {
  let sum = 0;
  let previous = 0;
  for (const byte of sample) {
    const [hebrew, cyrillic] = [hebrewFrequencies[byte - 0xe0], cyrillicFrequencies[byte - 0xe0]];
    if (hebrew !== undefined && cyrillic !== undefined) sum += Math.log(hebrew / cyrillic);
    // In Hebrew texts, the bytes from 0xC0 are vowel marks, which follow a letter.
    else if (byte > 0xfa || (byte >= 0xc0 && previous < 0xc0)) sum -= onlyCyrillic;
    previous = byte;
  }
  return sum;
}

/** The ten most common letters of Hebrew. */
const commonHebrew = /[יהולאשרתבמ]/g;

/**
 * Returns whether a text is most likely in Windows-1255: its high bytes form Hebrew words. Some Hebrew letters have a final
 * form, which occurs only at the end of a word. `hebrewEvidence` decides between Hebrew and Cyrillic texts.
 */
function isHebrew(sample: Uint8Array): boolean {
  const text = new TextDecoder('windows-1255').decode(sample);
  const letters = countOf(text, /[א-ת]/g);
  const inWords = (text.match(/\p{Script=Hebrew}{2,}/gu) ?? []).join('').match(/[א-ת]/g)?.length ?? 0;
  return (
    !text.includes('\ufffd') &&
    letters >= minLetters &&
    inWords >= 0.7 * letters &&
    countOf(text, commonHebrew) >= 0.5 * letters &&
    countOf(text, /[ךםןףץ](?=[א-ת])/g) <= 0.02 * letters &&
    hebrewEvidence(sample) > 0
  );
}

/** Whether a character of two bytes is punctuation, hiragana, katakana or a common kanji, by its first byte. */
const isCommon = (first: number): boolean => first >= 0x81 && first <= 0x98;

/**
 * Returns whether a text is most likely in Shift JIS: it is valid, and many common characters of two bytes follow each
 * other. In a Western text, the bytes of an accented letter and the next plain letter look like one Japanese character.
 * But several of these pairs rarely follow each other.
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
