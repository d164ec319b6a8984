import { describe, expect, test } from 'vitest';
import {
  numberingEvidence,
  pageMarkers,
} from '../../../../../../src/service/engines/local/split/page-markers.ts';
import { pageFeatures } from '../../../../../../src/service/engines/local/text/page-features.ts';
import { parsedDocument } from '../../../../../fixtures/documents/parsed-document.ts';

function markers(text: string) {
  const page = parsedDocument(text).pages[0];
  if (page === undefined) throw new Error('no page was made');
  return pageMarkers(pageFeatures(page));
}
const body = 'Words that fill the page from one margin to the other one here\n'.repeat(20);

describe('pageMarkers', () => {
  test.each([
    ['Page 2 of 3', { number: 2, total: 3 }],
    ['Seite 1 von 12', { number: 1, total: 12 }],
    ['Page: 4', { number: 4 }],
    ['2 / 5', { number: 2, total: 5 }],
    ['Página 3 de 4', { number: 3, total: 4 }],
    ['Form Z-1 (Rev. 2020) Page 2', { number: 2 }],
  ])('reads "%s"', (foot, expected) => {
    expect(markers(`${body}${foot}`).labelled).toEqual(expected);
  });

  test('ignores a page number in a sentence, and a date', () => {
    expect(
      markers(`${body}The terms are set out in the list that you will find, see page 3`).labelled,
    ).toBeUndefined();
    expect(markers(`${body}Total 5 / 3`).labelled).toBeUndefined();
    expect(markers(body).labelled).toBeUndefined();
  });

  test('reads a number alone on the last line of a page that ends early', () => {
    const shortPage = 'Words that fill the page from one margin to the other one here\n';
    expect(markers(`${shortPage}${' '.repeat(60)}8`).bare).toEqual([8]);
    expect(markers(`${shortPage.repeat(20)}${' '.repeat(60)}8\n${shortPage.repeat(20)}`).bare).toEqual([]);
  });

  test('ignores an impossible total', () => {
    expect(markers(`${body}Page 5 of 2`).labelled).toEqual({ number: 5 });
  });
});

describe('numberingEvidence', () => {
  const none = { bare: [] };
  const labelled = (number: number, total?: number) => ({
    bare: [],
    labelled: { number, ...(total === undefined ? {} : { total }) },
  });

  test('is positive for a first page and negative for the next number', () => {
    expect(numberingEvidence(labelled(2, 2), labelled(1, 3)).score).toBeGreaterThan(2);
    expect(numberingEvidence(labelled(1, 3), labelled(2, 3)).score).toBeLessThan(-3);
    expect(numberingEvidence(labelled(2, 2), none).score).toBeGreaterThan(1);
    expect(numberingEvidence(labelled(1, 2), none).score).toBeLessThan(0);
    expect(numberingEvidence(none, none).score).toBe(0);
  });

  test('is stronger if the numbers of three pages follow each other', () => {
    const [six, seven, eight] = [{ bare: [6] }, { bare: [7] }, { bare: [8] }];
    const two = numberingEvidence(seven, eight).score;
    expect(numberingEvidence(seven, eight, undefined, six).score).toBeLessThan(two - 1);
    expect(numberingEvidence(seven, eight, undefined, { bare: [5] }).score).toBe(two);
  });

  test('is weaker for numbers alone on a line', () => {
    expect(numberingEvidence({ bare: [3] }, { bare: [4] }).score).toBeLessThan(-2);
    expect(numberingEvidence({ bare: [9] }, { bare: [1] }).score).toBeGreaterThan(1);
  });

  test('is weaker for numbers of the whole packet', () => {
    const place = { position: 5, total: 9 };
    const whole = numberingEvidence(labelled(4, 9), labelled(5, 9), place).score;
    expect(whole).toBeGreaterThan(numberingEvidence(labelled(4, 9), labelled(5, 9)).score);
  });
});
