import { expect, it } from 'vitest';
import { CreditLimit } from '../../../../src/runner/cost/credit-limit.ts';

const processed = (credits: number | null) => ({ state: 'processed' as const, credits });

it('starts one item run at a time until a cost is known', () => {
  const limit = new CreditLimit(10, 0, null);
  expect([limit.hasRoom(0), limit.hasRoom(1)]).toEqual([true, false]);
  limit.add(processed(2), 'r');
  // 2 of 10 credits are spent, and each item run can cost 2. So 4 more item runs fit.
  expect([limit.hasRoom(1), limit.hasRoom(3), limit.hasRoom(4)]).toEqual([true, true, false]);
});

it('counts each item run in flight with the largest cost of an output', () => {
  const limit = new CreditLimit(10, 4, 3);
  // 4 of 10 credits are spent, and each item run can cost 3. So 2 more item runs fit.
  expect([limit.hasRoom(1), limit.hasRoom(2)]).toEqual([true, false]);
  limit.add(processed(1), 'r');
  expect([limit.hasRoom(0), limit.hasRoom(1)]).toEqual([true, false]);
});

it('starts nothing if the limit is reached exactly, and everything if outputs are free', () => {
  expect(new CreditLimit(4, 4, null).hasRoom(0)).toBe(false);
  const free = new CreditLimit(0, 0, null);
  expect(free.hasRoom(0)).toBe(false);
  const known = new CreditLimit(1, 0, null);
  known.add(processed(0), 'r');
  expect(known.hasRoom(100)).toBe(true);
});

it('adds the cost of a failed item run, and ignores a failed item run without a cost', () => {
  const limit = new CreditLimit(3, 0, 2);
  limit.add({ state: 'failed', credits: null }, 'r');
  expect(limit.hasRoom(0)).toBe(true);
  limit.add({ state: 'failed', credits: 2 }, 'r');
  expect(limit.hasRoom(0)).toBe(false);
});

it('throws for an output without a cost, because the limit cannot be checked', () => {
  expect(() => new CreditLimit(3, 0, null).add(processed(null), 'reports/a/record')).toThrow(
    'the service does not report the credits of its runs',
  );
});
