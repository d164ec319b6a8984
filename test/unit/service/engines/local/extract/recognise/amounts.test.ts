import { describe, expect, it } from 'vitest';
import {
  correctDigits,
  findAmounts,
} from '../../../../../../../src/service/engines/local/extract/recognise/amounts.ts';

describe('findAmounts', () => {
  it.each([
    ['1,234.56', 1234.56],
    ['1.234,56 €', 1234.56],
    ["1'234.56", 1234.56],
    ['1 234,56', 1234.56],
    ['10,000.00', 10000],
    ['-0,01', -0.01],
    ['(12.50)', -12.5],
    ['12.50-', -12.5],
    ['.50', 0.5],
    ['9,9000', 9.9],
    ['4.50S', 4.5],
    ['5,00EUR', 5],
    ['7.50*', 7.5],
  ])('reads %s', (text, value) => {
    expect(findAmounts(text).map((amount) => amount.value)).toEqual([value]);
  });

  it.each([
    ['RM 30.90', 'MYR'],
    ['$8.20', 'USD'],
    ['USD 1,200', 'USD'],
    ['1 234,56 EUR', 'EUR'],
    ['£3.00', 'GBP'],
    ['12.00', undefined],
    ['ABC 12.00', undefined],
  ])('recognises the currency of %s', (text, currency) => {
    expect(findAmounts(text)[0]?.currency).toBe(currency);
  });

  it.each(['25/12/2018', '12:03', 'ES1000', 'AB-1234', 'no digits'])('finds no amount in %s', (text) => {
    expect(findAmounts(text)).toEqual([]);
  });

  it('reads three digits after one sign according to the conventions of the document', () => {
    expect(findAmounts('1.234', '.')[0]?.value).toBe(1.234);
    expect(findAmounts('1.234', ',')[0]?.value).toBe(1234);
  });

  it('closes the gap that OCR adds before the decimals', () => {
    expect(findAmounts('TOTAL: 71 .00')).toMatchObject([{ value: 71, text: '71.00', digits: '71.00' }]);
    expect(findAmounts('1,071 .00 RM').map(({ value }) => value)).toEqual([1071]);
    expect(findAmounts('2 .505').map(({ value }) => value)).not.toContain(2.5);
  });

  it('marks percentages', () => {
    expect(findAmounts('21% € 399,00', ',').map(({ value, percent }) => [value, percent])).toEqual([
      [21, true],
      [399, false],
    ]);
  });

  it('corrects letters that were misread as digits, in amounts only', () => {
    expect(correctDigits('TOTAL 3O.9O')).toBe('TOTAL 30.90');
    expect(correctDigits('l2,5O')).toBe('12,50');
    expect(correctDigits('SOS.IO Bill.So')).toBe('SOS.IO Bill.So');
  });
});
