import { describe, expect, it } from 'vitest';
import {
  findDates,
  isoDate,
} from '../../../../../../../src/service/engines/local/extract/recognise/dates.ts';

const iso = (text: string, monthFirst = false): string[] =>
  findDates(text).map((date) => isoDate(date, monthFirst));

describe('findDates', () => {
  it.each([
    ['25/12/2018 10:30', '2018-12-25'],
    ['18-01-2018', '2018-01-18'],
    ['02 APR 2018', '2018-04-02'],
    ['05-AUG-2017', '2017-08-05'],
    ['02APR2018', '2018-04-02'],
    ['11.02.18', '2018-02-11'],
    ['20180304', '2018-03-04'],
    ['2018-01-05', '2018-01-05'],
    ['4. März 2026', '2026-03-04'],
    ['1er janvier 2020', '2020-01-01'],
    ['3 août 2021', '2021-08-03'],
    ['4 de marzo de 2026', '2026-03-04'],
    ['March 4, 2026', '2026-03-04'],
    ['Jan 31 2020', '2020-01-31'],
    ['3 Ogos 2021', '2021-08-03'],
    ['2026年3月4日', '2026-03-04'],
    ['22/12/201712:03', '2017-12-22'],
    ['03 / 04 / 2018', '2018-04-03'],
    ['98-11-18', '1998-11-18'],
    ['09/02/201 8 11:40', '2018-02-09'],
    ['09/02/20 8 items', '2020-02-09'],
  ])('reads %s as %s', (text, expected) => {
    expect(iso(text)).toEqual([expected]);
  });

  it.each(['12.345,67', '31/02/2020', '45 May 2020', '1.2.3', 'Nr. 123456', '10 12 14', '1/2'])(
    'finds no date in %s',
    (text) => {
      expect(iso(text)).toEqual([]);
    },
  );

  it('swaps day and month of an ambiguous date if the document writes the month first', () => {
    expect(iso('03/04/2018')).toEqual(['2018-04-03']);
    expect(iso('03/04/2018', true)).toEqual(['2018-03-04']);
    expect(iso('13/04/2018', true)).toEqual(['2018-04-13']);
    expect(iso('03.04.2018', true)).toEqual(['2018-04-03']);
  });

  it('marks dates that are valid only with the month first', () => {
    expect(findDates('04/25/2018')[0]).toMatchObject({ monthFirst: true, month: 4, day: 25 });
  });

  it('returns several dates in order, with their positions', () => {
    const text = 'from 01.02.2020 to 29.02.2020';
    expect(findDates(text).map((date) => text.slice(date.start, date.end))).toEqual([
      '01.02.2020',
      '29.02.2020',
    ]);
  });
});
