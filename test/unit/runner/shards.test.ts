import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseShard, shardIds } from '../../../src/runner/shards.ts';

const ids = Array.from({ length: 101 }, (_, n) => `item-${n}`);

test('puts every id into exactly one shard, with sizes that differ by at most one', () => {
  const property = fc.property(
    fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 }),
    fc.integer({ min: 1, max: 9 }),
    (some, of) => {
      const parts = Array.from({ length: of }, (_, i) => shardIds(some, { index: i + 1, of }));
      expect(parts.flatMap((part) => [...part]).sort()).toEqual([...some].sort());
      const sizes = parts.map(({ size }) => size);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    },
  );
  fc.assert(property, { numRuns: 100 });
});

test('does not depend on the order of the ids', () => {
  for (const durations of [undefined, new Map(ids.map((id, n) => [id, n % 7]))])
    expect([...shardIds(ids.toReversed(), { index: 2, of: 4, durations })].sort()).toEqual(
      [...shardIds(ids, { index: 2, of: 4, durations })].sort(),
    );
});

test('balances the durations, with the median for a new item', () => {
  // One item takes 100 s and 60 items take 1 s each, so the first item takes longer than all others together.
  const durations = new Map(ids.slice(0, 61).map((id, n) => [id, n === 0 ? 100_000 : 1_000]));
  const [first, second] = [1, 2].map((index) => shardIds(ids.slice(0, 61), { index, of: 2, durations }));
  expect([first?.size, second?.size].sort((a, b) => Number(a) - Number(b))).toEqual([1, 60]);
  const withNew = [1, 2].map((index) => shardIds([...ids.slice(1, 61), 'new'], { index, of: 2, durations }));
  expect(withNew.map(({ size }) => size).sort()).toEqual([30, 31]);
});

test('parses 1/4 and rejects invalid shards with an example', () => {
  expect(parseShard('1/4')).toEqual({ index: 1, of: 4 });
  for (const text of ['0/4', '5/4', '1', 'a/b', '1/0', '-1/2', '1/2/3', '1/1001', ''])
    expect(() => parseShard(text)).toThrow(/expected i\/n/);
});
