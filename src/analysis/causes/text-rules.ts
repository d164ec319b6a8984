import type { ValueForms } from './value-forms.ts';
import type { WordMatches } from './word-matches.ts';
import { ofTexts, type WrongValue } from './wrong-value.ts';

/** Checks quickly whether two texts can have the same letters and digits. */
function canBeSame(a: ValueForms, b: ValueForms): boolean {
  return a.first === b.first || a.first === null || b.first === null;
}

/** Returns whether two texts differ only in letter case. */
export const isOtherCase = ofTexts(
  (expected, predicted) =>
    canBeSame(expected, predicted) &&
    expected.plain !== predicted.plain &&
    expected.caseless === predicted.caseless,
);

/** Returns whether two different texts have the same letters and digits in the same order. Ignores letter case. */
export const isOtherSpacing = ofTexts(
  (expected, predicted) =>
    canBeSame(expected, predicted) && expected.text !== predicted.text && expected.bare === predicted.bare,
);

/**
 * Returns whether one text is cut from the other. The rule applies in three cases:
 * - One text is a part of the other text.
 * - One text has the words of the other text in the same order, but not all of them.
 * - The end of one text is the beginning of the other text.
 * The last two cases do not count if the document contains the expected text but not the predicted text.
 */
export const isCutOrJoined = ofTexts((expected, predicted, wrong) => {
  const [short, long] = byLength(expected, predicted);
  if (isPartOf(short, long)) return !isWrittenInFull(wrong);
  if (expected.isAmount || predicted.isAmount || haveSameWords(expected, predicted)) return false;
  if (!isSubsequence(short.words, long.words) && !isShifted(expected.words, predicted.words)) return false;
  return !isAbbreviated(wrong) && !isNotPrinted(wrong);
});

/**
 * Returns whether two texts share most of their words: all words in another order, or at least 60 % of the words with
 * content (`hasContent`). One third of the words is enough in one case: the document contains the expected text but not
 * the predicted text, and the predicted text has no additional numbers. Returns `false` if each text has a number that
 * the other text does not have.
 */
export const isParaphrase = ofTexts((expected, predicted, wrong) => {
  if (!expected.words.some(hasLetters) && !predicted.words.some(hasLetters)) return false;
  const { matches } = wrong;
  if (matches === null) return false;
  const { expectedOnly, predictedOnly, matched, abbreviated } = matches;
  if (expectedOnly.some(hasDigit) && predictedOnly.some(hasDigit)) return false;
  const [shared, other] = matched;
  if (shared.length < 2 && abbreviated === 0 && !shared.some(hasContent)) return false;
  const left = expectedOnly.length + predictedOnly.length;
  if (left === 0) return shared.length >= 2 || abbreviated > 0;
  // True if the longer text has all words of the shorter text, and at least half of the words of the longer text are in
  // the shorter text.
  if (
    Math.min(expectedOnly.length, predictedOnly.length) === 0 &&
    shared.length >= 2 &&
    left <= shared.length
  )
    return true;
  if (haveMostWords(matches)) return true;
  const both = 2 * Math.min(contentOf(shared), contentOf(other));
  const all = both + contentOf(expectedOnly) + contentOf(predictedOnly);
  return both > 0 && 3 * both >= all && !predictedOnly.some(hasDigit) && isNotPrinted(wrong);
});

/**
 * Returns whether two texts share at least two words with content, and the shared words are at least 60 % of all their
 * words with content.
 */
function haveMostWords({ expectedOnly, predictedOnly, matched: [shared, other] }: WordMatches): boolean {
  const both = 2 * Math.min(contentOf(shared), contentOf(other));
  return both >= 4 && both >= minShared * (both + contentOf(expectedOnly) + contentOf(predictedOnly));
}

/**
 * Returns whether two texts are probably the same text: they share most of their words, or one of them has all words of
 * the other. Dates and numbers are never the same text, because two different dates share most of their parts.
 */
export function isProbablySameText({ matches }: WrongValue): boolean {
  if (matches === null) return false;
  const { expectedOnly, predictedOnly, matched } = matches;
  if (matched[0].filter(hasLetters).length < 2) return false;
  if (haveMostWords(matches)) return true;
  const isSubset = contentOf(expectedOnly) === 0 || contentOf(predictedOnly) === 0;
  return isSubset && Math.min(...matched.map(contentOf)) >= 2;
}

/**
 * Returns whether all words of two texts match, and at least one word is an abbreviation or an initialism. Words
 * without content (`hasContent`), such as "and", may be added or left out.
 */
export function isAbbreviated({ expected, predicted, matches }: WrongValue): boolean {
  if (matches === null || expected?.text === predicted?.text) return false;
  const left = [...matches.expectedOnly, ...matches.predictedOnly];
  return matches.abbreviated > 0 && !left.some(hasContent);
}

