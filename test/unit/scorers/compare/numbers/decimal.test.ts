import { describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/random.ts';
import { createComparator } from '../../../../../src/scorers/compare/comparators/create-comparator.ts';
import {
  type Decimal,
  decimalOfText,
  withinTolerance,
} from '../../../../../src/scorers/compare/numbers/decimal.ts';

const decimal = (text: string) => decimalOfText(text) as Decimal;
const within = (a: string, b: string, tolerance: string) =>
  withinTolerance(decimal(a), decimal(b), decimal(tolerance));

describe('withinTolerance', () => {
  it.each([
    ['100', '1e-200000', '100', true],
    ['100', '-1e-200000', '100', false],
    ['100', '0', '100', true],
    ['1e-200000', '100', '1e-200000', false],
    ['1e-200000', '1e-200000', '0', true],
    ['1e-200000', '2e-200000', '0', false],
    ['1e200000', '1', '1e200000', true],
    ['1e200000', '-1', '1e200000', false],
    ['1e200000', '1', '1', false],
    ['1', '1', '1e-200000', true],
    ['1', '2', '1e200000', true],
    ['1e999999999', '1e999999998', '9e999999998', true],
    ['1e999999999', '1e999999998', '8.9e999999998', false],
    ['0', '0', '0', true],
  ])('compares %s and %s with the tolerance %s exactly', (a, b, tolerance, expected) => {
    expect(within(a, b, tolerance)).toBe(expected);
    expect(within(b, a, tolerance)).toBe(expected);
  });

  it.each([
    [100, '1e-200000', true],
    ['1e-200000', 100, false],
    ['1e200000', 1, true],
    [1, '1e200000', false],
  ])(
    'lets the comparator "number" decide %s against %s within 100 percent of the expected value',
    (expected, predicted, match) => {
      const { compare } = createComparator('number', { relativeTolerance: 1 });
      expect(compare(expected, predicted).match).toBe(match);
    },
  );

  it('gives the result of whole numbers at every scale', () => {
    const random = new Random('tolerance');
    const draw = () => Math.floor(random.next() * 41) - 20;
    for (let i = 0; i < 3000; i++) {
      const parts = [draw(), draw(), Math.abs(draw())].map((value) => ({
        value,
        exponent: Math.floor(random.next() * 7) - 3,
      }));
      const [a, b, tolerance] = parts.map(({ value, exponent }) => value * 10 ** (exponent + 3));
      const shift = random.next() < 0.5 ? 0 : -150_000;
      const texts = parts.map(({ value, exponent }) => `${value}e${exponent + shift}`);
      const found = within(texts[0] as string, texts[1] as string, texts[2] as string);
      expect(found, texts.join(' ')).toBe(Math.abs((a as number) - (b as number)) <= (tolerance as number));
    }
  });
});
