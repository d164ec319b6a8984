import { expect, it } from 'vitest';
import { wordsInBox } from '../../../../src/pages/render/words-in-box.ts';

const word = (text: string, left: number, right: number, top = 0, bottom = 10) => ({
  text,
  box: { left, top, right, bottom },
});
const words = [word('Total', 0, 50), word('12.50', 60, 100), word('next', 60, 100, 12, 22)];
const textIn = (left: number, top: number, right: number, bottom: number) =>
  wordsInBox(words, { left, top, right, bottom }).map(({ text }) => text);

it('returns the words of which at least half is in the box', () => {
  expect(textIn(55, -2, 105, 11)).toEqual(['12.50']);
  expect(textIn(25, 0, 100, 10)).toEqual(['Total', '12.50']);
  expect(textIn(26, 0, 100, 10)).toEqual(['12.50']);
  expect(textIn(0, 0, 100, 22)).toEqual(['Total', '12.50', 'next']);
});

it('returns the whole word for a box around a part of it', () => {
  expect(textIn(70, 2, 80, 8)).toEqual(['12.50']);
});

it('returns nothing for a box without an area, or without words', () => {
  expect(textIn(60, 5, 100, 5)).toEqual([]);
  expect(textIn(100, 10, 60, 0)).toEqual([]);
  expect(textIn(200, 200, 300, 300)).toEqual([]);
});
