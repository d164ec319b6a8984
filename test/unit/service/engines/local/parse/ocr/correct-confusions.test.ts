import { expect, test } from 'vitest';
import { correctConfusions } from '../../../../../../../src/service/engines/local/parse/ocr/correct-confusions.ts';

test.each([
  ['AUT0', 'AUTO'],
  ['KLEENS0', 'KLEENSO'],
  ['n0rth', 'north'],
  ['4750O', '47500'],
  ['P0S01', 'P0S01'],
  ['WD40', 'WD40'],
  ['A0', 'A0'],
  ['100', '100'],
  ['OO', 'OO'],
  ['Peta1ing', 'Petaling'],
  ['Bi11ing', 'Billing'],
  ['Lot1', 'Lot1'],
  ['a1b2', 'a1b2'],
])('changes %s to %s', (read, corrected) => {
  expect(correctConfusions(read)).toBe(corrected);
});
