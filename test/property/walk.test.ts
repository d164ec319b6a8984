// Counting and building item scores use the same walk. For every schema, document and set of options, the counts must
// equal the numbers of leaves and rows in the built item score. The counts of each lane must equal the counts of a
// separate scorer that has the policies of this lane.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLeaves } from '../../src/metrics/counts.ts';
import type { ArrayCounts, ItemCounts } from '../../src/model/score/item-score.ts';
import { type ItemScore, outcomes, type RowPairing } from '../../src/model/score/item-score.ts';
import { compileScorer, type ExtractionConfig } from '../../src/scorers/compile-scorer.ts';
import type { ExtractionScoringOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { times } from '../fixtures/long-form.ts';

type Schema = Record<string, unknown>;
const keys = ['a', 'b', 'c', 'toString', 'value'];
const scalars: readonly Schema[] = [
  { type: ['string', 'null'] },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'string', 'service:type': 'date' },
  { enum: ['credit', 'debit', null] },
  { type: 'object', 'service:type': 'currency' },
];
const objectSchema = (depth: number): fc.Arbitrary<Schema> =>
  fc
    .dictionary(fc.constantFrom(...keys), anySchema(depth - 1), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    })
    .map((properties) => ({ type: 'object', properties }));
const anySchema = (depth: number): fc.Arbitrary<Schema> => {
  if (depth <= 0) return fc.constantFrom(...scalars);
  const items = fc.oneof(
    { weight: 4, arbitrary: objectSchema(depth - 1) },
    { weight: 1, arbitrary: anySchema(depth - 1) },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...scalars) },
    { weight: 2, arbitrary: objectSchema(depth) },
    { weight: 3, arbitrary: items.map((row): Schema => ({ type: 'array', items: row })) },
  );
};

const money = (amount: unknown, code: unknown) => ({ amount, iso_4217_currency_code: code });
const texts: readonly unknown[] = ['red bolt', 'Red  bolt', 'nut', '', ' ', '\u200b', 'credit', null];
const amounts: readonly unknown[] = [
  money(1, 'EUR'),
  money(1.5, 'EUR'),
  money('1', 'USD'),
  money(null, null),
];
const numbers: readonly unknown[] = [1, 2, 3, 1.5, -0, 0, 1e21, '1', '1,50', null];
const others: readonly unknown[] = [
  true,
  false,
  '2025-04-03',
  '03/04/2025',
  ...texts,
  ...numbers,
  ...amounts,
];
const unusual: readonly unknown[] = [
  {},
  [],
  [null],
  [[]],
  { a: 1 },
  ['x'],
  [{ a: 'nut' }],
  [{}],
  undefined,
  'text',
];
function scalarOf(schema: Schema): readonly unknown[] {
  if (schema['service:type'] === 'currency') return amounts;
  if (schema.type === 'number') return numbers;
  return Array.isArray(schema.type) ? texts : [true, false, '2025-04-03', '03/04/2025', 'credit', null];
}
const mostly = (usual: fc.Arbitrary<unknown>, weight: number) =>
  fc.oneof(
    { weight, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(...unusual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
function documentOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === 'array')
    return mostly(fc.array(documentOf(schema.items as Schema), { maxLength: 6 }), 30);
  if (schema.properties === undefined) return mostly(fc.constantFrom(...scalarOf(schema)), 40);
  const members = Object.entries(schema.properties as Record<string, Schema>);
  const model = Object.fromEntries(members.map(([key, member]) => [key, documentOf(member)]));
  const object = fc.record(model, { requiredKeys: [], noNullPrototype: true });
  return fc.oneof(
    { weight: 20, arbitrary: mostly(object, 30) },
    { weight: 1, arbitrary: object.map((value) => ({ ...value, other: 'x' })) },
  );
}

/** Returns `value` with some members of `other`, and with rows moved, removed and repeated. */
function changed(value: unknown, other: unknown, next: () => number): unknown {
  if (next() < 0.06) return other;
  if (Array.isArray(value)) {
    const rows: unknown[] = value.map((row, at) =>
      changed(row, Array.isArray(other) ? other[at] : other, next),
    );
    if (next() < 0.3) rows.splice(Math.floor(next() * rows.length), 1);
    if (next() < 0.3 && rows.length > 0) rows.push(rows.shift());
    if (next() < 0.2 && rows.length > 0) rows.push(rows[0]);
    return rows;
  }
  if (typeof value !== 'object' || value === null) return next() < 0.1 ? null : value;
  const entries = Object.entries(value).filter(() => next() > 0.04);
  const there = (key: string) =>
    typeof other === 'object' && other !== null && Object.hasOwn(other, key)
      ? (other as Record<string, unknown>)[key]
      : null;
  return Object.fromEntries(entries.map(([key, member]) => [key, changed(member, there(key), next)]));
}
function generatorOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
const documents = (schema: Schema) => {
  const one = documentOf(schema);
  const none = fc.constantFrom<unknown>(undefined, null, {}, 3, []);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(one, one, fc.nat()).map(([value, other, seed]): [unknown, unknown] => {
        return [value, changed(value, other, generatorOf(seed))];
      }),
    },
    { weight: 1, arbitrary: fc.tuple(one, none) },
    { weight: 1, arbitrary: fc.tuple(none, one) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        one.map((value) => ({ value, metadata: {} })),
        one,
      ),
    },
  );
};

