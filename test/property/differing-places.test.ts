import { expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import type { JsonValue } from '../../src/model/json/json-value.ts';
import type { SchemaNode } from '../../src/model/processor/processor-config.ts';
import { outcomes } from '../../src/model/score/item-score.ts';
import { compileScorer } from '../../src/scorers/compile-scorer.ts';
import { compilePlaceFinder, goldAt } from '../../src/scorers/differing-places.ts';
import { completeOptions } from '../../src/scorers/extraction/scoring-options.ts';
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
];

const texts = ['a b', 'A  B', 'b a', 'abc', 'abd', '', ' ', '1', 'é', 'x'];

function document(random: Random, isGold: boolean, anyOf: boolean): JsonValue {
  const text = () => (random.next() < 0.2 ? null : random.pick(texts));
  const number = () => (random.next() < 0.2 ? null : random.pick([0, 1, 2, 2.5, 10]));
  const some = (value: () => JsonValue) => (random.next() < 0.15 ? undefined : value());
  const members: Record<string, JsonValue | undefined> = {
    name: some(() =>
      isGold && anyOf && random.next() < 0.5 ? [random.pick(texts), random.pick(texts)] : text(),
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
    rows: some(() => Array.from({ length: random.integer(3) }, () => ({ sku: text(), amount: number() }))),
    extra: random.next() < 0.2 ? { deep: text() } : undefined,
  };
  return JSON.parse(JSON.stringify(members)) as JsonValue;
}

function at(value: unknown, keys: readonly string[]): JsonValue | undefined {
  let inside: unknown = value;
  for (const key of keys)
    inside =
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
        ? (inside as Record<string, unknown>)[key]
        : undefined;
  return inside as JsonValue | undefined;
}

/** The label of a place: `null` if the gold has no value, because only `strict` distinguishes null from absent. */
function goldOf(gold: JsonValue, keys: readonly string[], isStrict: boolean): JsonValue | undefined {
  const value = at(gold, keys);
  return value === undefined && !isStrict ? null : value;
}

/** Outcomes per field of one output: number of correct leaves, and whether no leaf is wrong. */
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
    for (let run = 0; run < times(400, 20_000); run++) {
      const gold = document(random, true, number === 2);
      const one = document(random, false, false);
      // Half of the candidates are the baseline with one changed member.
      const other =
        random.next() < 0.5 ? document(random, false, false) : { ...(one as object), ...changed(random) };
      const places = finder.differences([one, other]);
      found += places.length;
      const expected = goldAt(places.map(({ keys }) => ({ keys, value: goldOf(gold, keys, number === 1) })));
      const full = [one, other].map((output) => outcomesOf(scorer, gold, output));
      const part = [one, other].map((output) => outcomesOf(scorer, expected, finder.only(output, places)));
      for (const field of scorer.fields) {
        const of = (maps: typeof full) => {
          const [before, after] = maps.map((map) => map.get(field) ?? { correct: 0, right: true });
          return {
            correct: (after?.correct ?? 0) - (before?.correct ?? 0),
            right: Number(after?.right) - Number(before?.right),
          };
        };
        expect(of(part), `${field} of ${JSON.stringify({ gold, one, other, places })}`).toEqual(of(full));
      }
    }
    expect(found).toBeGreaterThan(100);
  },
);

function changed(random: Random): object {
  const value = document(random, false, false) as Record<string, JsonValue>;
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

test('three outputs differ if any of them differs', () => {
  const finder = compilePlaceFinder({ schema }, completeOptions({}));
  expect(finder.differences([{ total: 1 }, { total: 1 }, { total: 2 }]).map(({ path }) => path)).toEqual([
    'total',
  ]);
});
