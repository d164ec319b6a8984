// Plain documents are counted without writing leaves. Whatever the documents are, the counts are those of the ledger that
// is written leaf by leaf, and what scoreExtraction gives is that ledger.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLeaves } from '../../src/metrics/counts.ts';
import { type ExtractionCounts, outcomes } from '../../src/model/extraction-counts.ts';
import type { Counts } from '../../src/model/ledger.ts';
import { countExtraction } from '../../src/scorers/extraction/count-extraction.ts';
import { CountedLedger } from '../../src/scorers/extraction/counted-ledger.ts';
import type { ExtractionPair } from '../../src/scorers/extraction/extraction-pair.ts';
import { compileRules, FieldPlan } from '../../src/scorers/extraction/field-plan.ts';
import { schemaTree } from '../../src/scorers/extraction/field-tree.ts';
import { PlainCounter } from '../../src/scorers/extraction/plain-counter.ts';
import { scoreExtraction } from '../../src/scorers/extraction/score-extraction.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../src/scorers/extraction/scoring-options.ts';
import { writeLedger } from '../../src/scorers/extraction/write-ledger.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    number: nullable('string'),
    day: { ...nullable('string'), 'service:type': 'date' },
    paid: nullable('boolean'),
    total: nullable('number'),
    seller: {
      type: 'object',
      properties: {
        name: nullable('string'),
        address: { type: 'object', properties: { city: nullable('string') } },
      },
    },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          text: nullable('string'),
          amount: nullable('number'),
          units: nullable('number'),
          kind: { enum: ['credit', 'debit', null] },
        },
      },
    },
  },
};

