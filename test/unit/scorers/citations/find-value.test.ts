import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import { compileFindValue } from '../../../../src/scorers/citations/find-value.ts';
import type { LeafType } from '../../../../src/scorers/extraction/field-tree.ts';
import {
  type ComparatorRule,
  completeOptions,
  defaultScoringOptions,
} from '../../../../src/scorers/extraction/scoring-options.ts';

function finds(
  type: LeafType | 'undeclared',
  value: JsonValue,
  text: string,
  rule?: Omit<ComparatorRule, 'field'>,
): boolean | null {
  const fields =
    type === 'undeclared' ? [] : [{ id: 'field', name: 'Field', type, description: 'd' } as const];
  const options = rule
    ? completeOptions({ comparators: [{ field: 'field', ...rule }] })
    : defaultScoringOptions;
  return compileFindValue({ fields }, options)('field', value, text);
}

type Case = readonly [value: JsonValue, text: string, found: boolean | null];

describe('values in the words of a cited box', () => {
  it.each<Case>([
    ['ACME Ltd', 'ACME Ltd', true],
    ['ACME Ltd', 'Supplier: ACME Ltd, London', true],
    ['ACME Ltd', 'ACME Limited', false],
    ['ACME', 'ACMES', false],
    ['Acme', 'ACME', false],
    ['12 Main Street Berlin', '12 Main Street\nBerlin', true],
    ['12 Main Street', 'Berlin 12 Main', false],
    ['123-45-6789', '1 2 3 - 4 5 - 6 7 8 9', true],
    ['1 2 1 2 3 4 5 6 7', '12 – 1234567', true],
    ['121234567', 'No. 12-1234567', true],
    ['121234567', '12-12345678', false],
    ['2024', '20-24', false],
    ['ﬁnal', 'final', true],
    ['2024', '12.03.2024', false],
    ['12', '12.50', false],
    ['12', '12, 13', true],
    ['#7', 'Invoice #7.', true],
    ['東京都', '東京都千代田区', true],
    ['—', 'a — b', true],
    ['x', '', false],
  ])('text %j in %j: %j', (value, text, found) => {
    expect(finds('string', value, text)).toBe(found);
    expect(finds('undeclared', value, text)).toBe(found);
  });

  it.each<Case>([
    [1234.5, 'Total EUR 1.234,50', true],
    [1234.5, '1,234.50', true],
    [1234.5, '1 234,50 €', true],
    [234.5, '1.234,50', false],
    [1234, '1.234,50', false],
    [12, 'RM12', true],
    [12, '12kg', true],
    [45, '-45', false],
    [-45, '(45)', true],
    [-45, '45.00-', true],
    [1, '1,000', true],
    [1000, '1,000', true],
    [102, '10²', false],
    [19, '19 %', true],
    [7, '17 71 77', false],
    [1234, '١٬٢٣٤ ١٢٣٤', true],
    ['n/a', 'Total: n/a', true],
    ['n/a', 'Total: 5', false],
  ])('number %j in %j: %j', (value, text, found) => {
    expect(finds('number', value, text)).toBe(found);
  });

  it('finds the amount of money, and does not search for its code', () => {
    const money = { amount: 12.5, iso_4217_currency_code: 'EUR' };
    expect(finds('currency', money, 'Total 12,50')).toBe(true);
    expect(finds('currency', money, '€ 12.50')).toBe(true);
    expect(finds('currency', money, 'EUR 12.51')).toBe(false);
  });

  it.each<Case>([
    ['2025-04-03', 'Date: 3 April 2025', true],
    ['2025-04-03', '3rd April 2025', true],
    ['2025-04-03', 'Thursday, 03.04.2025', true],
    ['2025-04-03', '04/03/2025', true],
    ['2025-04-03', '2025-04-30', false],
    ['2025-04-03', 'April 2025', false],
    ['2025-04-03', '13.04.2025', false],
    ['soon', 'due soon', true],
  ])('date %j in %j: %j', (value, text, found) => {
    expect(finds('date', value, text)).toBe(found);
  });

  it('returns null for booleans and enums', () => {
    expect(finds('boolean', true, 'true')).toBeNull();
    expect(finds('enum', 'PAID', 'PAID')).toBeNull();
    expect(finds('string', false, 'false')).toBeNull();
  });

  it.each<readonly [Omit<ComparatorRule, 'field'>, JsonValue, string, boolean]>([
    [{ comparator: 'string', options: { ignoreCase: true } }, 'Acme', 'ACME GMBH', true],
    [{ comparator: 'fuzzy', options: { threshold: 0.5 } }, 'INV-1001', 'INV-1007', false],
    [
      { comparator: 'fuzzy', options: { ignorePunctuation: true } },
      'Main St Berlin',
      'Main St. Berlin',
      true,
    ],
    [{ comparator: 'identifier' }, 'de89370', 'IBAN DE 89-370', true],
    [{ comparator: 'identifier' }, '37', 'DE 89-370', false],
    [{ comparator: 'token-set', options: { threshold: 0.1 } }, 'Smith John', 'Mr John Smith', true],
    [{ comparator: 'token-sort' }, 'Smith John', 'Mr John Miller', false],
    [
      { comparator: 'any-of', options: { of: { comparator: 'string', options: { ignoreCase: true } } } },
      'Acme',
      'ACME',
      true,
    ],
    [{ comparator: 'any-of' }, 'Acme', 'Acme', true],
    [{ comparator: 'exact' }, 'Acme', 'Acme GmbH', true],
    [{ comparator: () => true }, 'Acme', 'another text', false],
    [{ comparator: 'number', options: { absoluteTolerance: 5 } }, 100, '101', false],
    [{ comparator: 'number', options: { decimalSeparator: ',' } }, 1.234, '1,234', true],
    [{ comparator: 'number', options: { decimalSeparator: ',' } }, 1234, '1,234', false],
    [{ comparator: 'date', options: { dayFirst: true } }, '2025-04-03', '04/03/2025', false],
  ])('uses the normalisation of the rule without its threshold: %j, %j in %j', (rule, value, text, found) => {
    expect(finds('undeclared', value, text, rule)).toBe(found);
  });

  it('finds every text and number that is printed between other words', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, word, (words, before, after) => {
        expect(finds('string', words.join(' '), [before, ...words, after].join(' '))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(finds('number', cents / 100, `Total: ${(cents / 100).toFixed(2)} due`)).toBe(true);
      }),
    );
  });

  it('does not find a number among other numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.array(fc.integer({ min: 1, max: 1e6 })),
        (wanted, printed) => {
          const others = printed.filter((number) => number !== wanted);
          expect(finds('number', wanted, others.join('; '))).toBe(false);
        },
      ),
    );
  });
});
