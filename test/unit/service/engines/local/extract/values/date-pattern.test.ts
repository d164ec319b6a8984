import { describe, expect, it } from 'vitest';
import { findDates } from '../../../../../../../src/service/engines/local/extract/recognise/dates.ts';
import {
  datePatternOf,
  formatDate,
} from '../../../../../../../src/service/engines/local/extract/values/date-pattern.ts';

describe('datePatternOf', () => {
  it.each([
    ['Return in YYYY-MM-DD format.', 'yyyy-mm-dd'],
    ['MM/DD/YYYY', 'mm/dd/yyyy'],
    ['Datum im Format TT.MM.JJJJ', 'dd.mm.yyyy'],
    ['au format JJ/MM/AAAA', 'dd/mm/yyyy'],
    ['an ISO 8601 date', 'yyyy-mm-dd'],
    ['YYYYMMDD', 'yyyymmdd'],
    ['Date of the comment', undefined],
    ['Isolation date', undefined],
  ])('%s gives %s', (description, pattern) => {
    expect(datePatternOf(description)).toBe(pattern);
  });
});

describe('formatDate', () => {
  it('exchanges day and month of an ambiguous date if the document has the month first', () => {
    const [date] = findDates('03/04/2026');
    expect(date && formatDate(date, 'dd.mm.yyyy', true)).toBe('04.03.2026');
    expect(date && formatDate(date, 'dd.mm.yyyy', false)).toBe('03.04.2026');
  });
});
