// `pairGains` looks up values if there are many pairs, and compares the values of each pair if there are few. The tests
// compare the two methods.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { pairGains } from '../../../../src/scorers/align/pair-gains.ts';
import { PairTable } from '../../../../src/scorers/align/pair-table.ts';
import { createComparator } from '../../../../src/scorers/compare/comparators/create-comparator.ts';
import { someOf } from '../../../fixtures/long-form.ts';

const random = new Random('pair-gains');
const rows = 70;
const values = ['bolt', 'bolts', 'nut', 'nuts', 'washer'];

function tableOf(isEquivalence: boolean): PairTable {
  const side = () => Int32Array.from({ length: rows }, () => random.integer(values.length + 1) - 1);
  const comparator = createComparator('string');
  const column = {
    expected: side(),
    predicted: side(),
    values,
    equivalence: isEquivalence,
    graded: true,
    comparatorOf: () => comparator,
  };
  return new PairTable(column, false);
}

/**
 * Returns 14 to 21 words from a set of three. Such texts are often similar, and some differ only in spaces or word
 * order.
 */
const longText = () =>
  Array.from({ length: 14 + random.integer(8) }, () => values[random.integer(3)]).join(
    random.integer(2) === 0 ? ' ' : '  ',
  );

describe('gains of pairs of rows', () => {
  it('are the same for many pairs at once and for each pair alone', () => {
    const tables = [tableOf(true), tableOf(false), tableOf(true)];
    const all = Array.from({ length: rows }, (_, row) => row);
    const others = all.toReversed();
    const { correct, similarity } = pairGains(tables, [], all, others);
    const alone = all.flatMap((i) => others.map((other) => pairGains(tables, [], [i], [other])));
    expect(Array.from(correct)).toEqual(alone.map((pair) => pair.correct[0]));
    expect(Array.from(similarity)).toEqual(alone.map((pair) => pair.similarity[0]));
    expect(Math.max(...correct)).toBe(3);
  });

  it('count values that both rows have, each once', () => {
    const column = {
      expected: Int32Array.from({ length: rows }, (_, row) => row % 2),
      predicted: Int32Array.from({ length: rows }, (_, row) => (row < 10 ? 1 : -1)),
      values: ['a', 'b'],
      equivalence: true,
      graded: false,
      comparatorOf: () => createComparator('exact'),
    };
    const all = Array.from({ length: rows }, (_, row) => row);
    const { correct } = pairGains([new PairTable(column, false)], [], all, all);
    // 35 expected rows and ten predicted rows have "b", which makes 350 right pairs.
    expect(correct.reduce((sum, count) => sum + count, 0)).toBe(350);
    expect([correct[1 * rows + 9], correct[1 * rows + 10], correct[0]]).toEqual([1, 0, 0]);
  });

  it.each([
    ['string', {}, false],
    ['string', {}, true],
    ['fuzzy', { threshold: 0.6 }, false],
    ['token-sort', { threshold: 0.9 }, false],
    ['token-sort', {}, true],
  ] as const)('are the same for long texts compared at once (%s %o, strict: %s)', (name, options, strict) => {
    const texts = [...Array.from({ length: 40 }, longText), ' '.repeat(70), 'bolt', 'nuts '.repeat(30)];
    const side = () => Int32Array.from({ length: rows }, () => random.integer(texts.length + 1) - 1);
    const comparator = createComparator(name, options);
    const column = {
      expected: side(),
      predicted: side(),
      values: texts,
      equivalence: false,
      graded: true,
      comparatorOf: () => comparator,
    };
    // All rows have the same value in this column, so that every pair can be formed.
    const shared = { ...column, expected: new Int32Array(rows), predicted: new Int32Array(rows) };
    const all = Array.from({ length: rows }, (_, row) => row);
    const tables = () => [new PairTable(shared, strict), new PairTable(column, strict)];
    const { correct, similarity } = pairGains(tables(), [], all, all);
    const some = someOf(all, 4);
    const alone = some.flatMap((i) => all.map((j) => pairGains(tables(), [], [i], [j])));
    const of = (gains: ArrayLike<number>) =>
      some.flatMap((i) => Array.from(gains).slice(i * rows, (i + 1) * rows));
    expect(of(correct)).toEqual(alone.map((pair) => pair.correct[0]));
    expect(of(similarity)).toEqual(alone.map((pair) => pair.similarity[0]));
    // The similarities must vary, because equal similarities would prove nothing.
    expect(new Set(similarity).size).toBeGreaterThan(name === 'string' ? 50 : 10);
  });
});
