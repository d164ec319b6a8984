import { expect, test } from 'vitest';
import { configDifference } from '../../../src/analysis/config-difference.ts';

test('equal configs have no difference, whatever the order of their keys', () => {
  expect(configDifference({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toEqual([]);
});

test('each changed path is one line in sorted order', () => {
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

test('a long value is cut', () => {
  const [line] = configDifference({ a: '' }, { a: 'x'.repeat(500) });
  expect(line?.length).toBeLessThan(200);
  expect(line?.endsWith('…')).toBe(true);
});
