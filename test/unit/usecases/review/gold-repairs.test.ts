import { describe, expect, it } from 'vitest';
import { checkGold } from '../../../../src/loaders/check/check-gold.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import {
  type ExtractConfig,
  processorConfigSchema,
} from '../../../../src/model/processor/processor-config.ts';
import { labelRepairs } from '../../../../src/usecases/review/gold-repairs.ts';

const of = (type: string, more: object = {}) => ({ type: [type, 'null'], description: 'd', ...more });
const row = { type: 'object', properties: { count: of('integer'), name: of('string') } };
const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      number: of('string'),
      total: of('number'),
      due: of('string', { 'extend:type': 'date' }),
      paid: of('boolean'),
      unit: { enum: ['kg', 'piece', 'Piece', null], description: 'd' },
      price: {
        type: 'object',
        'extend:type': 'currency',
        properties: { amount: of('number'), iso_4217_currency_code: of('string') },
      },
      rows: { type: 'array', items: row },
      seller: { type: 'object', properties: { city: of('string') } },
    },
  },
}) as ExtractConfig;
const repairs = (value: object, misspelt: { name: string; nearest: string }[] = []) =>
  labelRepairs(value as JsonValue, config, misspelt);

describe('labelRepairs', () => {
  it.each<[string, string, JsonValue]>([
    ['total', '749.35', 749.35],
    ['total', ' 1.234,50 ', 1234.5],
    ['total', '-12,5', -12.5],
    ['total', '1 234 567', 1234567],
    ['due', '3 April 2025', '2025-04-03'],
    ['due', '2025/4/3', '2025-04-03'],
    ['due', '25/03/2025', '2025-03-25'],
    ['due', '04.04.2025', '2025-04-04'],
    ['paid', 'TRUE', true],
    ['unit', ' KG', 'kg'],
    ['price', '749,35 EUR', { amount: 749.35, iso_4217_currency_code: 'EUR' }],
    ['price', '€ 5', { amount: 5, iso_4217_currency_code: 'EUR' }],
  ])('replaces the %s %j by %j', (field, before, after) => {
    const repair = { path: field, from: null, field, before, after };
    expect(repairs({ value: { [field]: before } })).toEqual([repair]);
    expect(repairs({ [field]: before })).toEqual([repair]);
  });

  it.each<[string, JsonValue]>([
    ['total', '1,234'],
    ['total', '5 %'],
    ['total', '(5)'],
    ['total', '12 kg'],
    ['total', '12 EUR'],
    ['total', '½'],
    ['total', '007'],
    ['total', ''],
    ['total', 'eighty'],
    ['total', true],
    ['number', 12345],
    ['due', '03/04/2025'],
    ['due', '03.04.2025'],
    ['due', '3 April 25'],
    ['due', '2025-02-30'],
    ['due', '2025-04-03T23:30:00Z'],
    ['paid', '1'],
    ['unit', 'PIECE'],
    ['unit', 'box'],
    ['price', '749.35'],
    ['price', '$ 5'],
    ['price', '10 PCS'],
    ['price', '5 % EUR'],
    ['rows', 'two rows'],
  ])('leaves the %s %j, which has no reading or several', (field, before) => {
    expect(checkGold({ [field]: before }, config)).not.toEqual([]);
    expect(repairs({ [field]: before })).toEqual([]);
  });

  it('repairs cells and members, and no valid label', () => {
    const gold = {
      number: ' 1,5 ',
      rows: [{ count: '2', name: '3' }, { count: '2.5' }],
      price: { amount: '5.00', iso_4217_currency_code: 'EUR' },
    };
    expect(repairs({ value: gold })).toMatchObject([
      { path: 'rows[0].count', field: 'rows.count', before: '2', after: 2 },
      { path: 'price.amount', before: '5.00', after: 5 },
    ]);
  });

  it('renames a misspelt key of the document, of rows and of objects, if the correct key is absent', () => {
    const misspelt = [
      { name: 'Total', nearest: 'total' },
      { name: 'rows.Count', nearest: 'rows.count' },
      { name: 'seller.citty', nearest: 'seller.city' },
      { name: 'cty', nearest: 'seller.city' },
    ];
    const gold = {
      Total: '80.00',
      rows: [{ Count: 1 }, { Count: 2, count: 2 }, { Count: 'two' }],
      seller: { citty: null },
      cty: 'Bern',
    };
    expect(repairs({ value: gold }, misspelt)).toEqual([
      { path: 'total', from: 'Total', field: 'Total', before: '80.00', after: 80 },
      { path: 'rows[0].count', from: 'rows[0].Count', field: 'rows.Count', before: 1, after: 1 },
      { path: 'seller.city', from: 'seller.citty', field: 'seller.citty', before: null, after: null },
    ]);
    expect(repairs({ Total: 1, TOTAL: 2 }, [...misspelt, { name: 'TOTAL', nearest: 'total' }])).toEqual([]);
  });
});
