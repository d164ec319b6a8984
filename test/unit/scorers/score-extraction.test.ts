import { describe, expect, it } from 'vitest';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../../src/scorers/score-extraction.ts';

const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const money = {
  type: 'object',
  'service:type': 'currency',
  properties: { amount: number, iso_4217_currency_code: text },
  required: ['amount', 'iso_4217_currency_code'],
};
const schema = {
  type: 'object',
  properties: {
    number: text,
    issued: { type: ['string', 'null'], 'service:type': 'date' },
    total: money,
    status: { enum: ['paid', 'open', null] },
    seller: { type: 'object', properties: { name: text, city: text } },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          sku: text,
          amount: number,
          taxes: { type: 'array', items: { type: 'object', properties: { rate: number } } },
        },
      },
    },
  },
  required: ['number', 'issued', 'total', 'status', 'seller', 'lines'],
};
const gold = {
  number: 'R-1',
  issued: '2025-04-03',
  total: { amount: 12.5, iso_4217_currency_code: 'EUR' },
  status: 'paid',
  seller: { name: 'Nord', city: null },
  lines: [
    { sku: 'a', amount: 1, taxes: [{ rate: 7 }, { rate: 19 }] },
    { sku: 'b', amount: 2, taxes: [] },
  ],
};
const score = (expected: unknown, predicted: unknown, options: Partial<ExtractionScoringOptions> = {}) =>
  scoreExtraction({ expected, predicted, schema }, { ...defaultScoringOptions, ...options });
const outcomes = (ledger: ReturnType<typeof score>) =>
  Object.fromEntries(ledger.leaves.map(({ path, outcome }) => [path, outcome]));

