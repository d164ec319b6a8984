import { describe, expect, it } from 'vitest';
import { placesOf, type SearchedPage } from '../../../../src/report/html/find-words.ts';

/**
 * Returns a page of 100 by 200 points with one word per line. Each word is 10 points wide and high, at the left edge.
 */
const page = (...words: string[]): SearchedPage => ({
  width: 100,
  height: 200,
  words: words.map((text, line) => ({
    text,
    box: { left: 0, top: 10 * line, right: 10, bottom: 10 * line + 10 },
  })),
});
/** Returns where the value is found, as `page:line`. */
const lines = (value: unknown, ...pages: SearchedPage[]) =>
  placesOf(value, pages).map(({ page: number, top }) => `${number}:${Math.round(top * 20)}`);

describe('placesOf', () => {
  it('finds words that follow each other, on each page, with the box around them', () => {
    const pages = [page('Invoice'), page('To:', 'Acme', 'Ltd,', 'Basel')];
    expect(placesOf('ACME Ltd', pages)).toEqual([{ page: 2, left: 0, top: 0.05, right: 0.1, bottom: 0.15 }]);
    expect(lines('Acme Basel', ...pages)).toEqual([]);
  });

  it.each([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ["1'234.50", { amount: 1234.5, currency: 'CHF' }],
    ['$1,234.50', -1234.5],
    ['12.03.2026', '2026-03-12'],
    ['3/12/26', '2026-03-12'],
    ['2026/03/12', '2026-03-12'],
  ])('finds %s as %j', (printed, value) => {
    expect(lines(value, page('Date', printed, 'end'))).toEqual(['1:1']);
  });

  it('finds dates with the name of a month', () => {
    expect(lines('2026-03-12', page('due', '12', 'March', '2026'))).toEqual(['1:1']);
    expect(lines('2026-03-02', page('Mar', '2nd,', '2026'))).toEqual(['1:0']);
    expect(lines('2026-03-12', page('12', 'May', '2026'))).toEqual([]);
  });

  it('does not find other numbers, other dates, short values and values without a printed form', () => {
    const one = page('1,234.51', '13.03.2026', '12', 'true', '2026');
    for (const value of [1234.5, '2026-03-12', 12, '12', true, null, {}, [], undefined, ''])
      expect(lines(value, one)).toEqual([]);
  });

  it('finds misread texts only on pages that were read by OCR, and compares the places of all pages', () => {
    const ocr = (...words: string[]) => ({ ...page(...words), ocr: true });
    expect(lines('Penderlow Supplies', page('To', 'Pendenlow', 'Supplies'))).toEqual([]);
    expect(lines('Penderlow Supplies', page('x'), ocr('To', 'Pendenlow', 'Supplies'))).toEqual(['2:1']);
    expect(lines('Penderlow Supplies', ocr('PendenlowSupplies'), ocr('PenderlowSupplies'))).toEqual(['2:0']);
    expect(lines(1234.5, ocr('1,234.56'))).toEqual([]);
  });
});
