import { expect, it } from 'vitest';
import { TokenBucket } from '../../../../src/service/limits/limits.ts';

it('gives as many tokens as it contains, then returns the wait for the next one', () => {
  const bucket = new TokenBucket(2, 3, 0);
  expect([1, 1, 1, 1].map((amount) => bucket.take(amount, 0))).toEqual([0, 0, 0, 500]);
  expect(bucket.take(1, 499)).toBe(1);
  expect(bucket.take(1, 500)).toBe(0);
  expect(bucket.take(1, 500)).toBe(500);
});

it('contains at most its size after any time', () => {
  const bucket = new TokenBucket(10, 2, 0);
  bucket.take(2, 0);
  expect([1, 1, 1].map((amount) => bucket.take(amount, 1_000_000))).toEqual([0, 0, 100]);
});

it('lends an amount above its size if it is full', () => {
  const bucket = new TokenBucket(1, 2, 0);
  expect(bucket.take(5, 0)).toBe(0);
  // The level of the token bucket must rise from -3 to 1, which takes 4 seconds.
  expect(bucket.take(1, 0)).toBe(4000);
});

it('ignores a clock that goes back', () => {
  const bucket = new TokenBucket(1, 1, 1000);
  expect(bucket.take(1, 1000)).toBe(0);
  expect(bucket.take(1, 0)).toBe(1000);
  expect(bucket.take(1, 2000)).toBe(0);
});
