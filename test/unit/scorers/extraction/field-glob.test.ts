import { describe, expect, it } from 'vitest';
import { fieldGlob, fieldGlobWithin } from '../../../../src/scorers/extraction/field-glob.ts';

describe('field patterns', () => {
  it.each([
    ['*', 'a', true],
    ['*', 'a.b.c', true],
    ['total', 'total', true],
    ['total', 'total.amount', false],
    ['total', 'subtotal', false],
    ['line_items.*.amount', 'line_items.amount', true],
    ['line_items.amount', 'line_items.amount', true],
    ['line_items[*].amount', 'line_items.amount', true],
    ['line_items[3].amount', 'line_items.amount', true],
    ['line_items.*', 'line_items.amount', true],
    ['line_items.*', 'line_items', false],
    ['line_items.*', 'line_items.tax.rate', false],
    ['line_items.**', 'line_items.tax.rate', true],
    ['**.amount', 'amount', true],
    ['**.amount', 'a.b.amount', true],
    ['*_date', 'issue_date', true],
    ['*_date', 'seller.issue_date', false],
    ['**.*_date', 'seller.issue_date', true],
    ['field?', 'field1', true],
    ['field?', 'field12', false],
    ['a+b', 'a+b', true],
    ['a+b', 'aab', false],
  ])('%s against %s: %s', (pattern, field, wanted) => {
    expect(fieldGlob(pattern)(field)).toBe(wanted);
  });

  it('matches many ** in polynomial time', () => {
    // Trying every division of 40 names among 20 patterns would take too long.
    const name = Array.from({ length: 40 }, () => 'a').join('.');
    const pattern = Array.from({ length: 20 }, () => '**.a').join('.');
    expect(fieldGlob(pattern)(name)).toBe(true);
    expect(fieldGlob(`${pattern}.b`)(name)).toBe(false);
  });

  it('exclusions include everything below a field', () => {
    expect(fieldGlobWithin('line_items')('line_items.tax.rate')).toBe(true);
    expect(fieldGlobWithin('line_items.tax')('line_items.amount')).toBe(false);
    expect(fieldGlobWithin('line')('line_items')).toBe(false);
  });
});
