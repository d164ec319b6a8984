// What pairs of rows give is found in two ways: values looked up for many pairs, each compared with each for few.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { pairGains } from '../../../../src/scorers/align/pair-gains.ts';
import { PairTable } from '../../../../src/scorers/align/pair-table.ts';
import { createComparator } from '../../../../src/scorers/compare/comparators/create-comparator.ts';

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

/** Some words of a few: alike by a half and more, some equal but for blanks or the order of words. */
const longText = () =>
  Array.from({ length: 14 + random.integer(8) }, () => values[random.integer(3)]).join(
    random.integer(2) === 0 ? ' ' : '  ',
  );

describe('gains of pairs of rows', () => {
  it('are the same for many pairs at once as for each alone', () => {
    const tables = [tableOf(true), tableOf(false), tableOf(true)];
    const all = Array.from({ length: rows }, (_, row) => row);
    const others = all.toReversed();
    const { correct, similarity } = pairGains(tables, [], all, others);
    let most = 0;
    for (const i of all) {
      for (const [j, other] of others.entries()) {
        const alone = pairGains(tables, [], [i], [other]);
        expect([correct[i * rows + j], similarity[i * rows + j]]).toEqual([
          alone.correct[0],
          alone.similarity[0],
        ]);
        most = Math.max(most, alone.correct[0] as number);
      }
    }
    expect(most).toBe(3);
  });

  it('count values that both rows hold, and nothing twice', () => {
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
    // 35 odd expected rows hold "b", as the first ten predicted rows do.
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
    // Something that all rows share, so that every pair can be formed.
    const shared = { ...column, expected: new Int32Array(rows), predicted: new Int32Array(rows) };
    const all = Array.from({ length: rows }, (_, row) => row);
    const tables = () => [new PairTable(shared, strict), new PairTable(column, strict)];
    const { correct, similarity } = pairGains(tables(), [], all, all);
    const found = new Set<number>();
    for (const i of all) {
      for (const j of all) {
        const alone = pairGains(tables(), [], [i], [j]);
        const cell = i * rows + j;
        expect([correct[cell], similarity[cell]]).toEqual([alone.correct[0], alone.similarity[0]]);
        found.add(similarity[cell] as number);
      }
    }
    // They are graded, not all alike.
    expect(found.size).toBeGreaterThan(name === 'string' ? 50 : 10);
  });
});
