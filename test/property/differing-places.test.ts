import { describe, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import type { JsonValue } from '../../src/model/json/json-value.ts';
import type { SchemaNode } from '../../src/model/processor/processor-config.ts';
import { outcomes } from '../../src/model/score/item-score.ts';
import { compileScorer } from '../../src/scorers/compile-scorer.ts';
import {
  compilePlaceFinder,
  type DifferingPlace,
  type PlaceFinder,
} from '../../src/scorers/differing-places.ts';
import { type AlignmentMethod, completeOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { times } from '../fixtures/long-form.ts';

const nullable = (type: string): SchemaNode => ({ type: [type, 'null'] }) as SchemaNode;
const money = {
  type: 'object',
  properties: { amount: nullable('number'), iso_4217_currency_code: nullable('string') },
  'service:type': 'currency',
} as SchemaNode;
const row = {
  type: 'object',
  properties: { sku: nullable('string'), amount: nullable('number') },
} as SchemaNode;
const schema = {
  type: 'object',
  properties: {
    name: nullable('string'),
    note: nullable('string'),
    total: nullable('number'),
    paid: nullable('boolean'),
    money,
    seller: { type: 'object', properties: { city: nullable('string'), vat: nullable('string') } },
    rows: { type: 'array', items: row },
  },
} as SchemaNode;

const settings = [
  completeOptions({}),
  completeOptions({ emptiness: 'strict' }),
  completeOptions({
    comparators: [
      { field: 'note', comparator: 'fuzzy', options: { threshold: 0.5 } },
      { field: 'total', comparator: 'number', options: { absoluteTolerance: 1 } },
      { field: 'name', comparator: 'any-of' },
      { field: 'seller.city', comparator: 'token-set' },
    ],
  }),
  completeOptions({ exclude: ['seller'] }),
  completeOptions({ alignment: [{ field: 'rows', method: 'index' }] }),
  completeOptions({ alignment: [{ field: 'rows', method: { key: ['sku'] } }] }),
  completeOptions({ alignment: [{ field: 'rows', method: 'index' }], unlabelled: 'ignore' }),
  completeOptions({ alignment: [{ field: 'rows', method: 'index' }], emptiness: 'strict' }),
];
/** Index of the setting that pairs rows by a unique key. */
const keyed = 5;
/**
 * Index of the setting with `unlabelled: ignore`. This policy does not score values that the gold lacks, so the gold of
 * this setting has all values.
 */
const ignoring = 6;

const texts = ['a b', 'A  B', 'b a', 'abc', 'abd', '', ' ', '1', 'é', 'x'];

function document(random: Random, isGold: boolean, setting: number): JsonValue {
  const text = () => (random.next() < 0.2 ? null : random.pick(texts));
  const number = () => (random.next() < 0.2 ? null : random.pick([0, 1, 2, 2.5, 10]));
  const plainRows = () =>
    Array.from({ length: random.integer(3) }, () => ({ sku: text(), amount: number() }));
  // Rows without a key, and rows whose keys are equal but written differently.
  const keyedRows = () =>
    random
      .shuffle<string | null>(['k1', 'k2', 'k3', random.pick(['k4', null])])
      .slice(random.integer(2))
      .map((sku) => ({
        sku: sku !== null && random.next() < 0.2 ? ` ${sku}` : sku,
        amount: number(),
      }));
  const some = (value: () => JsonValue) =>
    random.next() < 0.15 && !(isGold && setting === ignoring) ? undefined : value();
  const members: Record<string, JsonValue | undefined> = {
    name: some(() =>
      isGold && setting === 2 && random.next() < 0.5 ? [random.pick(texts), random.pick(texts)] : text(),
    ),
    note: some(text),
    total: some(() => (random.next() < 0.1 ? '1' : number())),
    paid: some(() => random.pick([true, false, null])),
    money: some(() =>
      random.next() < 0.3
        ? number()
        : { amount: number(), iso_4217_currency_code: random.pick(['EUR', 'USD', null]) },
    ),
    seller: some(() => (random.next() < 0.2 ? null : { city: text(), vat: text() })),
    rows: some(() => (setting === keyed ? keyedRows() : plainRows())),
    extra: random.next() < 0.2 && setting !== ignoring ? { deep: text() } : undefined,
  };
  return JSON.parse(JSON.stringify(members)) as JsonValue;
}

function at(value: unknown, steps: DifferingPlace['steps']): JsonValue | undefined {
  let inside: unknown = value;
  for (const step of steps) {
    if (typeof inside !== 'object' || inside === null) return undefined;
    const key = typeof step === 'object' ? rowOf(inside, step.members.sku) : step;
    inside = Object.hasOwn(inside, key) ? (inside as Record<string, unknown>)[key] : undefined;
  }
  return inside as JsonValue | undefined;
}

function rowOf(rows: unknown, sku: unknown): number {
  return (rows as { sku: string | null }[]).findIndex((row) => row.sku?.trim() === String(sku).trim());
}

/**
 * Returns the gold value at the path `steps`. A missing value becomes `null`, unless the policy is `strict`, which
 * distinguishes null from a missing value.
 */
function goldOf(gold: JsonValue, steps: DifferingPlace['steps'], isStrict: boolean): JsonValue | undefined {
  const value = at(gold, steps);
  return value === undefined && !isStrict ? null : value;
}

/** Returns the number of correct leaves per field of an output, and whether no leaf is wrong. */
function outcomesOf(scorer: ReturnType<typeof compileScorer>, expected: unknown, predicted: unknown) {
  const counts = scorer.score({ expected, predicted });
  const width = outcomes.length;
  return new Map(
    counts.fields.map((field, i) => {
      const [correct, incorrect, missing, spurious] = counts.byField.subarray(i * width, i * width + 4);
      return [
        field,
        { correct: correct ?? 0, right: (incorrect ?? 0) + (missing ?? 0) + (spurious ?? 0) === 0 },
      ];
    }),
  );
}

test.each(settings.map((options, at) => [at, options] as const))(
  'gold at the differing places gives the differences of full gold (options %i)',
  (number, options) => {
    const random = new Random(`places ${number}`);
    const scorer = compileScorer({ schema }, options);
    const finder = compilePlaceFinder({ schema }, options);
    let found = 0;
    for (let run = 0; run < times(60, 20_000); run++) {
      const gold = document(random, true, number);
      const one = document(random, false, number);
      // In half of the cases, the candidate is the baseline with one changed member.
      const other =
        random.next() < 0.5
          ? document(random, false, number)
          : { ...(one as object), ...changed(random, number) };
      const places = finder.differences([one, other]);
      found += places.length;
      const isStrict = options.emptiness === 'strict';
      const expected = finder.gold(
        places.map(({ steps }) => ({ steps, value: goldOf(gold, steps, isStrict) })),
      );
      const full = [one, other].map((output) => outcomesOf(scorer, gold, output));
      const part = [one, other].map((output) => outcomesOf(scorer, expected, finder.only(output, places)));
      for (const field of scorer.fields) {
        const of = (maps: typeof full) => {
          const [before, after] = maps.map((map) => map.get(field) ?? { correct: 0, right: true });
          // If only cells are labelled, it is unknown whether the whole column is right, because other cells can be
          // wrong.
          const isCell = options.alignment.length > 0 && field.startsWith('rows.');
          return {
            correct: (after?.correct ?? 0) - (before?.correct ?? 0),
            right: isCell ? null : Number(after?.right) - Number(before?.right),
          };
        };
        expect(of(part), `${field} of ${JSON.stringify({ gold, one, other, places })}`).toEqual(of(full));
      }
    }
    expect(found).toBeGreaterThan(100);
  },
);

function changed(random: Random, setting: number): object {
  const value = document(random, false, setting) as Record<string, JsonValue>;
  const key = random.pick(['name', 'note', 'total', 'paid', 'money', 'seller', 'rows']);
  return key in value ? { [key]: value[key] } : {};
}

test('lists values, tables and the whole document', () => {
  const finder = compilePlaceFinder({ schema }, completeOptions({}));
  const one = { name: 'Ann', total: 1, seller: { city: 'x', vat: null }, rows: [{ sku: 'a', amount: 1 }] };
  const other = { name: 'ann ', total: 2, seller: { city: 'y' }, rows: [{ sku: 'a', amount: 2 }] };
  expect(finder.differences([one, one])).toEqual([]);
  expect(finder.differences([one, other]).map(({ path }) => path)).toEqual([
    ...(finder.differences([{ name: 'Ann' }, { name: 'ann ' }]).length > 0 ? ['name'] : []),
    'total',
    'seller.city',
    'rows',
  ]);
  expect(finder.differences([one, undefined]).map(({ path }) => path)).toEqual(['$']);
  expect(finder.differences([undefined, null])).toEqual([]);
  const places = finder.differences([
    { total: 1, name: 'b' },
    { total: 2, name: 'b' },
  ]);
  expect(finder.only({ total: 1, name: 'b' }, places)).toEqual({ value: { total: 1 } });
  expect(finder.without({ total: 1, name: 'b' }, places)).toEqual({ name: 'b' });
  expect(finder.differences([{ 'a.b': 1 }, { 'a.b': 2 }]).map(({ path }) => path)).toEqual(['["a.b"]']);
});

describe('a table', () => {
  const finderOf = (method: AlignmentMethod) =>
    compilePlaceFinder({ schema }, completeOptions({ alignment: [{ field: 'rows', method }] }));
  const table = (...rows: readonly (readonly [sku: string | null, amount: number])[]) => ({
    rows: rows.map(([sku, amount]) => ({ sku, amount })),
  });
  const paths = (finder: PlaceFinder, ...outputs: readonly unknown[]) =>
    finder.differences(outputs).map(({ path }) => path);

  test('with the alignment index has one place per differing cell', () => {
    const finder = finderOf('index');
    const [one, other] = [table(['a', 1], ['b', 2]), table(['a', 1], ['b', 3], ['c', 4])];
    expect(paths(finder, one, other)).toEqual(['rows[1].amount', 'rows[2].sku', 'rows[2].amount']);
    const places = finder.differences([one, other]);
    expect(finder.only(other, places.slice(0, 2))).toEqual({
      value: { rows: [null, { amount: 3 }, { sku: 'c' }] },
    });
    expect(finder.without(one, places)).toEqual({ rows: [{ sku: 'a', amount: 1 }, { sku: 'b' }] });
    expect(finder.gold(places.slice(0, 1).map(({ steps }) => ({ steps, value: 9 })))).toEqual({
      value: { rows: [null, { amount: 9 }] },
    });
    expect(paths(finder, one, { rows: [] })).toEqual(['rows']);
  });

  test('with the alignment key has one place per differing cell, wherever the row is', () => {
    const finder = finderOf({ key: ['sku'] });
    const [one, other] = [table(['a', 1], ['b', 2]), table([' b', 3], ['a', 1])];
    expect(paths(finder, one, table(['b', 2], ['a', 1]))).toEqual([]);
    const [place] = finder.differences([one, other]);
    expect(place).toMatchObject({
      path: 'rows[sku="b"].amount',
      values: [2, 3],
      keyedRow: {
        field: 'rows',
        values: [
          { sku: 'b', amount: 2 },
          { sku: ' b', amount: 3 },
        ],
      },
    });
    const places = [place as DifferingPlace];
    expect(finder.only(other, places)).toEqual({ value: { rows: [{ sku: 'b', amount: 3 }] } });
    expect(finder.without(other, places)).toEqual({ rows: [{ sku: ' b' }, { sku: 'a', amount: 1 }] });
  });

  test.each<[string, object]>([
    ['different keys', table(['a', 1], ['c', 2])],
    ['a key twice', table(['a', 1], ['a', 2])],
    ['no key', table(['a', 1], [null, 2])],
    ['more rows', table(['a', 1], ['b', 2], ['c', 3])],
  ])('with the alignment key is one place for rows with %s', (_, other) => {
    expect(paths(finderOf({ key: ['sku'] }), table(['a', 1], ['b', 3]), other)).toEqual(['rows']);
  });

  test('is one place if the alignment is optimal or an empty row is a value', () => {
    const [one, other] = [table(['a', 1]), table(['a', 2])];
    expect(paths(finderOf('optimal'), one, other)).toEqual(['rows']);
    const strict = completeOptions({ alignment: [{ field: 'rows', method: 'index' }], emptiness: 'strict' });
    expect(paths(compilePlaceFinder({ schema }, strict), one, other)).toEqual(['rows']);
  });
});

test('three outputs differ if any of them differs', () => {
  const finder = compilePlaceFinder({ schema }, completeOptions({}));
  expect(finder.differences([{ total: 1 }, { total: 1 }, { total: 2 }]).map(({ path }) => path)).toEqual([
    'total',
  ]);
});
