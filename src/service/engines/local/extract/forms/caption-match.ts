import { joinedForm } from '../layout/fold-text.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { areRelated } from '../lexicon/related-words.ts';
import { emptyWords } from '../lexicon/words.ts';
import { spacedName } from '../lists/field-words.ts';
import type { Caption, CaptionPlace } from './captions.ts';
import type { FormEntry } from './form-entries.ts';

/** Weight of a caption (a text that names a form entry) by its position relative to the entry. */
const placeWeights: Readonly<Record<CaptionPlace, number>> = {
  tooltip: 1.05,
  above: 1,
  left: 1,
  right: 0.8,
  below: 0.85,
  name: 0.75,
  heading: 0.5,
};
/** Weights of captions of checkboxes. The text to the right of a checkbox usually names the checkbox. */
const checkboxWeights: typeof placeWeights = {
  ...placeWeights,
  right: 1,
  left: 0.9,
  above: 0.75,
  below: 0.7,
};

/** Weight of a word that another caption of the same entry contains. */
const otherCaptionWeight = 0.6;
/** Weights of a word that only the captions of earlier entries contain. The first weight is for the nearest entry. */
const earlierWeights = [0.5, 0.4, 0.32, 0.26, 0.2, 0.16, 0.13, 0.1];
/** Number of words at the start and at the end of a caption that count in full. Words between them count less. */
const coreWords = 9;
/** Weight of a word that is neither at the start nor at the end of a caption (see `coreWords`). */
const middleWeight = 0.85;
/** Share of a caption's score that depends on `focusOf`. */
const focusShare = 0.25;
/**
 * Weight of a word for a format, such as `date` in `signature_date`. A caption such as `Signed on` does not need this
 * word.
 */
const formatWeight = 0.5;
/** Weight of a word of the description, relative to a word of the name. */
const descriptionWeight = 0.35;
const maxDescriptionWords = 16;
const maxCaptionLength = 600;
/**
 * A name of at least this length is also searched for in the letters of a caption, regardless of where words start and
 * end.
 */
const minJoinedLength = 6;

/** A field, or an option of a field. */
export type NamedThing = Pick<FieldNode, 'key' | 'name' | 'description'>;

interface ReadCaption {
  readonly weight: number;
  readonly words: readonly string[];
  readonly joined: string;
  /** The first words of the caption, up to a bracket or the end of the sentence. */
  readonly head: readonly string[];
  /** The last words of the caption, directly before the entry. Empty for a caption that follows its entry. */
  readonly tail: readonly string[];
}

/** A word that identifies a field. */
interface WantedWord {
  readonly word: string;
  readonly weight: number;
  /** Whether the word comes from the name of the field, not from its description. */
  readonly isName: boolean;
}

/** Measures how well the captions of form entries name the fields of a config. */
export class CaptionMatcher {
  readonly #captions: readonly (readonly ReadCaption[])[];
  /** Maps each word to numbers that state how well each caption of each entry contains the word. */
  readonly #matches = new Map<string, readonly (readonly number[])[]>();

  constructor(entries: readonly FormEntry[]) {
    this.#captions = entries.map(({ kind, captions }) =>
      captions.map((caption) => readCaption(caption, kind === 'checkbox')),
    );
  }

  /**
   * Returns a score from 0 to about 1 for each entry. The score is high if the captions of the entry clearly name a
   * field or an option.
   */
  scores(named: NamedThing): number[] {
    const wanted = wantedWords(named).map((one) => ({ ...one, weight: one.weight * this.#rarity(one.word) }));
    const all = wanted.reduce((sum, { weight }) => sum + weight, 0);
    if (all === 0) return this.#captions.map(() => 0);
    const names = [joinedForm(named.key), joinedForm(named.name)];
    return this.#captions.map((captions, entry) => {
      const scores = captions.map((caption, at) => {
        const isNamed = names.some((name) => name.length >= minJoinedLength && caption.joined.includes(name));
        const sums = { found: 0, foundName: 0, allName: 0 };
        for (const { word, weight, isName } of wanted) {
          const match = isNamed && isName ? 1 : this.#matchOf(word, entry, at);
          sums.found += weight * match;
          if (isName) sums.foundName += weight * match;
          if (isName) sums.allName += weight;
        }
        // Ignores the description if the name alone gives a higher share, because a description can have many
        // words that no caption repeats.
        const share = Math.max(
          sums.found / all,
          0.95 * (sums.allName === 0 ? 0 : sums.foundName / sums.allName),
        );
        return caption.weight * share * (1 - focusShare + focusShare * focusOf(caption, wanted));
      });
      return Math.max(0, ...scores);
    });
  }

  /**
   * Returns how well a word fits caption `at` of an entry. The word counts most in this caption, less in another
   * caption of the entry, and least in a caption of an earlier entry.
   */
  #matchOf(word: string, entry: number, at: number): number {
    const matches = this.#matchesOf(word);
    let best = Math.max(
      matches[entry]?.[at] ?? 0,
      otherCaptionWeight * Math.max(0, ...(matches[entry] ?? [])),
    );
    for (const [distance, weight] of earlierWeights.entries())
      best = Math.max(best, weight * Math.max(0, ...(matches[entry - 1 - distance] ?? [])));
    return best;
  }

  #matchesOf(word: string): readonly (readonly number[])[] {
    let matches = this.#matches.get(word);
    if (matches === undefined) {
      matches = this.#captions.map((captions) => captions.map((caption) => matchIn(word, caption)));
      this.#matches.set(word, matches);
    }
    return matches;
  }

  /** Returns the weight of a word: a word in few captions identifies a field better than a word in many captions. */
  #rarity(word: string): number {
    const count = this.#matchesOf(word).filter((matches) => matches.some((match) => match > 0)).length;
    return Math.log(1.5 + this.#captions.length / (1 + count));
  }
}