describe('the score of one document', () => {
  it('of a perfect prediction: every leaf in schema order, correct or absent', () => {
    const ledger = score(gold, gold);
    expect(ledger.exact).toBe(true);
    expect(ledger.leaves.map(({ path, field, outcome }) => [path, field, outcome])).toEqual([
      ['number', 'number', 'correct'],
      ['issued', 'issued', 'correct'],
      ['total', 'total', 'correct'],
      ['status', 'status', 'correct'],
      ['seller.name', 'seller.name', 'correct'],
      ['seller.city', 'seller.city', 'absent'],
      ['lines[0].sku', 'lines.sku', 'correct'],
      ['lines[0].amount', 'lines.amount', 'correct'],
      ['lines[0].taxes[0].rate', 'lines.taxes.rate', 'correct'],
      ['lines[0].taxes[1].rate', 'lines.taxes.rate', 'correct'],
      ['lines[1].sku', 'lines.sku', 'correct'],
      ['lines[1].amount', 'lines.amount', 'correct'],
    ]);
  });

  it('compares by declared type, with a note of the normalisation', () => {
    const ledger = score(gold, {
      ...gold,
      issued: '3 April 2025',
      total: { amount: '12,50', iso_4217_currency_code: '€' },
    });
    expect(ledger.exact).toBe(true);
    expect(ledger.leaves.find(({ path }) => path === 'issued')?.note).toBe('matched after: date notation');
    expect(ledger.leaves.find(({ path }) => path === 'total')).toMatchObject({
      expected: { amount: 12.5, iso_4217_currency_code: 'EUR' },
      predicted: { amount: '12,50', iso_4217_currency_code: '€' },
    });
  });

  it('takes money as one leaf, and money without any part as missing', () => {
    const none = { amount: null, iso_4217_currency_code: null };
    expect(outcomes(score(gold, { ...gold, total: none })).total).toBe('missing');
    expect(outcomes(score({ ...gold, total: none }, gold)).total).toBe('spurious');
    expect(outcomes(score({ ...gold, total: none }, { ...gold, total: null })).total).toBe('absent');
    expect(
      outcomes(
        score({ ...gold, total: { amount: null, iso_4217_currency_code: 'EUR' } }, { ...gold, total: none }),
      ).total,
    ).toBe('missing');
  });

  it('pairs rows inside rows', () => {
    const swapped = {
      ...gold,
      lines: [
        { sku: 'b', amount: 2, taxes: [] },
        { sku: 'a', amount: 1, taxes: [{ rate: 19 }, { rate: 7 }] },
      ],
    };
    const ledger = score(gold, swapped);
    expect(ledger.exact).toBe(true);
    expect(ledger.rows.map(({ path, inversions }) => [path, inversions])).toEqual([
      ['lines[0].taxes', 1],
      ['lines[1].taxes', 0],
      ['lines', 1],
    ]);
    expect(ledger.leaves.find(({ path }) => path === 'lines[0].taxes[0].rate')?.predictedPath).toBe(
      'lines[1].taxes[1].rate',
    );
  });

  it('lets inner rows decide how outer rows are paired', () => {
    const lines = [
      { sku: 'x', taxes: [{ rate: 1 }, { rate: 2 }] },
      { sku: 'x', taxes: [{ rate: 3 }, { rate: 4 }] },
    ];
    const ledger = score({ lines }, { lines: lines.toReversed() });
    expect(ledger.counts).toMatchObject({ correct: 6, incorrect: 0, missing: 0, spurious: 0 });
  });

  it('keeps values that the schema does not know', () => {
    const ledger = score(gold, { ...gold, extra: { deep: 'value', none: null } });
    expect(outcomes(ledger)['extra.deep']).toBe('spurious');
    expect(outcomes(ledger)['extra.none']).toBe('absent');
    expect(score({ ...gold, extra: 1 }, gold).counts.missing).toBe(1);
    expect(ledger.exact).toBe(false);
  });

  it('counts every leaf on its own if one side has a leaf and the other a structure', () => {
    const flat = score(gold, { ...gold, seller: 'Nord, Kiel' });
    expect(outcomes(flat)).toMatchObject({
      'seller.name': 'missing',
      'seller.city': 'absent',
      seller: 'spurious',
    });
    const list = score(gold, { ...gold, lines: 'two lines' });
    // The two missing rows have 2 leaves each, and two tax rates are missing. One text is spurious.
    expect(list.counts).toMatchObject({ missing: 6, spurious: 1 });
    const rows = score({ number: 'R-1' }, { number: ['R-1'] });
    expect(rows.counts).toMatchObject({ missing: 1, spurious: 1 });
  });

  it('does not take inherited names for values', () => {
    const hostile = JSON.parse('{"__proto__": {"number": "R-1"}, "constructor": "x"}');
    const ledger = score({ number: 'R-1' }, hostile);
    expect(outcomes(ledger).number).toBe('missing');
    expect(ledger.counts).toMatchObject({ missing: 1, spurious: 2, correct: 0 });
    const declared = { type: 'object', properties: { constructor: text, toString: text } };
    expect(scoreExtraction({ expected: {}, predicted: {}, schema: declared as never }).counts.absent).toBe(2);
  });

  it('rejects values that are nested too deeply', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 5000; i++) deep = [deep];
    expect(() => score({ number: 'x' }, { number: deep })).toThrow(/nested deeper than 64/);
    expect(() => score({ number: deep }, {})).toThrow(/expected value/);
  });

  it('does not depend on the order of keys', () => {
    const turned = Object.fromEntries(Object.entries(gold).toReversed());
    expect(score(gold, turned)).toEqual(score(gold, gold));
    expect(score(turned, gold)).toEqual(score(gold, gold));
  });
});

