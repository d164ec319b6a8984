import { distance } from 'fastest-levenshtein';

/** A name of the schema, and its words. */
export interface KnownName {
  readonly name: string;
  readonly words: readonly string[];
}

export interface NearestName {
  readonly name: string;
  /** Whether the name that was looked up is most likely a misspelling of `name`. */
  readonly isNear: boolean;
}

export function knownName(name: string): KnownName {
  return { name, words: wordsOf(name) };
}

/** Returns the known name that is most similar to `name`; `null` if there is no known name. */
export function nearestName(name: string, known: readonly KnownName[]): NearestName | null {
  const words = wordsOf(name);
  const text = words.join(' ');
  let nearest: NearestName | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of known) {
    const isNear = areNear(words, other.words);
    const otherText = other.words.join(' ');
    const difference = distance(text, otherText) / Math.max(text.length, otherText.length, 1);
    // If `name` looks like a misspelling of a known name, that known name comes before all others.
    const rank = isNear ? difference - 1 : difference;
    if (rank >= least) continue;
    least = rank;
    nearest = { name: other.name, isNear };
  }
  return nearest;
}

/** Returns the words of a name in lower case, without accents: `totalAmount`, `total-amount` and `Total Amount` are equal. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A misspelt name has at most this many words with a typing error. */
const maxErrors = 2;
/**
 * Two names with different numbers of words are compared without spaces. Each of the two names must then have at least
 * this many characters.
 */
const minJoined = 8;

/**
 * Returns whether one of two names is most likely a misspelling of the other (decision 0069): the names have the same
 * letters and digits, the same words in another order, or words that differ only by typing errors. Names that differ in
 * a whole word or in a number are different names, such as `tax_rate_1` and `tax_rate_2`.
 */
function areNear(one: readonly string[], other: readonly string[]): boolean {
  const [joined, otherJoined] = [one.join(''), other.join('')];
  if (joined === '' || otherJoined === '') return false;
  if (joined === otherJoined) return true;
  if (one.toSorted().join(' ') === other.toSorted().join(' ')) return true;
  if (one.length !== other.length)
    return Math.min(joined.length, otherJoined.length) >= minJoined && isTypingError(joined, otherJoined);
  const different = one.flatMap((word, at) => (word === other[at] ? [] : [[word, other[at] as string]]));
  return different.length <= maxErrors && different.every(([word, wanted]) => isTypingError(word, wanted));
}

/** Pairs of words that differ by one letter, but mean different things in business documents. */
const differentWords: ReadonlySet<string> = new Set(
  [
    'cause clause',
    'change charge',
    'complaint compliant',
    'contact contract',
    'count county',
    'country county',
    'form from',
    'issue issuer',
    'mode model',
    'patent patient',
    'price prize',
    'purchase purchaser',
    'siren siret',
    'stage state',
  ].flatMap((pair) => [pair, pair.split(' ').reverse().join(' ')]),
);

/**
 * Returns whether two words differ by one typing error: a letter added, omitted or replaced, two letters swapped, or an
 * `s` at the end. Accepts fewer kinds of errors in short words, because `date` and `rate` are different. Returns false
 * for words with digits, and for similar words that mean different things (`differentWords`, `haveDifferentRoles`).
 */
function isTypingError(word = '', wanted = ''): boolean {
  const [short, long] = word.length <= wanted.length ? [word, wanted] : [wanted, word];
  if (/\p{N}/u.test(word + wanted) || differentWords.has(`${word} ${wanted}`)) return false;
  if (short.length >= 3 && `${short}s` === long) return true;
  if (haveDifferentRoles(word, wanted)) return false;
  if (areSwapped(word, wanted)) return short.length >= 4;
  if (long.length < 5 || distance(word, wanted) !== 1) return false;
  // A different first letter is rarely a typing error: compare `weight` and `height`, or `mail` and `email`.
  return word[0] === wanted[0] || (short.length >= 6 && short.length < long.length);
}

/**
 * Returns whether two words differ only in their endings, and these endings stand for different roles, such as `payer`
 * and `payee`, or `insurer` and `insured`.
 */
function haveDifferentRoles(word: string, wanted: string): boolean {
  const [one, other] = [roleOf(word), roleOf(wanted)];
  return one !== null && other !== null && one.stem === other.stem && one.ending !== other.ending;
}

function roleOf(word: string): { readonly stem: string; readonly ending: string } | null {
  const [, stem, ending] = /^(.{3,})(er|or|ee|ed)$/u.exec(word) ?? [];
  return stem === undefined || ending === undefined ? null : { stem, ending: ending.replace('or', 'er') };
}

function areSwapped(word: string, wanted: string): boolean {
  if (word.length !== wanted.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== wanted[index]);
  return (
    word[at] === wanted[at + 1] && word[at + 1] === wanted[at] && word.slice(at + 2) === wanted.slice(at + 2)
  );
}
