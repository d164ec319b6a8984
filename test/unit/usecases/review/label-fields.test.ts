import { describe, expect, it } from 'vitest';
import {
  type ProcessorConfig,
  processorConfigSchema,
} from '../../../../src/model/processor/processor-config.ts';
import {
  expectedText,
  type LabelField,
  labelFields,
  labelTexts,
  parseLabel,
} from '../../../../src/usecases/review/label-fields.ts';
import { NotAValue, typedValue } from '../../../../src/usecases/review/typed-value.ts';

const text = { type: ['string', 'null'] };
const money = {
  type: 'object',
  'service:type': 'currency',
  properties: { amount: { type: ['number', 'null'] }, iso_4217_currency_code: text },
};
const columns = {
  sku: text,
  tags: { type: 'array', items: text },
  pages: { type: ['integer', 'null'] },
  count: { type: ['number', 'null'] },
  day: { ...text, 'service:type': 'date' },
  paid: { type: ['boolean', 'null'] },
  kind: { enum: ['Credit', 'debit', null] },
  price: money,
};
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: { lines: { type: 'array', items: { type: 'object', properties: columns } }, ...columns },
  },
} as unknown as ProcessorConfig;
const fields = labelFields(config);
const fieldAt = (at: string) => fields.find(({ path }) => path === at) as LabelField;
const lines = fieldAt('lines');
const oneCell = (at: string, typed: string) =>
  (lines.columns ?? []).map(({ path }) => (path === at ? typed : ''));

describe('the labels of a field', () => {
  it('are the cells of a table as texts, and the same rows when they are read again', () => {
    const label = [
      { sku: 'a', tags: ['x', 'y'], price: { amount: 1.234, iso_4217_currency_code: 'USD' }, count: 1.234 },
    ];
    const cells = [['a', '["x","y"]', '', '1.234', '', '', '', '1.234 USD']];
    expect(labelTexts(lines, label as never)).toEqual(cells);
    const empty = { pages: null, day: null, paid: null, kind: null };
    expect(parseLabel(lines, cells, config, [label as never])).toEqual([{ ...label[0], ...empty }]);
    expect(() => parseLabel(lines, cells, config, [])).toThrow(
      'lines[0].count: "1.234" can be 1234 or 1.234',
    );
  });

  const cases: [string, string][] = [
    ['sku', ' 007 '],
    ['count', '1.234,50'],
    ['count', '1,234.50'],
    ['count', '+5'],
    ['count', '9007199254740993'],
    ['count', '1.234'],
    ['count', 'twelve'],
    ['pages', '3'],
    ['pages', '1.5'],
    ['day', '3 April 2025'],
    ['day', '03/04/2025'],
    ['day', '2025-02-31'],
    ['kind', 'credit'],
    ['kind', 'cash'],
    ['paid', 'Yes'],
    ['paid', '1'],
    ['price', '1.234,50 EUR'],
    ['price', '12 kr'],
    ['price', '2.50 none'],
    ['sku', ''],
  ];

  it.each(cases)(
    '%s: the text "%s" means the same in a field, in a cell and in an edited label',
    (at, typed) => {
      const result = (read: () => unknown) => {
        try {
          return JSON.stringify(read());
        } catch (thrown) {
          return (thrown as Error).message;
        }
      };
      const edited = result(() => typedValue(typed, at, config, []));
      expect(result(() => parseLabel(fieldAt(at), typed, config, []))).toBe(edited);
      const cell = result(() => {
        const [row] = parseLabel(lines, [oneCell(at, typed)], config, []) as unknown as Record<
          string,
          unknown
        >[];
        return row?.[at];
      });
      expect(cell.replace(`lines[0].${at}: `, '')).toBe(edited);
    },
  );

  it('names the cell of a text that is not a list', () => {
    for (const bad of ['x, y', '{"x": 1}'])
      expect(() => parseLabel(lines, [oneCell('tags', bad)], config, [])).toThrow(NotAValue);
    expect(() => parseLabel(lines, [oneCell('tags', '{"x": 1}')], config, [])).toThrow(
      'lines[0].tags: found "{\\"x\\": 1}", expected a list as JSON, such as ["a", "b"]',
    );
  });

  it('are described by the types that their texts are read as', () => {
    expect(fields.map(expectedText)).toEqual([
      'a table',
      'a text',
      'a table',
      'a whole number',
      'a number such as 749.35 or 1.234,50',
      'a date such as 2025-04-03 or 3 April 2025',
      'yes or no',
      'one of Credit, debit',
      'an amount and a currency code, such as 749.35 USD',
    ]);
  });

  it('are a class of the config, or the documents of a packet', () => {
    const classifications = [{ id: 'i', type: 'Invoice', description: 'An invoice' }];
    const classify = processorConfigSchema.parse({ type: 'CLASSIFY', classifications });
    const [type] = labelFields(classify) as [LabelField];
    expect(parseLabel(type, 'invoice', classify, [])).toBe('Invoice');
    const split = processorConfigSchema.parse({ type: 'SPLITTER', splitClassifications: classifications });
    const [splits] = labelFields(split) as [LabelField];
    const rows = [['invoice', '1', '2']];
    expect(parseLabel(splits, rows, split, [])).toEqual([{ type: 'Invoice', startPage: 1, endPage: 2 }]);
    expect(() => parseLabel(splits, [['letter', '1', '2']], split, [])).toThrow('one of Invoice');
  });
});
