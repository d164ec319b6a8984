import { describe, expect, test } from 'vitest';
import type { ReadCharacter } from '../../../../../../../src/service/engines/local/parse/ocr/separate-words.ts';
import {
  darkColumns,
  separateWords,
} from '../../../../../../../src/service/engines/local/parse/ocr/separate-words.ts';

const height = 48;

/**
 * Returns the image of a line with one black bar per character. A bar has a left edge, a width, and a height of 30
 * pixels.
 */
function line(bars: readonly (readonly [string, number, number])[], options: { rule?: boolean } = {}) {
  const width = Math.max(...bars.map(([, left, wide]) => left + wide)) + 10;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  const blacken = (x: number, y: number) => pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  for (const [, left, wide] of bars) {
    for (let x = left; x < left + wide; x++) for (let y = 9; y < 39; y++) blacken(x, y);
  }
  if (options.rule) for (let x = 0; x < width; x++) for (let y = 43; y < 45; y++) blacken(x, y);
  const characters: ReadCharacter[] = bars.map(([text, left, wide]) => {
    return { text, confidence: 0.9, at: left + wide / 2, spaceBefore: 0 };
  });
  return { characters, pixels, width };
}

const read = ({ characters, pixels, width }: ReturnType<typeof line>) =>
  separateWords(characters, pixels, width, height).map((word) => word.text);

// Letters of different widths. The gap before "c" is 14 pixels wide, and all others are 3 pixels wide.
const ordinary = [
  ['a', 10, 16],
  ['b', 29, 9],
  ['c', 52, 22],
  ['d', 77, 12],
  ['e', 92, 20],
] as const;

describe('separateWords', () => {
  test('ends a word at a wide gap', () => {
    expect(read(line(ordinary))).toEqual(['ab', 'cde']);
  });

  test('finds the gap above a line below the text', () => {
    expect(read(line(ordinary, { rule: true }))).toEqual(['ab', 'cde']);
  });

  test('keeps an amount together in monospaced text, where the point has wide gaps', () => {
    // A character takes 20 pixels. Digits are 14 pixels wide, and the point is 4 pixels wide. One position before RM is
    // empty.
    const amount = [
      ['1', 13, 14],
      ['9', 33, 14],
      ['0', 53, 14],
      ['.', 78, 4],
      ['0', 93, 14],
      ['5', 113, 14],
      ['R', 153, 14],
      ['M', 173, 14],
    ] as const;
    expect(read(line(amount))).toEqual(['190.05', 'RM']);
  });

  test('returns the extent of each word on the line', () => {
    const sample = line(ordinary);
    const words = separateWords(sample.characters, sample.pixels, sample.width, height);
    expect(words.map((word) => [word.from * sample.width, word.to * sample.width].map(Math.round))).toEqual([
      [10, 38],
      [52, 112],
    ]);
  });

  test('returns no words for no characters', () => {
    expect(separateWords([], new Uint8ClampedArray(4), 1, 1)).toEqual([]);
  });
});

test('darkColumns finds light text on a dark background', () => {
  const { pixels, width } = line(ordinary);
  const inverted = pixels.map((value, index) => (index % 4 === 3 ? 255 : 255 - value));
  // The background must cover more than half of the image.
  expect(darkColumns(inverted, width, height).columns).toEqual(darkColumns(pixels, width, height).columns);
});
