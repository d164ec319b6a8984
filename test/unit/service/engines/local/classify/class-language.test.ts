import { describe, expect, test } from 'vitest';
import {
  isFallbackClass,
  statementsIn,
} from '../../../../../../src/service/engines/local/classify/class-language.ts';

describe('isFallbackClass', () => {
  test('knows the class for anything else by its name or its description', () => {
    expect(isFallbackClass('other', 'Other', '')).toBe(true);
    expect(isFallbackClass('c9', 'Sonstiges', '')).toBe(true);
    expect(isFallbackClass('c9', 'C9', 'Anything else.')).toBe(true);
    expect(isFallbackClass('c9', 'C9', 'Documents that do not fit the classes above')).toBe(true);
    expect(isFallbackClass('mother_letter', 'Letter to mother', 'A letter.')).toBe(false);
  });
});

describe('statementsIn', () => {
  const shown = (sentence: string) =>
    statementsIn(sentence).map(({ text, quoted, negative }) => ({ text, quoted, negative }));

  test('words after a negation speak against', () => {
    expect(shown('A bill that is unpaid, not a receipt')).toEqual([
      { text: 'A bill that is unpaid', quoted: false, negative: false },
      { text: 'a receipt', quoted: false, negative: true },
    ]);
  });

  test('a quotation is taken whole, and a negation inside it denies nothing', () => {
    expect(shown('It says "no refund, no return" at the foot')).toContainEqual({
      text: 'no refund, no return',
      quoted: true,
      negative: false,
    });
    expect(shown('It never says "paid in full"')).toContainEqual({
      text: 'paid in full',
      quoted: true,
      negative: true,
    });
  });

  test('finds nothing in nothing', () => {
    expect(statementsIn('')).toEqual([]);
    expect(statementsIn('"" , "')).toEqual([]);
  });
});