/**
 * Returns whether the predicted text writes abbreviations of the expected text in full: `Acme Inc.` becomes `Acme
 * Incorporated`.
 */
function isWrittenInFull(wrong: WrongValue): boolean {
  const { expected, predicted } = wrong;
  if (expected === null || predicted === null || predicted.bare.length < expected.bare.length) return false;
  return expected.words.length === predicted.words.length && isAbbreviated(wrong);
}

/**
 * Returns whether the document contains the expected text and not the predicted text. In this case, the predicted text
 * was not copied from the document. Returns `false` if the text of the document is not fully known.
 */
function isNotPrinted({ expected, predicted, document }: WrongValue): boolean {
  if (expected === null || predicted === null || !document.text.isWhole) return false;
  return (
    document.pagesWith(expected, 'string').length > 0 && document.pagesWith(predicted, 'string').length === 0
  );
}

/** Smallest share of common words in a paraphrase. Only words with content count (`hasContent`). */
const minShared = 0.6;

/**
 * If the shorter text is a part of the longer text, returns its length as a share of the longer text. Otherwise returns
 * 0.
 */
export function partShare(expected: ValueForms, predicted: ValueForms): number {
  const [short, long] = byLength(expected, predicted);
  return isPartOf(short, long) ? short.bare.length / long.bare.length : 0;
}

function byLength(a: ValueForms, b: ValueForms): readonly [short: ValueForms, long: ValueForms] {
  return a.bare.length <= b.bare.length ? [a, b] : [b, a];
}

/** Returns whether two texts have the same words, equally often, in any order. */
export function haveSameWords(a: ValueForms, b: ValueForms): boolean {
  return a.words.length === b.words.length && a.words.toSorted().join(' ') === b.words.toSorted().join(' ');
}

/**
 * Returns whether the shorter text is a part of the longer one. A part of one or two characters must be a whole word.
 * If the longer text contains letters, at least half of the longer text is enough too, such as `1` in `1x`. A part of a
 * number must have at least two digits, and be at the start or the end of the number.
 */
function isPartOf(short: ValueForms, long: ValueForms): boolean {
  const [part, whole] = [short.bare, long.bare];
  if (part.length === 0 || part.length === whole.length || !whole.includes(part)) return false;
  if (short.isAmount && long.isAmount)
    return part.length >= 2 && (whole.startsWith(part) || whole.endsWith(part));
  return (
    part.length >= 3 || long.words.includes(part) || (2 * part.length >= whole.length && /\p{L}/u.test(whole))
  );
}

/**
 * Returns whether `short` has at least half of the words of `long`, in the same order, and no other words. Returns
 * `false` if only words without content (`hasContent`) are missing in `short`. Such a text counts as a paraphrase.
 */
function isSubsequence(short: readonly string[], long: readonly string[]): boolean {
  if (short.length < 2 || short.length >= long.length || 2 * short.length < long.length) return false;
  let at = 0;
  const leftOut: string[] = [];
  for (const word of long) {
    if (word === short[at]) at++;
    else leftOut.push(word);
  }
  return at === short.length && leftOut.some(hasContent);
}

/**
 * Returns whether the end of one text is the beginning of the other text. The common part must have at least two words,
 * and at least half of the words of the shorter text. Returns `false` if the texts also share a word outside the common
 * part, because one text is then a paraphrase of the other.
 */
function isShifted(a: readonly string[], b: readonly string[]): boolean {
  const shorter = Math.min(a.length, b.length);
  for (let run = shorter - 1; run >= 2 && 2 * run >= shorter; run--)
    if (isEndOf(a, b, run)) return areApart(a.slice(0, -run), b.slice(run));
    else if (isEndOf(b, a, run)) return areApart(a.slice(run), b.slice(0, -run));
  return false;
}

function areApart(a: readonly string[], b: readonly string[]): boolean {
  return !a.some((word) => b.includes(word));
}

function isEndOf(a: readonly string[], b: readonly string[], run: number): boolean {
  for (let i = 0; i < run; i++) if (a[a.length - run + i] !== b[i]) return false;
  return true;
}

const hasDigit = (word: string) => /\p{Nd}/u.test(word);
const hasLetters = (word: string) => /\p{L}{2}/u.test(word);
/**
 * Returns whether a word has content. A word that consists of at most three Latin letters, such as "of" and "the", has
 * no content.
 */
const hasContent = (word: string) =>
  word.length > 3 || hasDigit(word) || !/^[\p{Script=Latin}\p{M}]+$/u.test(word);
const contentOf = (words: readonly string[]) => words.filter(hasContent).length;
