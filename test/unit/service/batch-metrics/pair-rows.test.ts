import { expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { pairRows } from '../../../../src/service/batch-metrics/pair-rows.ts';

/** Tries all one-to-one pairings. Returns the largest sum of scores. */
function best(scores: readonly (readonly number[])[], row = 0, used = new Set<number>()): number {
  const current = scores[row];
  if (current === undefined) return 0;
  let most = best(scores, row + 1, used);
  current.forEach((score, column) => {
    if (used.has(column)) return;
    most = Math.max(most, score + best(scores, row + 1, new Set([...used, column])));
  });
  return most;
}

it('finds the largest sum, with each row and column at most once', () => {
  const random = new Random('pairs');
  for (let round = 0; round < 300; round++) {
    const [rows, columns] = [random.integer(6), random.integer(6)];
    const scores = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => random.integer(4)),
    );
    const pairs = pairRows(rows, columns, (left, right) => scores[left]?.[right] ?? Number.NaN);
    expect(pairs).toHaveLength(Math.min(rows, columns));
    expect(new Set(pairs.map(([left]) => left)).size).toBe(pairs.length);
    expect(new Set(pairs.map(([, right]) => right)).size).toBe(pairs.length);
    const sum = pairs.reduce((total, [left, right]) => total + (scores[left]?.[right] ?? Number.NaN), 0);
    expect([scores, sum]).toEqual([scores, best(scores)]);
  }
});

it('prefers the best sum to the greedy choice', () => {
  const scores = [
    [2, 1],
    [2, 0],
  ];
  expect(pairRows(2, 2, (left, right) => scores[left]?.[right] ?? 0)).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

it('pairs hundreds of rows quickly', () => {
  const random = new Random('many');
  const scores = Float64Array.from({ length: 400 * 400 }, () => random.integer(5));
  const startedAt = performance.now();
  expect(pairRows(400, 400, (left, right) => scores[left * 400 + right] ?? 0)).toHaveLength(400);
  expect(performance.now() - startedAt).toBeLessThan(3000);
});
