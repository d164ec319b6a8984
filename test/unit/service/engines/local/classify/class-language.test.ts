import { describe, expect, test } from 'vitest';
import {
  isFallbackClass,
  statementsIn,
} from '../../../../../../src/service/engines/local/classify/class-language.ts';

describe('isFallbackClass', () => {
  test('recognises a fallback class by its name or description', () => {
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

  test('returns words after a negation as negative', () => {
    expect(shown('A bill that is unpaid, not a receipt')).toEqual([
      { text: 'A bill that is unpaid', quoted: false, negative: false },
      { text: 'a receipt', quoted: false, negative: true },
    ]);
  });

  test('returns a quotation as a whole, and ignores a negation inside it', () => {
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

  test('returns an empty list for an empty sentence', () => {
    expect(statementsIn('')).toEqual([]);
    expect(statementsIn('"" , "')).toEqual([]);
  });
});
