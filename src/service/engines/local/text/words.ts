import { stopWords } from './lexicon/stop-words.ts';

/** Maximum length of a word. Longer words are noise (hashes, broken text layers). */
const maxWordLength = 40;

/** Returns the text in lower case, without accents and apostrophes, and with ligatures resolved. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ø/g, 'o')
    .replace(/['’`´]/g, '');
}

/**
 * Returns the words of a text after `foldText`, in order. `W-9`, `w_9` and `W9` are the same word. `1099misc` and
 * `1099 misc` are the same two words.
 */
export function wordsOf(text: string): string[] {
  const out: string[] = [];
  const folded = foldText(text)
    // Joins titles that are printed with spaces between the letters (`I N V O I C E`).
    .replace(/(?<![\p{L}\p{N}])(?:\p{L} ){3,}\p{L}(?![\p{L}\p{N}])/gu, (spaced) => spaced.replaceAll(' ', ''))
    .replace(/(?<![\p{L}\p{N}])([a-z]{1,2})[-_](\d{1,4}[a-z]{0,4})(?![\p{L}\p{N}])/gu, '$1$2');
  for (const match of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0];
    if (word.length > maxWordLength) continue;
    const adjacent = /^(\d{3,})([a-z]{2,})$/.exec(word);
    if (adjacent?.[1] && adjacent[2]) out.push(adjacent[1], adjacent[2]);
    else out.push(word);
  }
  return out;
}

/** Returns the words of a class name. Also splits at capitals (`BankStatement`). */
export function wordsOfName(name: string): string[] {
  return wordsOf(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

const derivations = [
  'ations',
  'ation',
  'ators',
  'ator',
  'ances',
  'ance',
  'ants',
  'ant',
  'ings',
  'ing',
  'ions',
  'ion',
  'ors',
  'or',
  'ships',
  'ship',
  'ed',
  'al',
  'ly',
];

/**
 * Returns the stem that the forms of a word share (`distributors`, `distribution` -> `distribut`). Rough rules are
 * enough, because every comparison applies the rules to both words.
 */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  for (const ending of derivations) {
    if (word.endsWith(ending) && word.length - ending.length >= 5)
      return trimEnd(word.slice(0, -ending.length));
  }
  if (word.endsWith('ies') && word.length > 5) return trimEnd(`${word.slice(0, -3)}y`);
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') && !word.endsWith('is')) {
    return trimEnd(word.slice(0, -1));
  }
  return trimEnd(word);
}

function trimEnd(stem: string): string {
  return stem.length > 4 && (stem.endsWith('e') || stem.endsWith('y')) ? stem.slice(0, -1) : stem;
}

/** Returns the stems of a text in order, without stop words. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}

export function stemsOfName(name: string): string[] {
  return wordsOfName(name)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}
