import { expect, test } from 'vitest';
import { plainText, wrapText } from '../../../../src/report/pdf/wrap-text.ts';

/** Every character is one point wide. */
const measure = (text: string) => Array.from(text).length;

test.each([
  ['one line', 20, 3, ['one line']],
  ['breaks at the blanks of a text', 10, 9, ['breaks at', 'the blanks', 'of a text']],
  ['cuts the text after two lines', 9, 2, ['cuts the', 'text aft…']],
  ['a verylongword here', 6, 9, ['a', 'verylo', 'ngword', 'here']],
  ['verylongword', 4, 1, ['ver…']],
  ['😀😀😀', 2, 9, ['😀😀', '😀']],
  ['  ', 5, 3, []],
  ['no room', 5, 0, []],
  ['a\nb\u0000c\u202ed\u2028e', 20, 3, ['a b c d e']],
])('divides %j into lines of %i, at most %i', (text, width, most, lines) => {
  expect(wrapText(text, width, most, measure)).toEqual(lines);
});

test('no line is wider than the width', () => {
  const text = 'Some words and averyveryverylongwordindeed, 12,345.67 and more';
  for (let width = 2; width < 40; width++)
    for (const most of [1, 2, 5, 99])
      for (const line of wrapText(text, width, most, measure))
        expect(measure(line)).toBeLessThanOrEqual(width);
});

test('cuts a very long text before it is measured', () => {
  expect(plainText('x'.repeat(1_000_000))).toHaveLength(4_001);
});
