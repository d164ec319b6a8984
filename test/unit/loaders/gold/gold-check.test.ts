import { describe, expect, test } from 'vitest';
import type { GoldsetError } from '../../../../src/base/goldset-error.ts';
import { GoldCheck, throwProblems } from '../../../../src/loaders/gold/gold-check.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { unknownGoldTexts } from '../../../../src/model/record/unknown-gold.ts';

const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const object = (properties: Record<string, object>, more = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});
const extract = (properties: Record<string, object>, more = {}) =>
  ({ type: 'EXTRACT', schema: object(properties, more) }) as ProcessorConfig;
const classify = (...types: string[]): ProcessorConfig => ({
  type: 'CLASSIFY',
  classifications: types.map((type) => ({
    id: type.toLowerCase().replaceAll(' ', '_'),
    type,
    description: '',
  })),
});
const money = {
  ...object({ amount: number, iso_4217_currency_code: text }),
  'service:type': 'currency',
};
const invoice = extract({
  invoice_number: text,
  total_amount: number,
  vendor_name: text,
  buyer: object({ name: text, city: text }),
  paid: money,
  line_items: { type: 'array', items: object({ description: text, amount: number }) },
});

type Versions = Readonly<Record<string, ProcessorConfig>>;

/**
 * Checks gold against configs. A key is the name of a version, except for `dataset`, which is the config of the
 * dataset.
 */
function checkOf(gold: readonly JsonValue[], { dataset, ...versions }: Versions): GoldCheck {
  const check = new GoldCheck({
    path: 'set',
    dataset,
    versions: Object.entries(versions).map(([requested, config]) => ({ requested, config })),
  });
  for (const [at, expectedOutput] of gold.entries())
    check.add({ id: `i${at + 1}`, expectedOutput, origin: { file: 'items.jsonl', line: at + 1 } });
  return check;
}

const messages = (gold: readonly JsonValue[], versions: Versions, allowed = false) =>
  checkOf(gold, versions)
    .problems(allowed)
    .map(({ message }) => message);
const found = (gold: readonly JsonValue[], versions: Versions) =>
  checkOf(gold, versions)
    .unknown()
    .map(({ name, items, nearest, isNear }) => [name, items, isNear ? nearest : '']);

describe('keys that look like misspelt keys of the schema are problems', () => {
  test('with the item, the nearest key, the version and the number of items', () => {
    const gold: JsonValue[] = [{ total_amount: 1 }, { total_amont: 1 }, { total_amont: 2 }];
    expect(messages(gold, { draft: invoice })).toEqual([
      'items.jsonl, line 2, item i2: total_amont: did you mean total_amount? Found a key that version draft does not have (2 items)',
    ]);
    expect(messages(gold, { draft: invoice }, true)).toEqual([]);
    expect(checkOf(gold, { draft: invoice }).unknown()).toEqual([
      {
        part: 'key',
        name: 'total_amont',
        items: 2,
        firstItem: 'i2',
        dataset: false,
        versions: ['draft'],
        nearest: 'total_amount',
        isNear: true,
      },
    ]);
  });

  test.each<[string, JsonValue, string, string]>([
    [
      'in the form of an output',
      { value: { totalAmount: 1, vendor_name: 'A' } },
      'totalAmount',
      'total_amount',
    ],
    [
      'next to the values',
      { value: { vendor_name: 'A' }, metadata: {}, 'total-amount': 1 },
      'total-amount',
      'total_amount',
    ],
    ['in an object', { buyer: { name: 'A', City: 'B' } }, 'buyer.City', 'buyer.city'],
    ['in a row', { line_items: [{ amount: 1 }, { ammount: 1 }] }, 'line_items.ammount', 'line_items.amount'],
    [
      'in money',
      { paid: { amount: 1, iso_4217_currencyCode: 'EUR' } },
      'paid.iso_4217_currencyCode',
      'paid.iso_4217_currency_code',
    ],
    ['flat instead of nested', { vendor_name: 'A', buyer_city: 'B' }, 'buyer_city', 'buyer.city'],
    ['nested instead of flat', { total_amount: 1, vendor: { name: 'A' } }, 'vendor', 'vendor_name'],
    ['without a value', { vendor_name: 'A', 'Total Amount': null }, 'Total Amount', 'total_amount'],
  ])('%s', (_, gold, name, nearest) => {
    expect(found([gold], { draft: invoice })).toEqual([[name, 1, nearest]]);
    expect(messages([gold], { draft: invoice })).toHaveLength(1);
  });

  test('in a list of fields, by id and by name', () => {
    const field = (id: string, name: string) => ({ id, name, type: 'string' as const, description: '' });
    const config = {
      type: 'EXTRACT',
      fields: [field('f_total', 'Total'), field('f_date', 'Date')],
    } as ProcessorConfig;
    const entry = { id: 'f_total', type: 'string', value: '1' };
    expect(
      found([{ f_total: '1', Date: 'x' }, { any: entry }, { Total: { ...entry, id: 'x' } }], {
        draft: config,
      }),
    ).toEqual([]);
    expect(found([{ f_total: '1', fDate: 'x' }], { draft: config })).toEqual([['fDate', 1, 'f_date']]);
  });
});

