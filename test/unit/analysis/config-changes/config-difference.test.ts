import { expect, test } from 'vitest';
import { configDifference } from '../../../../src/analysis/config-changes/config-difference.ts';

test('finds no difference between equal configs in any key order', () => {
  expect(configDifference({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toEqual([]);
});

test('returns one line per changed path, sorted', () => {
  const before = { baseProcessor: 'extraction_light', schema: { properties: { a: { description: 'x' } } } };
  const after = {
    baseProcessor: 'extraction_performance',
    extractionRules: 'r',
    schema: { properties: { a: { description: 'y' } } },
  };
  expect(configDifference(before, after)).toEqual([
    'baseProcessor: "extraction_light" -> "extraction_performance"',
    'extractionRules: (none) -> "r"',
    'schema.properties.a.description: "x" -> "y"',
  ]);
});

test('truncates a long value', () => {
  const [line] = configDifference({ a: '' }, { a: 'x'.repeat(500) });
  expect(line?.length).toBeLessThan(200);
  expect(line?.endsWith('…')).toBe(true);
});

test('compares entries with ids by their ids, and reports a changed order', () => {
  const bill = { id: 'bill', type: 'bill', description: 'a bill' };
  const other = { id: 'other', type: 'other', description: '' };
  const memo = { id: 'memo', type: 'memo', description: '' };
  const difference = (before: unknown[], after: unknown[]) =>
    configDifference({ classes: before }, { classes: after });
  expect(difference([bill, other], [{ ...bill, description: 'what is to be paid' }, other, memo])).toEqual([
    'classes[bill].description: "a bill" -> "what is to be paid"',
    'classes[memo]: (none) -> {"id":"memo","type":"memo","description":""}',
  ]);
  expect(difference([bill, other], [other, bill])).toEqual([
    'classes: order ["bill","other"] -> ["other","bill"]',
  ]);
  // A list with duplicate ids is compared as a whole.
  expect(difference([bill, bill], [bill])).toHaveLength(1);
  expect(difference([], [bill])).toEqual([
    'classes[bill]: (none) -> {"id":"bill","type":"bill","description":"a bill"}',
  ]);
});
