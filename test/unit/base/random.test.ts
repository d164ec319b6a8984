import { expect, test } from 'vitest';
import { sha256 } from '../../../src/base/hash.ts';
import { Random } from '../../../src/base/random.ts';

test('equal seeds give equal sequences, and different seeds give different ones', () => {
  const draw = (seed: string) => {
    const random = new Random(seed);
    return Array.from({ length: 8 }, () => random.nextUint32());
  };
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
});

test('the plain definition gives the first outputs of xoshiro128** from the state 1, 2, 3, 4', () => {
  // Computed by hand. The output is rotl(s1 * 5, 7) * 9.
  //
  // - The state has s1 = 2, so output 1 is (10 << 7) * 9 = 11520.
  // - Step 1 gives s1 = 2 ^ (3 ^ 1) = 0, so output 2 is 0. It also gives s0 = 7, s2 = (3 ^ 1) ^ (2 << 9) = 1026 and s3
  //   = rotl(4 ^ 2, 11) = 12288.
  // - Step 2 gives s1 = 0 ^ (1026 ^ 7) = 1029, so output 3 is rotl(5145, 7) * 9 = 5927040.
  const state = new Uint32Array([1, 2, 3, 4]);
  const expected = [11520, 0, 5927040];
  expect(reference(state, 3)).toEqual(expected);
});

test('the class agrees with the plain definition over a long run', () => {
  const random = new Random('long run');
  const state = stateOf('long run');
  const plain = reference(state, 5000);
  expect(Array.from({ length: 5000 }, () => random.nextUint32())).toEqual(plain);
});

test('next is in [0, 1) with mean one half; integer has no modulo bias', () => {
  const random = new Random('uniform');
  let sum = 0;
  const counts = [0, 0, 0];
  const n = 30_000;
  for (let i = 0; i < n; i++) {
    const value = random.next();
    expect(value >= 0 && value < 1).toBe(true);
    sum += value;
    const drawn = random.integer(3);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  // The standard error of the mean is 1 / sqrt(12 n) = .0017. A deviation of five standard errors is allowed.
  expect(Math.abs(sum / n - 0.5)).toBeLessThan(0.0085);
  for (const count of counts) expect(Math.abs(count / n - 1 / 3)).toBeLessThan(0.014);
});

test('shuffle keeps every item once and does not change its input', () => {
  const items = [1, 2, 3, 4, 5, 6, 7];
  const shuffled = new Random('s').shuffle(items);
  expect([...shuffled].sort()).toEqual(items);
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

/** A second implementation of xoshiro128**, on unsigned integers. */
function reference(state: Uint32Array, n: number): number[] {
  const out: number[] = [];
  const rotate = (x: number, k: number) => ((x << k) | (x >>> (32 - k))) >>> 0;
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (let i = 0; i < n; i++) {
    out.push(Math.imul(rotate(Math.imul(b, 5) >>> 0, 7), 9) >>> 0);
    const t = (b << 9) >>> 0;
    c = (c ^ a) >>> 0;
    d = (d ^ b) >>> 0;
    b = (b ^ c) >>> 0;
    a = (a ^ d) >>> 0;
    c = (c ^ t) >>> 0;
    d = rotate(d, 11);
  }
  return out;
}

function stateOf(seed: string): Uint32Array {
  const digest = sha256(seed);
  const words = [0, 1, 2, 3].map((i) => Number.parseInt(digest.slice(i * 8, i * 8 + 8), 16) >>> 0);
  words[0] = ((words[0] as number) | 1) >>> 0;
  return Uint32Array.from(words);
}