function readCaption({ place, text }: Caption, isCheckbox: boolean): ReadCaption {
  const start = text.slice(0, maxCaptionLength);
  const words = wordsOf(start);
  const sentence = /^[^(.:;?]*\p{L}{2}[^(.:;?]*/u.exec(start)?.[0] ?? start;
  // In `a rate of ____ % on dividends`, the text after the entry continues the sentence before it.
  const continues = place === 'right' && /^\s*[%\p{Ll}]/u.test(text);
  return {
    weight: continues ? 1 : (isCheckbox ? checkboxWeights : placeWeights)[place],
    words,
    joined: joinedForm(start),
    head: wordsOf(sentence).slice(0, coreWords),
    tail: place === 'right' || place === 'below' ? [] : words.slice(-coreWords),
  };
}

/** Returns the words of a name such as `payerName`, `SSN_ITIN` or `2ndTIN`, in lower case. */
export function nameWords(name: string): string[] {
  return wordsOf(spacedName(name));
}

/** Returns the words and numbers of a text. `5,000`, `2nd` and `409A` are one word each. */
function wordsOf(text: string): string[] {
  const closed = text.replaceAll(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '');
  return Array.from(closed.matchAll(/\d+\p{L}{0,2}(?!\p{L})|\p{L}+|\d+/gu), ([word]) => joinedForm(word));
}

/** Words that say how a value is written. A caption does not need such a word. */
const formWords = new Set(['full', 'complete', 'completo', 'completa', 'complet', 'entire', 'exact']);
/** Words that are too common to identify a value in a text, but identify a field of a form. */
const namingWords = new Set(['name', 'number', 'date']);

function wantedWords({ name, key, description }: NamedThing): WantedWord[] {
  const all = [name, key].map(nameWords).sort((a, b) => b.length - a.length)[0] ?? [];
  const telling = all.filter((word) => !emptyWords.has(word) || namingWords.has(word));
  const names = [...new Set(telling.length > 0 ? telling : all)];
  const described = wordsOf(description)
    .filter((word) => !emptyWords.has(word) && !names.includes(word))
    .slice(0, maxDescriptionWords);
  const weight = descriptionWeight / Math.sqrt(1 + described.length / 4);
  return [
    ...names.map((word) => ({
      word,
      weight: names.length > 1 && (namingWords.has(word) || formWords.has(word)) ? formatWeight : 1,
      isName: true,
    })),
    ...described.map((word) => ({ word, weight, isName: false })),
  ];
}

/** Returns how well a caption contains a word: 1 for the word itself, less for a related word, 0 for none. */
function matchIn(word: string, { words, joined, head, tail }: ReadCaption): number {
  const inCore = Math.max(matchAmong(word, head), matchAmong(word, tail));
  if (inCore === 1) return 1;
  if (word.length >= minJoinedLength && joined.includes(word)) return 1;
  return Math.max(inCore, middleWeight * matchAmong(word, words));
}

function matchAmong(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 1;
  if (isAcronym(word, words)) return 0.95;
  if (startsJoined(word, words)) return 0.9;
  return words.some((other) => areRelated(word, other)) ? 0.85 : 0;
}

/** Returns whether neighbouring words, written as one, start with a word: `C Corporation` starts with `ccorp`. */
function startsJoined(word: string, words: readonly string[]): boolean {
  return (
    word.length >= 4 &&
    words.some((_, from) =>
      words
        .slice(from, from + 4)
        .join('')
        .startsWith(word),
    )
  );
}

/** Returns whether the letters of a word are the initials of neighbouring words, such as `ssn`. */
function isAcronym(word: string, words: readonly string[]): boolean {
  if (!/^[a-z]{2,6}$/.test(word)) return false;
  return words.some((_, from) => {
    let found = 0;
    for (const other of words.slice(from)) {
      if (other[0] === word[found]) found += 1;
      else if (found === 0 || !emptyWords.has(other)) return false;
      if (found === word.length) return true;
    }
    return false;
  });
}

/**
 * Returns the larger of two shares (0 to 1). The first is the share of words of the field among the first words of a
 * caption (`head`). The second is the share of words of the field among the last words of the caption (`tail`).
 */
function focusOf({ head, tail }: ReadCaption, wanted: readonly WantedWord[]): number {
  const words = new Set(wanted.map(({ word }) => word));
  return Math.max(
    ...[head, tail].map((core) => {
      const telling = core.filter((word) => !emptyWords.has(word) && !/^\d+\p{L}?$/u.test(word));
      const named = telling.filter((word) =>
        wanted.some((one) => one.word === word || areRelated(word, one.word)),
      ).length;
      const initials = wanted.filter(({ word }) => !core.includes(word) && isAcronym(word, core));
      const abbreviated = initials.reduce((sum, { word }) => sum + word.length, 0);
      // A caption such as `Name` has only common words.
      if (telling.length === 0) return core.length > 0 && core.every((word) => words.has(word)) ? 1 : 0;
      return Math.min(1, (named + abbreviated) / telling.length);
    }),
  );
}
