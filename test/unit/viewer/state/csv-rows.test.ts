import { expect, it } from 'vitest';
import { csvOf } from '../../../../src/viewer/state/csv-rows.ts';

it('quotes every cell, and puts an apostrophe before formulas but not before numbers', () => {
  expect(
    csvOf([
      ['a "b"', 'c,d'],
      ['=1+1', '-2.5'],
    ]),
  ).toBe('"a ""b""","c,d"\r\n"\'=1+1","-2.5"\r\n');
  expect(csvOf([])).toBe('');
});
