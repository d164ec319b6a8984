import { expect, test } from 'vitest';
import { isDeeperThan } from '../../../src/base/is-deeper-than.ts';

test.each<[unknown, number, boolean]>([
  [1, 0, false],
  [null, 0, false],
  [{}, 0, false],
  [{ a: {} }, 0, true],
  [{ a: { b: [] } }, 2, false],
  [{ a: { b: [] } }, 1, true],
  [JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), 64, true],
])('case %#', (value, limit, expected) => {
  expect(isDeeperThan(value, limit)).toBe(expected);
});