const padded = (text: string) => `${' '.repeat(250)}${text}`;
const texts = ['red bolt', 'Red  bolt', 'red belt', ' red bolt', 'nut', '', ' ', '\u200b', null];
const numbers = [1, 2, 3, -0, 0, 1.5, '1', '1,50', '1.50', 'two', 1e21, '1e21', padded('1'), null];
const odd: readonly unknown[] = [{ a: 1 }, [], ['x'], {}, 7, true, 'text', [{ text: 'a' }], [null]];
const cell = (values: readonly unknown[], weight = 60) =>
  fc.oneof(
    { weight, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
const part = <T>(model: Record<string, fc.Arbitrary<T>>) =>
  fc.record(model, { requiredKeys: [], noNullPrototype: true });
const row = part({
  text: cell(texts, 200),
  amount: cell(numbers, 200),
  units: cell([1, 2, 3, 4, 5, 6, null], 200),
  kind: cell(['credit', 'debit', 'Credit', null], 200),
});
/** Now and then a row has a member that the schema does not declare. */
const anyRow = fc.oneof(
  { weight: 40, arbitrary: row as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: row.map((value) => ({ ...value, other: 'x' })) },
);
const plain = part({
  number: cell(['A-1', 'A-2', 'a-1', null]),
  day: cell(['2025-04-03', '03/04/2025', '3 April 2025', padded('2025-04-03'), 'soon', null]),
  paid: cell([true, false, 'yes', null]),
  total: cell(numbers),
  seller: fc.oneof(
    { weight: 8, arbitrary: part({ name: cell(texts), address: part({ city: cell(texts) }) }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, {}, 'text', []) },
  ),
  rows: fc.oneof(
    { weight: 12, arbitrary: fc.array(anyRow, { maxLength: 7 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, {}, 'text', [null], ['x'], [[]]) },
  ),
});
const document = fc.oneof(
  { weight: 20, arbitrary: plain as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: plain.map((value) => ({ value, metadata: {} })) },
  { weight: 1, arbitrary: plain.map((value) => ({ ...value, other: 1 })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null, 3, [], {}) },
);
/** Like documents: the second is the first with some of its members changed. */
const likeDocuments = fc
  .tuple(plain, plain, fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), fc.array(fc.nat(5)))
  .map(([one, other, which, moved]) => {
    const changed = { ...one } as Record<string, unknown>;
    const keys = Object.keys(other).filter((_, i) => which[i] === 0);
    for (const key of keys) changed[key] = (other as Record<string, unknown>)[key];
    if (Array.isArray(changed.rows)) {
      const rows = [...(changed.rows as unknown[])];
      for (const from of moved) rows.push(...rows.splice(from, 1));
      changed.rows = rows;
    }
    return [one as unknown, changed as unknown] as const;
  });
const pairOfDocuments = fc.oneof(likeDocuments, fc.tuple(document, document));

const options: Readonly<Record<string, ExtractionScoringOptions>> = {
  defaults: defaultScoringOptions,
  strict: { ...defaultScoringOptions, emptiness: 'strict' },
  'ignored where not annotated': { ...defaultScoringOptions, unlabelled: 'ignore' },
  'failures left out': { ...defaultScoringOptions, failures: 'exclude' },
  'identifiers, decimal commas': {
    ...defaultScoringOptions,
    comparators: [
      { field: 'number', comparator: 'identifier' },
      { field: '**.amount', comparator: 'number', options: { decimalSeparator: ',' } },
    ],
  },
  'fuzzy text and an exclusion': {
    ...defaultScoringOptions,
    comparators: [{ field: 'rows.text', comparator: 'fuzzy', options: { threshold: 0.8 } }],
    exclude: ['seller'],
  },
  'rows by position': { ...defaultScoringOptions, alignment: [{ field: 'rows', method: 'index' }] },
};

function byFieldOf({ fields, byField }: ExtractionCounts): Record<string, Partial<Counts>> {
  const found = fields.map((field, number) => {
    const counts = outcomes.map((outcome, at) => [outcome, byField[number * outcomes.length + at]] as const);
    return [field, Object.fromEntries(counts.filter(([, count]) => count !== 0))] as const;
  });
  return Object.fromEntries(found.filter(([, counts]) => Object.keys(counts).length > 0));
}

function byFieldOfLedger(pair: ExtractionPair, chosen: ExtractionScoringOptions) {
  const found: Record<string, Record<string, number>> = {};
  const ledger = writeLedger(pair, chosen);
  for (const { field, outcome } of ledger.leaves) {
    found[field] ??= {};
    found[field][outcome] = (found[field][outcome] ?? 0) + 1;
  }
  return { ledger, found };
}

describe('counting an item without its ledger', () => {
  it.each(Object.keys(options))('gives the counts of the ledger: %s', (name) => {
    const chosen = options[name] as ExtractionScoringOptions;
    fc.assert(
      fc.property(pairOfDocuments, ([expected, predicted]) => {
        const pair = { expected, predicted, schema };
        const { ledger, found } = byFieldOfLedger(pair, chosen);
        const counted = countExtraction(pair, chosen);
        expect(counted.counts).toEqual(ledger.counts);
        expect(counted.exact).toBe(ledger.exact);
        expect(counted.scorer).toEqual(ledger.scorer);
        expect(byFieldOf(counted)).toEqual(found);
      }),
      { numRuns: name === 'defaults' ? 800 : 150 },
    );
  });

  it('without a schema, and by a fields array, too', () => {
    fc.assert(
      fc.property(pairOfDocuments, ([expected, predicted]) => {
        const fields = [
          { id: 'number', name: 'Number', type: 'string' as const, description: '' },
          { id: 'total', name: 'Total', type: 'number' as const, description: '' },
        ];
        for (const pair of [
          { expected, predicted },
          { expected, predicted, fields },
        ]) {
          const { ledger, found } = byFieldOfLedger(pair, defaultScoringOptions);
          expect(byFieldOf(countExtraction(pair))).toEqual(found);
          expect(countExtraction(pair).counts).toEqual(ledger.counts);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('does not take a field called "value" for a wrapper, nor a wrapper for a field', () => {
    const inner = { type: 'object', properties: { total: nullable('number') } };
    const withValue = { type: 'object', properties: { value: inner } };
    for (const schema of [withValue, inner]) {
      for (const expected of [{ value: { total: 1 } }, { value: { value: { total: 1 } } }]) {
        for (const predicted of [{ total: 1 }, { value: { total: 1 } }, { value: { value: { total: 2 } } }]) {
          const pair = { expected, predicted, schema };
          expect(countExtraction(pair).counts).toEqual(writeLedger(pair, defaultScoringOptions).counts);
          expect(scoreExtraction(pair)).toEqual(writeLedger(pair, defaultScoringOptions));
        }
      }
    }
  });

  it('takes the short way for plain documents, and for these only', () => {
    const counterOf = (chosen: ExtractionScoringOptions) =>
      PlainCounter.of(new FieldPlan('', schemaTree({ schema }) ?? undefined, compileRules(chosen)));
    const counter = counterOf(defaultScoringOptions);
    const item = { number: 'A', seller: { name: 'B' }, rows: [{ text: 'a', amount: 1 }, { text: 'b' }] };
    // number, name, text, amount, text are right; day, paid, total, city absent; units, kind of two rows and amount of one
    expect(counter?.count(item, item)?.counts).toMatchObject({ correct: 5, absent: 9 });
    expect(counter?.count(item, { ...item, other: 1 })).toBeNull();
    expect(counter?.count(item, { ...item, rows: [['a']] })).toBeNull();
    expect(counter?.count(item, { value: item })).toBeNull();
    expect(counter?.count(item, Object.create(item))).toBeNull();
    for (const name of ['strict', 'ignored where not annotated', 'fuzzy text and an exclusion'])
      expect(counterOf(options[name] as ExtractionScoringOptions)).toBeNull();
  });
});

describe('a ledger that is written when its leaves are read', () => {
  it.each(Object.keys(options))(
    'is the ledger written at once, and its counts are those of its leaves: %s',
    (name) => {
      const chosen = options[name] as ExtractionScoringOptions;
      let late = 0;
      fc.assert(
        fc.property(pairOfDocuments, ([expected, predicted]) => {
          const pair = { expected, predicted, schema };
          const ledger = scoreExtraction(pair, chosen);
          const counts = { ...ledger.counts };
          if (ledger instanceof CountedLedger) late++;
          expect(countLeaves(ledger.leaves)).toEqual(counts);
          const atOnce = writeLedger(pair, chosen);
          expect(ledger).toEqual(atOnce);
          // Diagnostics of rows included.
          expect(JSON.stringify(ledger)).toBe(JSON.stringify(atOnce));
        }),
        { numRuns: name === 'defaults' ? 500 : 100 },
      );
      const isPolicy = [
        'strict',
        'ignored where not annotated',
        'fuzzy text and an exclusion',
        'rows by position',
      ];
      if (isPolicy.includes(name)) expect(late).toBe(0);
      else expect(late).toBeGreaterThan(0);
    },
  );

  it('is written from the values of the call, whatever becomes of the documents', () => {
    fc.assert(
      fc.property(likeDocuments, fc.boolean(), ([expected, predicted], emptied) => {
        const pair = { expected: structuredClone(expected), predicted: structuredClone(predicted), schema };
        const ledger = scoreExtraction(pair);
        for (const side of [pair.expected, pair.predicted] as Record<string, unknown>[]) {
          if (Array.isArray(side.rows))
            for (const one of side.rows) if (one !== null && typeof one === 'object') one.text = 'changed';
          side.number = 'changed';
          if (emptied) for (const key of Object.keys(side)) delete side[key];
        }
        const before = writeLedger({ expected, predicted, schema }, defaultScoringOptions);
        if (ledger instanceof CountedLedger) expect(JSON.stringify(ledger)).toBe(JSON.stringify(before));
        expect(ledger.counts).toEqual(before.counts);
      }),
      { numRuns: 200 },
    );
  });
});
