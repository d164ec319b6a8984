import { describe, expect, it } from 'vitest';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { typedValue } from '../../../../src/usecases/review/typed-value.ts';

const money = {
  type: 'object',
  'service:type': 'currency',
  properties: { amount: { type: ['number', 'null'] }, iso_4217_currency_code: { type: ['string', 'null'] } },
};
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      text: { type: ['string', 'null'] },
      count: { type: ['number', 'null'] },
      pages: { type: ['integer', 'null'] },
      tags: { type: 'array', items: { type: ['string', 'null'] } },
      day: { type: ['string', 'null'], 'service:type': 'date' },
      kind: { enum: ['Credit', 'debit', null] },
      paid: { type: ['boolean', 'null'] },
      total: money,
      lines: { type: 'array', items: { type: 'object', properties: { price: money } } },
    },
  },
} as unknown as ProcessorConfig;
const of = (path: string, text: string, ...shown: unknown[]) =>
  typedValue(text, path, config, shown as null[]);
const eur = (amount: number, iso_4217_currency_code: string | null = 'EUR') => ({
  amount,
  iso_4217_currency_code,
});

describe('a typed value', () => {
  it.each<[string, string, unknown]>([
    ['text', ' 007 ', '007'],
    ['count', '1.234,50', 1234.5],
    ['count', '1,234.50', 1234.5],
    ['count', '-3', -3],
    ['day', '3 April 2025', '2025-04-03'],
    ['day', '03.04.2025', '2025-04-03'],
    ['day', '25/03/2025', '2025-03-25'],
    ['kind', 'credit', 'Credit'],
    ['paid', 'Yes', true],
    ['total', '1.234,50 EUR', eur(1234.5)],
    ['total', 'USD 749.35', eur(749.35, 'USD')],
    ['total', '€ 12', eur(12)],
    ['total.amount', '12,5', 12.5],
    ['lines[0].price', '2.50 CHF', eur(2.5, 'CHF')],
    ['lines', '[]', []],
    ['lines[0].price', '2.50 none', eur(2.5, null)],
    ['pages', '3', 3],
    ['pages', '3,0', 3],
    ['tags[1]', 'a', 'a'],
    ['text', '  ', null],
    ['lines', '', null],
    ['count', '+5', 5],
    ['count', '007', 7],
    ['count', '-.5', -0.5],
    ['count', '5.', 5],
    ['count', '0', 0],
  ])('in %s: %s', (path, text, value) => {
    expect(of(path, text)).toEqual(value);
  });

  it('has the currency of the present value if it names none', () => {
    expect(of('total', '12.50', eur(1, 'USD'))).toEqual(eur(12.5, 'USD'));
    expect(of('total', '12.50')).toEqual(eur(12.5, null));
    expect(of('total', '12.50 none', eur(1, 'USD'))).toEqual(eur(12.5, null));
  });

  it('is the shown value if it has the text of this value', () => {
    expect(of('count', '1.234', 1.234)).toBe(1.234);
    expect(of('text', 'two\nlines', 'two\r\nlines')).toBe('two\r\nlines');
    expect(of('text', 'two lines', 'two\nlines')).toBe('two lines');
    expect(of('total', '1.234 USD', null, eur(1.234, 'USD'))).toEqual(eur(1.234, 'USD'));
    expect(() => of('count', '1.234', 5)).toThrow('can be 1234 or 1.234');
  });

  it('is the type and the pages of a document in a packet', () => {
    const splitClassifications = [{ id: 'i', type: 'Invoice', description: '' }];
    const packet = { type: 'SPLITTER', splitClassifications } as unknown as ProcessorConfig;
    expect(typedValue('invoice', 'splits[0].type', packet, [])).toBe('Invoice');
    expect(typedValue('2', 'splits[0].endPage', packet, [])).toBe(2);
    expect(() => typedValue('2.5', 'splits[0].endPage', packet, [])).toThrow('whole number');
    expect(() => typedValue('letter', 'splits[0].type', packet, [])).toThrow('one of Invoice');
  });

  it('keeps all digits of a number', () => {
    expect(JSON.stringify(of('count', '12345678901234567890.12'))).toBe('12345678901234567890.12');
  });

  it.each<[string, string, string]>([
    ['count', 'twelve', 'expected a number such as'],
    ['count', '1.234', '"1.234" can be 1234 or 1.234. Type 1234, or 1.2340.'],
    ['day', '03/04/2025', '"03/04/2025" can be 2025-04-03 or 2025-03-04'],
    ['day', '3.4.25', 'with four digits'],
    ['day', '31.02.2025', 'expected a date'],
    ['kind', 'cash', 'expected one of Credit, debit'],
    ['paid', '1', 'expected yes or no'],
    ['total', '12 kr', 'is the sign of several currencies'],
    ['total', 'EUR', 'expected a number'],
    ['lines', 'a, b', 'expected JSON'],
    ['lines', '{"a": 1}', 'expected a list as JSON'],
    ['pages', '1.5', 'expected a whole number'],
    ['total', 'none', 'expected a number'],
  ])('in %s is rejected: %s', (path, text, problem) => {
    expect(() => of(path, text)).toThrow(problem);
  });

  it('is one of the classes', () => {
    const classes = [{ id: 'i', type: 'Invoice', description: '' }];
    const classify = { type: 'CLASSIFY', classifications: classes } as unknown as ProcessorConfig;
    expect(typedValue('invoice', 'type', classify, [])).toBe('Invoice');
    expect(() => typedValue('letter', 'type', classify, [])).toThrow('one of Invoice');
  });
});