describe('shapes', () => {
  const fields = [
    { id: 'f1', name: 'number', type: 'string', description: '' },
    { id: 'f2', name: 'total', type: 'currency', description: '' },
    {
      id: 'f3',
      name: 'lines',
      type: 'array',
      description: '',
      schema: [{ id: 'c1', name: 'amount', type: 'number', description: '' }],
    },
    { id: 'f4', name: 'signed', type: 'signature', description: '' },
  ] as const;

  it('value and metadata, bare object and both mixed are the same', () => {
    const wrapped = { value: gold, metadata: { number: { ocrConfidence: 0.9 } } };
    expect(score(wrapped, gold)).toEqual(score(gold, wrapped));
    expect(score(wrapped, wrapped)).toEqual(score(gold, gold));
  });

  it('a field called value is not a wrapper', () => {
    const own = {
      type: 'object',
      properties: { value: { type: 'object', properties: { low: number } }, unit: text },
    };
    const expected = { value: { low: 3 }, unit: 'mm' };
    const bare = scoreExtraction({ expected, predicted: expected, schema: own });
    expect(bare.leaves.map(({ path }) => path)).toEqual(['value.low', 'unit']);
    const wrapped = scoreExtraction({
      expected: { value: expected, metadata: {} },
      predicted: expected,
      schema: own,
    });
    expect(wrapped).toEqual(bare);
    const alone = scoreExtraction({
      expected: { value: { low: 3 } },
      predicted: { value: { low: 3 } },
      schema: own,
    });
    expect(alone.leaves[0]?.path).toBe('value.low');
  });

  it('maps of a fields array, keyed by id or name, nested values bare or not', () => {
    const byId = {
      f1: { id: 'f1', type: 'string', value: 'R-1' },
      f2: { id: 'f2', type: 'currency', value: { amount: 1, iso_4217_currency_code: 'EUR' } },
      f3: { id: 'f3', type: 'array', value: [{ c1: 5 }] },
      f4: { id: 'f4', type: 'signature', value: { is_signed: true, signature_date: '2025-01-02' } },
    };
    const byName = {
      number: { id: 'f1', type: 'string', value: 'R-1' },
      total: { id: 'f2', type: 'currency', value: { amount: '1.00', iso_4217_currency_code: 'EUR' } },
      lines: { id: 'f3', type: 'array', value: [{ amount: { id: 'c1', type: 'number', value: 5 } }] },
      signed: { id: 'f4', type: 'signature', value: { is_signed: true, signature_date: '2 January 2025' } },
    };
    const ledger = scoreExtraction({ expected: byId, predicted: byName, fields });
    expect(ledger.exact).toBe(true);
    expect(ledger.leaves.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
      'f1 correct',
      'f2 correct',
      'f3[0].c1 correct',
      'f4.printed_name absent',
      'f4.signature_date correct',
      'f4.is_signed correct',
      'f4.title_or_role absent',
    ]);
  });

  it('a map without configuration declares its types', () => {
    const ledger = scoreExtraction({
      expected: { issued: { id: 'd', type: 'date', value: '2025-04-03' } },
      predicted: { issued: { id: 'd', type: 'date', value: '3 April 2025' } },
    });
    expect(ledger.counts.correct).toBe(1);
  });

  it('an object with its own id and type is not an entry', () => {
    const vendor = { vendor: { id: '7', type: 'GmbH', name: 'Nord' } };
    expect(scoreExtraction({ expected: vendor, predicted: vendor }).leaves.map(({ path }) => path)).toEqual([
      'vendor.id',
      'vendor.type',
      'vendor.name',
    ]);
  });

  it('without schema, types are inferred: numbers, booleans, money, text', () => {
    const ledger = scoreExtraction({
      expected: { n: 12.5, b: true, m: { amount: 3, iso_4217_currency_code: 'EUR' }, s: '12.5', none: null },
      predicted: {
        n: '12.50',
        b: 'true',
        m: { amount: 3.001, iso_4217_currency_code: 'EUR' },
        s: '12.50',
        none: null,
      },
    });
    expect(ledger.leaves.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
      'n correct',
      'b correct',
      'm correct',
      's incorrect',
      'none absent',
    ]);
  });
});

