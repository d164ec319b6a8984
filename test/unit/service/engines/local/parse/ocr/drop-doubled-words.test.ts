import { expect, it } from 'vitest';
import { dropDoubledWords } from '../../../../../../../src/service/engines/local/parse/ocr/drop-doubled-words.ts';

const word = (text: string, left: number, right: number, top = 0) => ({
  text,
  confidence: 0.95,
  fontSize: 10,
  box: { left, right, top, bottom: top + 10 },
});

function textsWithoutDoubles(words: Parameters<typeof dropDoubledWords>[0]): string[] {
  return dropDoubledWords(words).map(({ text }) => text);
}

it('drops a first letter that the region to the left also shows', () => {
  expect(textsWithoutDoubles([word('Terms:', 0, 40), word('3', 50, 56), word('30', 50, 62)])).toEqual([
    'Terms:',
    '30',
  ]);
});

it('drops a last letter that the region to the right also shows', () => {
  expect(textsWithoutDoubles([word('INVOICE-', 0, 60), word('-', 54, 60)])).toEqual(['INVOICE-']);
});

it('keeps a letter beside a longer word, on another line, or that the longer word lacks', () => {
  const words = [word('3', 0, 6), word('30', 8, 20), word('0', 10, 20, 12), word('6', 9, 18)];
  expect(textsWithoutDoubles(words)).toEqual(['3', '30', '0', '6']);
});
