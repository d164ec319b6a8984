import type { ValueForms } from './value-forms.ts';
import { ofTexts } from './wrong-value.ts';

/** Returns whether two texts can have the same letters and digits. */
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

/** Returns whether two texts have the same letters and digits in the same order, without letter case. */
export const isOtherSpacing = ofTexts(
  (expected, predicted) =>
    canBeSame(expected, predicted) && expected.text !== predicted.text && expected.bare === predicted.bare,
);

/**
 * Returns whether one text is a part of the other: its letters and digits in one piece, its words in the same order
 * with a part left out, or its end together with other text.
 */
export const isCutOrJoined = ofTexts((expected, predicted) => {
  const [short, long] = byLength(expected, predicted);
  if (isPartOf(short, long)) return true;
  if (expected.isAmount || predicted.isAmount || haveSameWords(expected, predicted)) return false;
  return isSubsequence(short.words, long.words) || isShifted(expected.words, predicted.words);
});

/**
 * Returns whether two texts share most of their words: all in another order, or at least 60 % of the words with
 * content. Texts with different numbers are not the same statement.
 */
export const isParaphrase = ofTexts((expected, predicted) => {
  const [a, b] = [expected.words, predicted.words];
  if (a.length < 2 || b.length < 2 || !a.some(hasLetters)) return false;
  const left = [...b];
  const unmatched: string[] = [];
  for (const word of a) {
    const at = left.findIndex((other) => areSameWord(word, other));
    if (at < 0) unmatched.push(word);
    else left.splice(at, 1);
  }
  if (unmatched.length === 0 && left.length === 0) return true;
  if (unmatched.some(hasDigit) && left.some(hasDigit)) return false;
  const [all, others] = [a.filter(hasContent).length, b.filter(hasContent).length];
  const shared = all - unmatched.filter(hasContent).length;
  return shared >= 2 && 2 * shared >= minShared * (all + others);
});

/** Smallest share of the words with content, in both texts together, that a paraphrase has in common with its original. */
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

/** Returns whether two texts have the same words, each as often, in any order. */
export function haveSameWords(a: ValueForms, b: ValueForms): boolean {
  return a.words.length === b.words.length && a.words.toSorted().join(' ') === b.words.toSorted().join(' ');
}

/**
 * A part of fewer than three characters has to be a word, or at least half of a text with letters, such as 1 of 1x. The part
 * of a number is its beginning or its end.
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
 * Returns whether the words of a text occur in another text in the same order, and are at least half of its words. If
 * only short words are left out, as in "meter read by caretaker", the text is a paraphrase.
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
 * Returns whether the end of one text is the beginning of the other, and at least half of the shorter one. If the other
 * words of the texts have one in common, the order of the words changed, so that the text is a paraphrase.
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

/** Returns whether two words are equal, or one is an abbreviation of the other, such as "st" of "street". */
function areSameWord(word: string, other: string): boolean {
  if (word === other) return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length >= 2 && hasLetters(short) && !hasDigit(long) && long.startsWith(short);
}

const hasDigit = (word: string) => /\p{Nd}/u.test(word);
const hasLetters = (word: string) => /\p{L}{2}/u.test(word);
/** Words of up to three letters, such as "of" and "the", have no content. */
const hasContent = (word: string) =>
  word.length > 3 || hasDigit(word) || !/^[\p{Script=Latin}\p{M}]+$/u.test(word);