describe('options', () => {
  it('comparators are selected by pattern, and the last match decides', () => {
    const near = { ...gold, number: 'r 1', seller: { name: 'Nord GmbH', city: null } };
    expect(score(gold, near).counts.incorrect).toBe(2);
    const options = {
      comparators: [
        { field: '*', comparator: 'exact' },
        { field: 'number', comparator: 'identifier' },
        { field: 'seller.*', comparator: 'fuzzy', options: { threshold: 0.4 } },
      ],
    } as const;
    expect(score(gold, near, options).counts.incorrect).toBe(0);
  });

  it('exclusions leave out a field and everything below it on both sides', () => {
    const ledger = score(gold, { ...gold, number: 'wrong', lines: [] }, { exclude: ['number', 'lines'] });
    expect(ledger.counts).toMatchObject({ incorrect: 0, missing: 0, excluded: 7 });
    expect(ledger.exact).toBe(true);
    expect(ledger.rows).toEqual([]);
    const column = score(
      gold,
      { ...gold, lines: gold.lines.map((line) => ({ ...line, amount: 99 })) },
      { exclude: ['lines.*.amount'] },
    );
    expect(column.counts).toMatchObject({ incorrect: 0, excluded: 2 });
    const all = score(gold, gold, { exclude: ['*'] });
    expect(all.exact).toBeNull();
  });

  it('excluded columns do not affect how rows are paired', () => {
    const ledger = score(
      {
        lines: [
          { sku: 'a', amount: 1 },
          { sku: 'b', amount: 2 },
        ],
      },
      {
        lines: [
          { sku: 'b', amount: 1 },
          { sku: 'a', amount: 2 },
        ],
      },
      { exclude: ['lines.amount'] },
    );
    expect(ledger.counts).toMatchObject({ correct: 2, excluded: 2, incorrect: 0 });
  });

  it('rows with inner rows aligned by position are paired by the result of that alignment', () => {
    const pair = {
      expected: { r: [{ k: ['a', 'b'] }, { k: ['b', 'a'] }] },
      predicted: { r: [{ k: ['b', 'a'] }, { k: ['a', 'b'] }] },
    };
    // If the outer rows are paired in the given order, all inner rows differ at their positions. If they are paired
    // crosswise, all four are equal.
    const { counts } = scoreExtraction(pair, { alignment: [{ field: 'r.k', method: 'index' }] });
    expect(counts).toMatchObject({ correct: 4, incorrect: 0, missing: 0, spurious: 0 });
  });

  it('alignment by position', () => {
    const ledger = score(
      gold,
      { ...gold, lines: gold.lines.toReversed() },
      { alignment: [{ field: 'lines', method: 'index' }] },
    );
    expect(ledger.rows.find(({ path }) => path === 'lines')).toMatchObject({
      method: 'index',
      inversions: 0,
      exactRows: 0,
    });
    expect(outcomes(ledger)['lines[0].sku']).toBe('incorrect');
  });

  it('alignment by key, in any order, even if nothing else is right', () => {
    const predicted = { lines: [{ sku: 'B', amount: 9 }, { sku: 'a', amount: 8 }, { amount: 7 }] };
    const ledger = score(
      {
        lines: [
          { sku: 'a', amount: 1 },
          { sku: 'b', amount: 2 },
        ],
      },
      predicted,
      {
        alignment: [{ field: '*', method: { key: ['sku'] } }],
        comparators: [{ field: 'lines.sku', comparator: 'string', options: { ignoreCase: true } }],
      },
    );
    expect(ledger.rows.find(({ path }) => path === 'lines')).toMatchObject({
      method: 'key',
      inversions: 1,
      pairs: [
        [0, 1],
        [null, 2],
        [1, 0],
      ],
    });
    expect(ledger.counts).toMatchObject({ correct: 2, incorrect: 2, spurious: 1 });
  });

  it('several right answers are one leaf', () => {
    const options = { comparators: [{ field: 'number', comparator: 'any-of' }] } as const;
    const ledger = score({ number: ['R-1', 'R1'] }, { number: 'R1' }, options);
    expect(outcomes(ledger)).toMatchObject({ number: 'correct' });
    expect(ledger.counts.correct).toBe(1);
    expect(outcomes(score({ number: ['R-1', 'R1'] }, { number: 'R2' }, options)).number).toBe('incorrect');
    expect(outcomes(score({ number: ['R-1', 'R1'] }, {}, options)).number).toBe('missing');
    expect(outcomes(score({ number: [] }, { number: 'R1' }, options)).number).toBe('spurious');
  });
});
