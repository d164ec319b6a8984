import { expect, it } from 'vitest';
import { findMisreadWords } from '../../../../src/report/html/find-misread-words.ts';

/**
 * For each place in `page` where the text is found, returns the number of its first word, the number of its last word,
 * and the number of wrong letters.
 */
const found = (text: string, page: string) =>
  findMisreadWords(text, page.split(' ')).map(({ first, last, difference }) => [first, last, difference]);

it('ignores letter case, accents, punctuation, and where recognition put the spaces', () => {
  expect(found('Stylos à bille (boîte)', 'Ref Stylosa bille boite, 50')).toEqual([[1, 3, 0]]);
  expect(found('TR-011', 'PA-240 TR-01 1 SV-090')).toEqual([[1, 2, 0]]);
  expect(found('Total', '- Total - 12')).toEqual([[1, 1, 0]]);
});

it('accepts up to 20 % of wrong letters in a text with at least eight letters and digits', () => {
  // Of 16 letters, 3 may be wrong.
  expect(found('Aubrelac Traiteur', 'by Aubre1ac'.replace('1', 'i'))).toEqual([]);
  expect(found('Aubrelac Traiteur', 'by Auhrelac Iraiteun Lyon')).toEqual([[1, 2, 3]]);
  expect(found('Aubrelac Traiteur', 'by Auhrelac Iraiteum8 Lyon')).toEqual([]);
  expect(found('Aubrelac Traiteur', 'by Auhrelae Iraiteun Lyon')).toEqual([]);
  // Of 8 letters, 1 may be wrong. Of 7 letters, none may be.
  expect(found('Oldmeres', 'OIdmeres')).toEqual([[0, 0, 1]]);
  expect(found('Oldmere', 'OIdmere')).toEqual([]);
});

it('does not accept another digit', () => {
  expect(found('Invoice number F26-02935', 'Invoice number F26-02936')).toEqual([]);
  expect(found('Invoice number F26-02935', 'Invoice nunber F26-02935')).toEqual([[0, 2, 1]]);
});

it('prefers the most similar place, and returns all places if several are about as similar', () => {
  expect(found('Lever arch file red', 'Lever arch file ned x Lever arch file red')).toEqual([[5, 8, 0]]);
  expect(found('Lever arch file red', 'Lever arch file ned x Lever areh file red')).toHaveLength(2);
  expect(found('Lever arch file red', 'Lever areh file red x Levor ancb file red')).toEqual([[0, 3, 1]]);
});