const rules: readonly Partial<ExtractionScoringOptions>[] = [
  {},
  {},
  {},
  { comparators: [{ field: '*', comparator: 'fuzzy', options: { threshold: 0.7 } }] },
  { comparators: [{ field: '**.b', comparator: 'number', options: { absoluteTolerance: 0.5 } }] },
  { comparators: [{ field: '**.a', comparator: 'any-of' }], exclude: ['b'] },
  { exclude: ['**.b'] },
  { alignment: [{ field: '**', method: 'index' }] },
  { alignment: [{ field: '**', method: { key: ['a'] } }] },
  { comparators: [{ field: '**', comparator: (one, other) => String(one)[0] === String(other)[0] }] },
];
const options = fc
  .record({
    emptiness: fc.constantFrom('service' as const, 'strict' as const),
    unlabelled: fc.constantFrom('absent' as const, 'ignore' as const),
    failures: fc.constantFrom('missing' as const, 'exclude' as const),
    rule: fc.constantFrom(...rules),
  })
  .map(({ rule, ...policies }) => ({ ...policies, ...rule }));

function nonZero({ fields, byField }: ItemCounts): string[] {
  const { length } = outcomes;
  return fields.flatMap((field, number) =>
    outcomes.flatMap((outcome, at) => {
      const count = byField[number * length + at] as number;
      return count === 0 ? [] : [`${field} ${outcome} ${count}`];
    }),
  );
}

function countedLeaves({ leaves }: ItemScore): string[] {
  const sums = new Map<string, number>();
  for (const { field, outcome } of leaves)
    sums.set(`${field} ${outcome}`, (sums.get(`${field} ${outcome}`) ?? 0) + 1);
  return [...sums].map(([name, count]) => `${name} ${count}`);
}

function countedRows(rows: readonly RowPairing[]): ArrayCounts[] {
  return [...Map.groupBy(rows, ({ field }) => field)].map(([field, tables]) => {
    const sum = (of: (table: RowPairing) => number) => tables.reduce((total, table) => total + of(table), 0);
    return {
      field,
      tables: tables.length,
      equalTables: sum((table) => (table.expectedRows === table.predictedRows ? 1 : 0)),
      expectedRows: sum(({ pairs }) => pairs.filter(([row]) => row !== null).length),
      predictedRows: sum(({ pairs }) => pairs.filter(([, other]) => other !== null).length),
      pairedRows: sum(({ pairs }) => pairs.filter((pair) => !pair.includes(null)).length),
      exactRows: sum(({ exactRows }) => exactRows),
      inversions: sum(({ inversions }) => inversions),
      cells: {
        correct: sum(({ cells }) => cells?.correct ?? 0),
        expected: sum(({ cells }) => cells?.expected ?? 0),
        predicted: sum(({ cells }) => cells?.predicted ?? 0),
      },
    };
  });
}

function compareAll(
  config: ExtractionConfig,
  chosen: Partial<ExtractionScoringOptions>,
  list: unknown[][],
): number {
  const scorer = compileScorer(config, chosen);
  const others = scorer.lanes.map((policies) => compileScorer(config, { ...chosen, ...policies }));
  let derived = 0;
  for (const [expected, predicted] of list) {
    const pair = { expected, predicted };
    const counts = scorer.score(pair);
    const itemScore = counts.itemScore();
    expect(counts.total).toEqual(countLeaves(itemScore.leaves));
    expect(counts.exact).toBe(itemScore.exact);
    expect(nonZero(counts).toSorted()).toEqual(countedLeaves(itemScore).toSorted());
    expect(counts.arrays).toEqual(countedRows(itemScore.rows));
    const { byField, lanes } = { byField: counts.byField.slice(), lanes: counts.lanes };
    // One walk that builds counts and leaves must give the same results as two separate walks.
    const whole = scorer.score(pair, 'leaves');
    expect([whole.total, whole.exact, whole.arrays]).toEqual([counts.total, counts.exact, counts.arrays]);
    expect([...whole.byField]).toEqual([...byField]);
    expect(whole.lanes).toEqual(lanes);
    expect(JSON.stringify(whole.itemScore())).toBe(JSON.stringify(itemScore));
    for (const [at, lane] of lanes.entries()) {
      const there = others[at]?.score(pair);
      expect([lane.policies, lane.total, lane.exact]).toEqual([scorer.lanes[at], there?.total, there?.exact]);
      if (!lane.rescored) derived++;
    }
  }
  return derived;
}

describe('one walk', () => {
  it('counts the leaves that it builds, and counts lanes like scorers with those policies', () => {
    let derived = 0;
    fc.assert(
      fc.property(
        objectSchema(3).chain((schema) =>
          fc.tuple(fc.constant(schema), options, fc.array(documents(schema), { minLength: 1, maxLength: 3 })),
        ),
        ([schema, chosen, list]) => {
          derived += compareAll({ schema }, chosen, list);
        },
      ),
      { numRuns: times(30, 400) },
    );
    expect(derived).toBeGreaterThan(times(150, 1000));
  });

  it('counts the leaves that it builds without a configuration', () => {
    fc.assert(
      fc.property(
        objectSchema(3).chain((schema) =>
          fc.tuple(options, fc.array(documents(schema), { minLength: 1, maxLength: 3 })),
        ),
        ([chosen, list]) => {
          compareAll({}, chosen, list);
        },
      ),
      { numRuns: times(15, 150) },
    );
  });

  it('distinguishes a field called "value" from a wrapper', () => {
    const inner = { type: 'object', properties: { total: { type: 'number' } } };
    const correct = (schema: Schema, expected: unknown, predicted: unknown) =>
      compileScorer({ schema }).score({ expected, predicted }).total.correct;
    expect(correct(inner, { value: { total: 1 } }, { total: 1 })).toBe(1);
    const field = { type: 'object', properties: { value: inner } };
    expect(correct(field, { value: { total: 1 } }, { value: { value: { total: 1 } } })).toBe(1);
    expect(correct(field, { value: { total: 1 } }, { total: 1 })).toBe(0);
  });
});
