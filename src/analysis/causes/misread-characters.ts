import { editDistance } from '../../scorers/compare/text/edit-distance.ts';
import { haveSameWords, isAbbreviated } from './text-rules.ts';
import type { ValueForms } from './value-forms.ts';
import { ofTexts } from './wrong-value.ts';

/** Pairs of characters that look alike, in lower case. Character recognition can read either character as the other. */
const alike =
  '0o 0d 0q od oq 1l 1i 1t 1j li lt ij it 5s 8b 2z 6g 6b 9g 9q gq 4a 7t ec hb uv nh nu ao ce ft yv 3b 3e 3s 5g ef pr cg kx mn bh';
const alikeDigits = '17 38 08 06 09 56 68 35 58 27 49 14 89';
/** Two characters and the single character that they look like. */
const merged = 'rn:m nn:m cl:d vv:w ii:u li:h ri:n lo:b ic:k';

const letterPairs = pairsOf(alike);
const digitPairs = pairsOf(alikeDigits);
/** Maps two characters, such as `rn`, to the single character that they look like, such as `m`. */
const mergedInto = new Map(merged.split(' ').map((pair) => pair.split(':') as [string, string]));

/** Texts with more characters than this are not compared character by character. */
const maxCharacters = 400;

/**
 * Returns whether all differences between two texts are characters that look alike, or lost accents. Texts of at least
 * eight characters may also differ in one further letter, and texts of at least 16 characters in two further letters.
 * Up to a third of the digits, or one digit, may be replaced by digits that look alike.
 */
export const isMisread = ofTexts((expected, predicted, wrong) => {
  const [a, b] = [scanned(expected), scanned(predicted)];
  const longer = Math.max(a.length, b.length);
  if (haveSameWords(expected, predicted) || a.length === 0 || b.length === 0 || longer > maxCharacters)
    return false;
  // If a text has a digit, up to half of the characters may differ, because a digit between letters is strong evidence
  // of misreading. Otherwise, up to a quarter may differ. Two different characters are always permitted.
  const limit = Math.max(2, Math.ceil(longer / (/\d/.test(a + b) ? 2 : 4)));
  if (Math.abs(a.length - b.length) > limit || editDistance(a, b) > limit) return false;
  const edits = fewestEdits(a, b);
  const freeLetters = longer >= 16 ? 2 : longer >= 8 ? 1 : 0;
  if (edits === null || edits.letters > freeLetters || edits.alike > limit) return false;
  const digits = Math.min(countDigits(a), countDigits(b));
  const freeDigits = longer >= 3 ? Math.max(1, Math.floor(maxDigitShare * digits)) : 0;
  return edits.digits <= freeDigits && !isAbbreviated(wrong);
});

/**
 * At most this share of the digits of a text may be misread. One misread digit is permitted if the longer of the two
 * texts has at least three characters.
 */
const maxDigitShare = 1 / 3;

function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/**
 * Returns the letters and digits of a text. Replaces marks that look like a letter by this letter, for example `$` by
 * `s`.
 */
function scanned({ text, bare, caseless }: ValueForms): string {
  if (!/[|!$€@]/.test(text ?? '')) return bare;
  return caseless
    .replace(/[|!$€@]/g, (mark) => lettersOfMarks[mark] as string)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

const lettersOfMarks: Readonly<Record<string, string>> = { '|': 'l', '!': 'i', $: 's', '€': 'e', '@': 'a' };

interface Edits {
  /**
   * Number of characters that are replaced by a similar character, such as O by 0, or é by e. A digit that is replaced
   * by another digit is counted in `digits` instead.
   */
  readonly alike: number;
  /** Number of digits that are replaced by digits that look alike. */
  readonly digits: number;
  /** Number of lost letters, added letters, and letters that are replaced by a letter that does not look like them. */
  readonly letters: number;
}

/**
 * Costs of the edits (`Edits`) that turn one text into the other. A replaced letter costs more than any number of
 * characters that look alike.
 */
const weights = { alike: 1, digits: 1000, letters: 1_000_000 };

/**
 * Returns the edits of the alignment with the lowest cost. Returns `null` if every alignment loses or adds a digit, or
 * replaces a digit by a character that does not look like it.
 */
function fewestEdits(a: string, b: string): Edits | null {
  const never = Number.POSITIVE_INFINITY;
  let beforePrevious = new Float64Array(b.length + 1).fill(never);
  let previous = new Float64Array(b.length + 1).fill(never);
  let row = new Float64Array(b.length + 1);
  const [ofA, ofB] = [placesOf(a), placesOf(b)];
  for (let i = 0; i <= a.length; i++) {
    const { character: x, alone: costOfX, merged: mergedX } = ofA[i] as Place;
    for (let j = 0; j <= b.length; j++) {
      const { character: y, alone: costOfY, merged: mergedY } = ofB[j] as Place;
      let least = i === 0 && j === 0 ? 0 : never;
      if (i > 0 && j > 0) {
        const before = previous[j - 1] as number;
        // An alignment with infinite cost is never the cheapest one.
        if (before < least) least = Math.min(least, before + costOf(x, y));
        if (mergedX === y) least = Math.min(least, (beforePrevious[j - 1] as number) + weights.alike);
        if (mergedY === x) least = Math.min(least, (previous[j - 2] as number) + weights.alike);
      }
      if (i > 0) least = Math.min(least, (previous[j] as number) + costOfX);
      if (j > 0) least = Math.min(least, (row[j - 1] as number) + costOfY);
      row[j] = least;
    }
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  const total = previous[b.length] as number;
  if (total === never) return null;
  return {
    alike: total % weights.digits,
    digits: Math.floor(total / weights.digits) % 1000,
    letters: Math.floor(total / weights.letters),
  };
}

/** A character of a text. Its cost `alone` does not depend on the other text, so it is computed only once. */
interface Place {
  readonly character: string;
  /** Cost if only this text has the character. */
  readonly alone: number;
  /** The single character that this character and the one before it look like. */
  readonly merged: string | undefined;
}

/** Returns one entry per character of a text. The first entry is the position in front of the text. */
function placesOf(text: string): Place[] {
  return Array.from({ length: text.length + 1 }, (_, at) => {
    const character = text.charAt(at - 1);
    const merged = at > 1 ? mergedInto.get(text.charAt(at - 2) + character) : undefined;
    return { character, alone: costOfOne(character), merged };
  });
}

function costOf(a: string, b: string): number {
  if (a === b) return 0;
  if (digitPairs.has(a + b)) return weights.digits;
  if (letterPairs.has(a + b) || withoutAccent(a) === withoutAccent(b)) return weights.alike;
  return isDigit(a) || isDigit(b) ? Number.POSITIVE_INFINITY : weights.letters;
}

/** Returns the cost of a character that only one of the texts has. */
function costOfOne(character: string): number {
  return isDigit(character) ? Number.POSITIVE_INFINITY : weights.letters;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function withoutAccent(character: string): string {
  if (character < '\u0080') return character;
  return character === 'ß' ? 'b' : character.normalize('NFD').charAt(0);
}

function pairsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').flatMap(([a = '', b = '']) => [a + b, b + a]));
}