test('other unknown keys are counted and listed with the nearest key, and are no problem', () => {
  const gold: JsonValue[] = [
    {
      total_amount: 1,
      tax_amount: 2,
      line_items: [
        { amount: 1, sku: 'a' },
        { amount: 1, sku: 'b' },
      ],
    },
    { total_amount: 1, tax_amount: 2, notes: { author: 'x' } },
  ];
  expect(messages(gold, { draft: invoice })).toEqual([]);
  expect(found(gold, { draft: invoice })).toEqual([
    ['tax_amount', 2, ''],
    ['line_items.sku', 1, ''],
    ['notes', 1, ''],
  ]);
  expect(unknownGoldTexts(checkOf(gold.slice(0, 1), { draft: invoice }).unknown())).toEqual([
    '2 keys of the gold are not in every schema: tax_amount (1 item; not in version draft; most similar key: "total_amount"), line_items.sku (1 item; not in version draft; most similar key: "line_items.amount")',
  ]);
});

test('accepts every key of an object that allows further keys', () => {
  const open = extract({ total: number, more: object({ a: text }, { additionalProperties: true }) });
  expect(found([{ total: 1, more: { b: 1 } }], { draft: open })).toEqual([]);
});

test('accepts inherited names and exact numbers as keys and values like any other', () => {
  expect(found([{ total_amount: 1, constructor: 1 } as JsonValue], { draft: invoice })).toEqual([
    ['constructor', 1, ''],
  ]);
});

describe('gold that no version can score is a problem', () => {
  test('because the schema has none of its keys', () => {
    const gold: JsonValue[] = [{ a: 1, b: 2 }, { a: 3 }];
    expect(messages(gold, { draft: extract({ total: number, date: text }) })).toEqual([
      'set: no item can be scored: found the keys a, b, expected total, date',
    ]);
  });

  test('because it has no keys', () => {
    expect(messages([[1, 2], 'a'], { draft: extract({ total: number, date: text }) })).toEqual([
      'set: no item can be scored: found no keys, expected total, date',
    ]);
  });

  test('because the rows of a list have other keys', () => {
    const gold: JsonValue[] = [{ total_amount: 1, line_items: [{ sku: 'a', price: 1 }] }];
    expect(messages(gold, { draft: invoice })).toEqual([
      'set: line_items: no item can be scored: found the keys line_items.sku, line_items.price, expected description, amount',
    ]);
  });

  test('because a value is an object instead of a text', () => {
    expect(messages([{ vendor_name: { label: 'A' } }], { draft: invoice })).toEqual([
      'set: vendor_name: no item can be scored: found the keys vendor_name.label, expected a value without members',
    ]);
    expect(messages([{ vendor_name: { label: 'A' } }, { vendor_name: 'B' }], { draft: invoice })).toEqual([]);
  });

  test('but not if another version can score it, or if there is no value', () => {
    const [old, now] = [extract({ sum: number }), extract({ total: number })];
    expect(messages([{ total: 1 }], { '1.0': old, draft: now })).toEqual([]);
    expect(messages([{ amount: 1 }], { '1.0': old, draft: now })).toHaveLength(1);
    expect(messages([{}, { total: null }], { draft: now })).toEqual([]);
  });

  test('because the config of the dataset has other keys', () => {
    expect(
      messages([{ total: 1 }], { dataset: extract({ sum: number }), draft: extract({ total: number }) }),
    ).toHaveLength(1);
  });
});

test('checks each version and the config of the dataset, and equal configs once', () => {
  const versions = {
    dataset: extract({ total: number, note: text }),
    '1.0': extract({ total: number, notes: text }),
    '2.0': extract({ total: number }),
    draft: extract({ total: number }),
  };
  const gold: JsonValue[] = [{ total: 1, note: 'a', remark: 'b' }];
  expect(messages(gold, versions)).toEqual([
    'items.jsonl, line 1, item i1: note: did you mean notes? Found a key that version 1.0 does not have (1 item)',
  ]);
  expect(
    checkOf(gold, versions)
      .unknown()
      .map(({ name, dataset, versions: without }) => [name, dataset, without]),
  ).toEqual([
    ['remark', true, ['1.0', '2.0', 'draft']],
    ['note', false, ['1.0']],
    ['note', false, ['2.0', 'draft']],
  ]);
});

