import { expect, it } from 'vitest';
import {
  displayWidth,
  padWidth,
  truncateWidth,
  wrapWords,
} from '../../../../src/cli/terminal/display-width.ts';

it.each([
  ['abc', 3],
  ['', 0],
  ['請求書', 6],
  ['ｆｕｌｌ', 8],
  ['한국', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['خط', 2],
  ['▲ better', 8],
])('counts the columns of %j as %i', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

it('counts the same columns for a character alone and after a wide one', () => {
  const characters = [0x20, 0x2000].flatMap((first) =>
    Array.from({ length: 0x800 }, (_, i) => String.fromCodePoint(first + i)),
  );
  const differing = characters.filter(
    (character) => displayWidth(character) !== displayWidth(`請${character}`) - 2,
  );
  expect(differing).toEqual([]);
});

it('shortens a text to a width and never cuts a character apart', () => {
  expect(truncateWidth('invoice-042', 11)).toBe('invoice-042');
  expect(truncateWidth('invoice-042', 6)).toBe('invoi…');
  expect(truncateWidth('請求書', 5)).toBe('請求…');
  expect(truncateWidth('請求書', 4)).toBe('請…');
  expect(truncateWidth('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
  expect(truncateWidth('abc', 0)).toBe('');
  for (const width of [1, 2, 3, 7])
    expect(displayWidth(truncateWidth('日本語 text', width))).toBeLessThanOrEqual(width);
});

it('fills a text to a width on either side', () => {
  expect(padWidth('請', 4)).toBe('請  ');
  expect(padWidth('12', 4, 'start')).toBe('  12');
  expect(padWidth('long', 2)).toBe('long');
});

it('breaks lines between words, and never inside a word', () => {
  expect(wrapWords('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapWords('a verylongword b', 5)).toEqual(['a', 'verylongword', 'b']);
  expect(wrapWords('', 5)).toEqual([]);
});

it('keeps a percent sign with its number', () => {
  expect(wrapWords('about 73.2 % now', 10)).toEqual(['about', '73.2 % now']);
});
