import { describe, expect, it } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import type { JsonValue } from '../../../src/model/json/json-value.ts';
import {
  type ComparatorName,
  comparatorNames,
  comparators,
  createComparator,
} from '../../../src/scorers/compare/comparators/create-comparator.ts';
import { textTables } from '../../unit/scorers/compare/text-tables.ts';
import { money, valueTables } from '../../unit/scorers/compare/value-tables.ts';

const tables = [...textTables, ...valueTables];

it('every comparator has a table of at least 15 rows, of which some match and some do not', () => {
  expect(tables.map(({ name }) => name).sort()).toEqual([...comparatorNames].sort());
  for (const { name, rows } of tables) {
    expect(rows.length, name).toBeGreaterThanOrEqual(15);
    const matching = rows.filter(([, , match]) => match).length;
    expect(Math.min(matching, rows.length - matching), name).toBeGreaterThanOrEqual(3);
  }
});

it.each(comparators)('$name decides its example', ({ name, example }) => {
  const { compare } = createComparator(name);
  expect(compare(...example.match).match).toBe(true);
  expect(compare(...example.different).match).toBe(false);
});

describe.each(tables)('$name', ({ name, sided, rows }) => {
  const cases = rows.map(([expected, predicted, match, note, options = {}]) => ({
    expected,
    predicted,
    match,
    note,
    options,
  }));

  it.each(cases)('$expected against $predicted: $match', ({ expected, predicted, match, note, options }) => {
    const comparator = createComparator(name, options);
    const found = comparator.compare(expected, predicted);
    expect(found.match).toBe(match);
    if (match) expect(found.similarity === 1 || /reaches/.test(found.note ?? '')).toBe(true);
    else expect(found.similarity).toBeLessThan(1);
    expect(found.similarity).toBeGreaterThanOrEqual(0);
    if (note !== undefined) expect(found.note).toMatch(note);
    else if (match && name !== 'any-of') expect(found.note).toBeUndefined();
    if (!sided) expect(comparator.compare(predicted, expected).match, 'the other way').toBe(match);
  });

  it.each(cases)(
    'the key of $expected and of $predicted agrees',
    ({ expected, predicted, match, options }) => {
      const comparator = createComparator(name, options);
      const a = comparator.key(expected);
      const b = comparator.key(predicted);
      if (a !== null && b !== null) expect(a === b).toBe(match);
    },
  );
});

describe('a user’s comparator', () => {
  const last4 = (a: unknown, b: unknown) => String(a).slice(-4) === String(b).slice(-4);

  it.each<readonly [JsonValue, JsonValue, boolean]>([
    ['DE 1234', '1234', true],
    ['DE 1234', '1235', false],
    [1234, '51234', true],
    ['', '', true],
    ['1234', null, false],
  ])('decides about %j and %j: %j', (expected, predicted, match) => {
    expect(createComparator(last4).compare(expected, predicted)).toEqual({
      match,
      similarity: match ? 1 : 0,
    });
    expect(createComparator({ name: 'last', compare: last4 }).compare(expected, predicted).match).toBe(match);
    expect(createComparator(last4).key(expected)).toBeNull();
  });

  it('can return a similarity and a note', () => {
    const half = createComparator(() => ({ match: false, similarity: 0.5, note: 'half' }));
    expect(half.compare('a', 'b')).toEqual({ match: false, similarity: 0.5, note: 'half' });
    const sure = createComparator(() => ({ match: true, similarity: 0.2 }));
    expect(sure.compare('a', 'b')).toEqual({ match: true, similarity: 1 });
  });

  it('works inside any-of', () => {
    const comparator = createComparator('any-of', { of: { comparator: last4 } });
    expect(comparator.compare(['9999', '1234'], 'x1234').match).toBe(true);
  });

  it.each<readonly [string, () => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      /"compare" .* failed on "a" and "b": boom/,
    ],
    ['answers text', () => 'yes', /returned "yes" for "a" and "b"/],
    ['returns nothing', () => undefined, /returned undefined/],
    ['answers a similarity above 1', () => ({ match: false, similarity: 2 }), /returned/],
    ['answers NaN', () => ({ match: false, similarity: Number.NaN }), /returned/],
    ['answers a promise', () => Promise.resolve(true), /returned/],
  ])('is rejected if it %s', (_, compare, message) => {
    const comparator = createComparator({ name: 'compare', compare: compare as () => boolean });
    expect(() => comparator.compare('a', 'b')).toThrow(GoldsetError);
    expect(() => comparator.compare('a', 'b')).toThrow(message);
  });
});

it('rejects an unknown locale', () => {
  expect(() => createComparator('number', { locale: 'no such' })).toThrow(/locale "no such" is not known/);
});

it('takes a relative tolerance from the expected value', () => {
  const { compare } = createComparator('number', { relativeTolerance: 0.01 });
  // 100 and 101.01 differ by 1.01, which is above 1 % of 100 and below 1 % of 101.01.
  expect(compare(100, 101.01).match).toBe(false);
  expect(compare(101.01, 100).match).toBe(true);
});

describe('similarity', () => {
  const similarity = (name: ComparatorName, a: JsonValue, b: JsonValue) =>
    createComparator(name).compare(a, b).similarity;

  it('of texts is 1 - edits / longer length', () => {
    // Changing "kitten" to "sitting" takes 3 edits, and the longer word has 7 characters.
    expect(similarity('string', 'kitten', 'sitting')).toBeCloseTo(4 / 7, 14);
    expect(similarity('string', 'ab', 'cd')).toBe(0);
  });

  it('of money, numbers, dates, identifiers and enums is 1 or 0', () => {
    expect(similarity('currency', money(100, 'EUR'), money(100.01, 'EUR'))).toBe(0);
    expect(similarity('number', 100, 100.01)).toBe(0);
    expect(similarity('date', '2025-01-01', '2025-01-02')).toBe(0);
    expect(similarity('identifier', 'INV-0001', 'INV-0002')).toBe(0);
    expect(similarity('enum', 'paid', 'paidd')).toBe(0);
  });

  it('of very long texts is found in time, and is marked as a bound', () => {
    const long = 'lorem ipsum '.repeat(20_000);
    const other = 'dolor sit am '.repeat(20_000);
    const started = performance.now();
    const found = createComparator('string').compare(long, other);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(found.match).toBe(false);
    expect(found.note).toMatch(/upper bound/);
    const nearly = createComparator('fuzzy').compare(long, `${long}!`);
    expect(nearly.match).toBe(true);
  });
});
