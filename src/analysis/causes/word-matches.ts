import type { ValueForms } from './value-forms.ts';

/** Result of matching the words of two texts. Each word matches at most one word of the other text. */
export interface WordMatches {
  /** Words that match no word of the other text. */
  readonly expectedOnly: readonly string[];
  readonly predictedOnly: readonly string[];
  /** Words of the expected text, and of the predicted text, that match a word of the other text. */
  readonly matched: readonly [expected: readonly string[], predicted: readonly string[]];
  /** Number of abbreviations and initialisms, in either text, that match their long form. */
  readonly abbreviated: number;
}

/** Texts with more words than this are not matched. */
const maxWords = 200;
/** An initialism has at most this many letters. */
const maxInitials = 8;

/**
 * Matches the words of two texts in four steps: equal words, abbreviations, initialisms with their words, and words
 * with the same stem. The order of the words does not matter. Returns `null` if a text has more than 200 words.
 */
export function matchWords(expected: ValueForms, predicted: ValueForms): WordMatches | null {
  const [a, b] = [statementWords(expected), statementWords(predicted)];
  if (a.length > maxWords || b.length > maxWords) return null;
  const [left, right] = [new Set(a.keys()), new Set(b.keys())];
  const pair = (isPair: (word: string, other: string) => boolean) => {
    let found = 0;
    for (const i of left) {
      for (const j of right) {
        if (!isPair(a[i] as string, b[j] as string)) continue;
        left.delete(i);
        right.delete(j);
        found++;
        break;
      }
    }
    return found;
  };
  pair((word, other) => word === other);
  let abbreviated = pair((word, other) => isAbbreviation(word, other) || isAbbreviation(other, word));
  abbreviated += pairInitials(a, left, b, right) + pairInitials(b, right, a, left);
  // A single letter matches a word, such as a first name, only if other words match too.
  if (left.size < a.length)
    abbreviated += pair((word, other) => isInitial(word, other) || isInitial(other, word));
  pair(haveSameStem);
  const at = (words: readonly string[], numbers: ReadonlySet<number>, isIn: boolean) =>
    words.filter((_, number) => numbers.has(number) === isIn);
  return {
    expectedOnly: at(a, left, true),
    predictedOnly: at(b, right, true),
    matched: [at(a, left, false), at(b, right, false)],
    abbreviated,
  };
}

/**
 * Returns the words of a text without accents. Separates letters from digits, as in "12mm". Joins adjacent single
 * letters to one word, as in "S.A.".
 */
function statementWords({ caseless }: ValueForms): readonly string[] {
  // The regular expressions for all scripts take several times as long, so ASCII texts use simpler regular expressions.
  const isAscii = /^[ -~]*$/.test(caseless);
  const plain = isAscii ? caseless : caseless.normalize('NFD').replace(/\p{M}+/gu, '');
  const found = plain.match(isAscii ? /[a-z]+|[0-9]+/g : /\p{L}+|\p{N}+/gu) ?? [];
  const words: string[] = [];
  let hasLetter = false;
  for (const word of found) {
    const isLetter = /^\p{L}$/u.test(word);
    if (isLetter && hasLetter) words.push((words.pop() as string) + word);
    else words.push(word);
    hasLetter = isLetter;
  }
  return words;
}

/**
 * Returns whether one word is an abbreviation of a longer word. The longer word has at least two letters more, and at
 * least 1.5 times as many letters. The abbreviation is one of these:
 * - the beginning of the longer word
 * - its first letter and some of its other letters in order, with the last letter at the end: "dept" for "department"
 * - its first letter and some of its other letters in order, without a vowel after the first letter: "tx" for "texas"
 */
export function isAbbreviation(short: string, long: string): boolean {
  if (!/^\p{L}{2,}$/u.test(short) || !/^\p{L}+$/u.test(long)) return false;
  if (long.length - short.length < 2 || 3 * short.length > 2 * long.length || short[0] !== long[0])
    return false;
  if (long.startsWith(short)) return true;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length && (short.at(-1) === long.at(-1) || !/[aeiouy]/.test(short.slice(1)));
}

function isInitial(short: string, long: string): boolean {
  return /^\p{L}$/u.test(short) && /^\p{L}{2,}$/u.test(long) && long.startsWith(short);
}

/**
 * Returns whether two words begin with the same letters. The common beginning must have at least four letters. It must
 * also have at least 70 % of the letters of the shorter word, and at least 50 % of those of the longer word.
 */
function haveSameStem(word: string, other: string): boolean {
  if (!/^\p{L}+$/u.test(word) || !/^\p{L}+$/u.test(other)) return false;
  const [shorter, longer] = [Math.min(word.length, other.length), Math.max(word.length, other.length)];
  let shared = 0;
  while (shared < shorter && word[shared] === other[shared]) shared++;
  return shared >= 4 && shared >= 0.7 * shorter && 2 * shared >= longer;
}

/**
 * Pairs the initialisms in one text with their full words in the other text. An initialism may skip short words such as
 * "of". Removes the matched words from `left` and `right`. Returns the number of initialisms.
 */
function pairInitials(
  words: readonly string[],
  left: Set<number>,
  others: readonly string[],
  right: Set<number>,
): number {
  let found = 0;
  for (const i of left) {
    const initials = words[i] as string;
    if (!/^\p{L}{2,}$/u.test(initials) || initials.length > maxInitials) continue;
    const run = [...right].map((start) => runOf(initials, others, right, start)).find((one) => one !== null);
    if (!run) continue;
    left.delete(i);
    for (const j of run) right.delete(j);
    found++;
  }
  return found;
}

/**
 * Finds consecutive words with the given initials. The first word is at `start`. Returns their indexes, or `null` if
 * there are no such words.
 */
function runOf(
  initials: string,
  words: readonly string[],
  free: ReadonlySet<number>,
  start: number,
): readonly number[] | null {
  let at = 0;
  const run: number[] = [];
  for (let i = start; free.has(i) && at < initials.length; i++) {
    const word = words[i] as string;
    if (word[0] === initials[at] && /^\p{L}/u.test(word)) at++;
    else if (i === start || word.length > 3 || /\p{N}/u.test(word)) return null;
    run.push(i);
  }
  return at === initials.length && run.length >= 2 ? run : null;
}
