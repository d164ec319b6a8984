import { describe, expect, it } from 'vitest';
import { findPeriods } from '../../../../../../../src/service/engines/local/extract/recognise/periods.ts';

function periods(text: string) {
  return findPeriods(text).map(({ from, to, current }) => [from, to, current]);
}

describe('findPeriods', () => {
  it.each([
    ['March 2031 - Present', 'March 2031', undefined, true],
    ['Januar 2027 bis März 2029', 'Januar 2027', 'März 2029', false],
    ['09/2028 – 05/2030', '09/2028', '05/2030', false],
    ['01.09.2028 - 31.12.2030', '01.09.2028', '31.12.2030', false],
    ['2029-31', '2029', '2031', false],
    ['since 2030', '2030', undefined, true],
    ['May – August 2035', 'May 2035', 'August 2035', false],
    ['Spring 2030', undefined, 'Spring 2030', false],
    ['août 2028 à mai 2029', 'août 2028', 'mai 2029', false],
  ])('reads %s', (text, from, to, current) => {
    expect(periods(text)).toEqual([[from, to, current]]);
  });

  it('returns the position in the text', () => {
    expect(findPeriods('Baker, Oslo (2030–2033)')).toMatchObject([{ start: 13, end: 22, text: '2030–2033' }]);
  });

  it.each(['room 1250', 'FY2031', 'over 35 years', '1,200,000', 'pages 334-351', ''])(
    'finds no period in %j',
    (text) => {
      expect(findPeriods(text)).toEqual([]);
    },
  );

  it('takes linear time for a long text of numbers', () => {
    expect(findPeriods('2031 - '.repeat(280)).length).toBeGreaterThan(0);
    expect(findPeriods('2031 - '.repeat(100_000))).toEqual([]);
  });
});
