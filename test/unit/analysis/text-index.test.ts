import { expect, test } from 'vitest';
import { TextIndex } from '../../../src/analysis/text-index.ts';

test.each([
  'on 2024-03-02.',
  'on 2.3.2024.',
  'on 02 / 03 / 24.',
  'on 2nd March 2024.',
  'on 2ND MARCH 2024.',
  'on 2 DE marzo de 2024.',
  'on the 2 2 März, 2024.',
  'on March 2, 2024.',
  'on 5 MARCH 2Nd 2024.',
  'on 2-Mar-24.',
])('finds 2 March 2024 in "%s"', (text) => {
  const index = new TextIndex(text, true);
  expect(index.find('2024-03-02', 'date')).toBe('yes');
  expect(index.find('2024-03-12', 'date')).toBe('no');
});

test.each([
  ['Datum 3. März 2026, Betrag 5 €', 'yes'],
  ['le 3 août 2026', 'no'],
  ['от 3 марта 2026', 'yes'],
  ['№ 7, date März 3, 2026', 'yes'],
  ['3-mar-26', 'yes'],
])('finds dates with month names of Latin and other scripts: %s', (text, found) => {
  expect(new TextIndex(text, true).find('2026-03-03', 'date')).toBe(found);
});
