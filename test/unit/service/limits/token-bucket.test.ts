import { expect, it } from 'vitest';
import { TokenBucket } from '../../../../src/service/limits/token-bucket.ts';

it('gives as many at once as it holds, then tells when the next one is there', () => {
  const bucket = new TokenBucket(2, 3, 0);
  expect([1, 1, 1, 1].map((amount) => bucket.take(amount, 0))).toEqual([0, 0, 0, 500]);
  expect(bucket.take(1, 499)).toBe(1);
  expect(bucket.take(1, 500)).toBe(0);
  expect(bucket.take(1, 500)).toBe(500);
});

it('holds no more than its size, however long nothing is taken', () => {
  const bucket = new TokenBucket(10, 2, 0);
  bucket.take(2, 0);
  expect([1, 1, 1].map((amount) => bucket.take(amount, 1_000_000))).toEqual([0, 0, 100]);
});

it('lets an amount larger than itself through when full, and is in debt then', () => {
  const bucket = new TokenBucket(1, 2, 0);
  expect(bucket.take(5, 0)).toBe(0);
  // -3 must become 1.
  expect(bucket.take(1, 0)).toBe(4000);
});

it('is not confused by a clock that goes back', () => {
  const bucket = new TokenBucket(1, 1, 1000);
  expect(bucket.take(1, 1000)).toBe(0);
  expect(bucket.take(1, 0)).toBe(1000);
  expect(bucket.take(1, 2000)).toBe(0);
});
