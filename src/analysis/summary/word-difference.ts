import { commonSubsequence } from '../../base/collections.ts';
import type { TextPart } from '../../model/report/summary.ts';

/** Largest number of words that are compared. Equal words at the start and at the end of both texts do not count. */
const longestMiddle = 1000;

/** This many words before and after a change are kept. */
const context = 4;

/** The parts of a result together have at most this many characters. */
const longestText = 2000;

/** Created on first use, because creating a segmenter reads the data of all languages. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Returns how the words of `before` differ from those of `after`, in reading order. Shortens long equal parts, and a
 * result of more than 2,000 characters, with an ellipsis. If the texts have no common word, returns one removed and one
 * added part. Returns an empty list for equal texts.
 */
export function wordDifference(before: string, after: string): TextPart[] {
  if (before === after) return [];
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const parts: TextPart[] = [];
  let [i, j] = [0, 0];
  const pairs = commonSubsequence(old.map(wordOf), now.map(wordOf), longestMiddle);
  for (const [inOld, inNow] of [...pairs, [old.length, now.length] as const]) {
    parts.push(
      { change: 'removed', text: old.slice(i, inOld).map(textOf).join('') },
      { change: 'added', text: now.slice(j, inNow).map(textOf).join('') },
      { change: 'same', text: old[inOld]?.word ?? '' },
      ...compareSeparators(old[inOld]?.separator ?? '', now[inNow]?.separator ?? ''),
    );
    [i, j] = [inOld + 1, inNow + 1];
  }
  return shorten(joinEqual(joinChanges(joinEqual(parts))).map(shortenEqual));
}

/**
 * A word with the spaces and punctuation marks after it. If a text starts with spaces or marks, its first token has an
 * empty word.
 */
interface Token {
  readonly word: string;
  readonly separator: string;
}

function tokensOf(text: string): Token[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = tokens.at(-1);
    if (isWordLike) tokens.push({ word: segment, separator: '' });
    else if (last === undefined) tokens.push({ word: '', separator: segment });
    else tokens[tokens.length - 1] = { word: last.word, separator: last.separator + segment };
  }
  return tokens;
}

function wordOf({ word }: Token): string {
  return word;
}

function textOf({ word, separator }: Token): string {
  return word + separator;
}

/**
 * Compares the spaces and punctuation marks after a word that both texts have. Common characters at the start are
 * unchanged.
 */
function compareSeparators(before: string, after: string): TextPart[] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  return [
    { change: 'same', text: before.slice(0, same) },
    { change: 'removed', text: before.slice(same) },
    { change: 'added', text: after.slice(same) },
  ];
}

/** Joins adjacent parts with the same change. Omits empty parts. */
function joinEqual(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const { change, text } of parts) {
    if (text === '') continue;
    const last = joined.at(-1);
    if (last?.change === change) joined[joined.length - 1] = { change, text: last.text + text };
    else joined.push({ change, text });
  }
  return joined;
}

/**
 * If only spaces or punctuation marks separate two changes, joins the two changes to one removed and one added part. A
 * rewritten phrase is then easier to read.
 */
function joinChanges(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let [removed, added, between] = ['', '', ''];
  const close = () => {
    joined.push(
      { change: 'removed', text: removed },
      { change: 'added', text: added },
      { change: 'same', text: between },
    );
    [removed, added, between] = ['', '', ''];
  };
  for (const { change, text } of parts) {
    if (change === 'same') {
      const isSeparator = (removed !== '' || added !== '') && !/[\p{L}\p{N}]/u.test(text);
      if (isSeparator) between += text;
      else {
        close();
        joined.push({ change, text });
      }
      continue;
    }
    if (between !== '') [removed, added, between] = [removed + between, added + between, ''];
    if (change === 'removed') removed += text;
    else added += text;
  }
  close();
  return joined.filter(({ text }) => text !== '');
}

/** Shortens a long equal part to the words next to the changes. */
function shortenEqual({ change, text }: TextPart, number: number, parts: readonly TextPart[]): TextPart {
  const words = tokensOf(text).map(textOf);
  const [isFirst, isLast] = [number === 0, number === parts.length - 1];
  const kept = (isFirst ? 0 : context) + (isLast ? 0 : context);
  if (change !== 'same' || words.length <= kept + 1) return { change, text };
  const start = isFirst ? '' : words.slice(0, context).join('').trimEnd();
  const end = isLast ? '' : words.slice(-context).join('').trimStart();
  return { change, text: `${start}${start === '' ? '' : ' '}…${end === '' ? '' : ' '}${end}` };
}

function shorten(parts: readonly TextPart[]): TextPart[] {
  let left = longestText;
  return parts.flatMap(({ change, text }): TextPart[] => {
    if (left === 0) return [];
    const room = left;
    left = Math.max(0, left - text.length);
    return [{ change, text: text.length <= room ? text : `${text.slice(0, room).toWellFormed()}…` }];
  });
}