describe('classes', () => {
  const known = { draft: classify('Invoice', 'Credit note') };

  test('of documents are compared by id and by type', () => {
    const gold: JsonValue[] = [
      'Invoice',
      { type: 'invoice' },
      { id: 'credit_note', type: 'Any' },
      { value: { type: 'Credit note' } },
    ];
    expect(found(gold, known)).toEqual([]);
    expect(messages([{ type: 'Invoice' }, { type: 'credit-note' }], known)).toEqual([
      'items.jsonl, line 2, item i2: credit-note: did you mean Credit note? Found a class that version draft does not have (1 item)',
    ]);
  });

  test('that no name resembles are listed', () => {
    const gold: JsonValue[] = [{ type: 'Invoice' }, { type: 'Letter' }, { type: 'Letter' }];
    expect(messages(gold, known)).toEqual([]);
    expect(found(gold, known)).toEqual([['Letter', 2, '']]);
    expect(messages(gold.slice(1), known)).toEqual([
      'set: no item can be scored: found the classes Letter, expected Invoice, Credit note',
    ]);
    expect(messages([{ class: 'Invoice' }], known)).toEqual([
      'set: no item can be scored: found no classes, expected Invoice, Credit note',
    ]);
  });

  test('have the most similar type as the nearest name, or a near id', () => {
    const config: ProcessorConfig = {
      type: 'CLASSIFY',
      classifications: [
        { id: 'mem', type: 'Invoice', description: '' },
        { id: 'delivery_note', type: 'Lieferschein', description: '' },
      ],
    };
    const check = checkOf([{ type: 'Invoice' }, { type: 'memo' }, { type: 'Delivery Notes' }], {
      draft: config,
    });
    expect(check.unknown().map(({ name, nearest, isNear }) => [name, nearest, isNear])).toEqual([
      ['memo', 'Invoice', false],
      ['Delivery Notes', 'delivery_note', true],
    ]);
  });

  test('of packets are compared in every split', () => {
    const config: ProcessorConfig = {
      type: 'SPLITTER',
      splitClassifications: [{ id: 'a', type: 'Invoice', description: '' }],
    };
    const split = (type: string) => ({ type, startPage: 1, endPage: 1 });
    const gold: JsonValue[] = [
      { splits: [split('Invoice'), split('Invoices'), split('Letter'), split('Letter')] },
    ];
    expect(found(gold, { draft: config })).toEqual([
      ['Invoices', 1, 'Invoice'],
      ['Letter', 1, ''],
    ]);
  });
});

test('throws one problem as it is, and several in one error with the first five', () => {
  const gold: JsonValue[] = [{ total: 1, note: 'x' }, { totaal: 1 }, { Note: 'y' }];
  const config = extract({ total: number, note: text });
  const problems = checkOf(gold, {
    '1.0': config,
    draft: extract({ total: number, note: text, a: text }),
  }).problems(false);
  expect(() => throwProblems('set', problems)).toThrow(
    'set: found 2 problems: items.jsonl, line 2, item i2: totaal: did you mean total? Found a key that version 1.0 and version draft do not have (1 item); items.jsonl, line 3, item i3: Note: did you mean note?',
  );
  const many = Array.from({ length: 7 }, () => problems[0] as GoldsetError);
  expect(() => throwProblems('set', many)).toThrow(/found 7 problems: .*; and 2 more$/);
  expect(() => throwProblems('set', problems.slice(0, 1))).toThrow(problems[0] as GoldsetError);
  expect(throwProblems('set', [])).toBeUndefined();
});

test('rejects gold whose keys are data, because they cannot be excluded by name', () => {
  const keys = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`on day ${at}`, 1]));
  expect(messages([{ total_amount: 1, ...keys }], { draft: invoice }, true)).toEqual([
    'set: found more than 1000 keys that version draft does not have (on day 0, on day 1, on day 2 and 997 more)',
  ]);
});

test('names the fix for gold with too many unknown keys or classes', () => {
  const names = Array.from({ length: 1_001 }, (_, at) => `on day ${at}`);
  const fixOf = (config: ProcessorConfig, gold: readonly JsonValue[]) =>
    checkOf(gold, { draft: config }).problems(true)[0]?.fix;
  expect(fixOf(invoice, [Object.fromEntries(names.map((name) => [name, 1]))])).toBe(
    'Store data as values, not as keys.',
  );
  expect(fixOf(classify('Invoice'), names)).toBe('Use only classes of the schema in the gold.');
});
