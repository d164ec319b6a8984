import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { sequentialSignTest } from '../../../../src/stats/tests/sequential-sign-test.ts';

const signs = (text: string) => [...text].map((sign) => ({ '+': 1, '-': -1, 0: 0 })[sign] as number);

test.each([
  // The evidence of n equal signs is 2^n n! 0! / (n + 1)!, which is 2^n / (n + 1).
  ['+++++++', 128 / 8, null],
  ['++++++++', 256 / 9, { after: 8, sign: 1 }],
  ['--------', 256 / 9, { after: 8, sign: -1 }],
  ['0++++0++++0', 256 / 9, { after: 10, sign: 1 }],
  // The evidence of two signs and one opposite sign is 2^3 x 2! 1! / 4! = 8 / 12.
  ['++-', 8 / 12, null],
  ['+0-', 4 / 6, null],
  ['', 1, null],
])('computes the evidence of %s by hand', (text, e, stopped) => {
  const found = sequentialSignTest(signs(text), 0.05);
  expect(found.e).toBeCloseTo(e, 10);
  expect(found.limit).toBe(20);
  if (stopped === null) expect(found.stopped).toBeNull();
  else expect(found.stopped).toMatchObject(stopped);
});

test('keeps its first decision, even if the evidence falls again', () => {
  const found = sequentialSignTest(signs('++++++++--------'), 0.05);
  expect(found.stopped).toMatchObject({ after: 8, sign: 1 });
  // The evidence of eight signs of each kind is 2^16 x 8! 8! / 17! = .2995.
  expect(found.e).toBeCloseTo((65_536 * 40_320 ** 2) / 355_687_428_096_000, 10);
});

describe('the interval', () => {
  test('has the limits at which the evidence is 1 / alpha', () => {
    // The evidence of 8 plus signs against the share s is (1 / 9) / s^8. This evidence equals 1 / alpha = 20 at s = (1
    // / 180)^(1 / 8).
    expect(sequentialSignTest(signs('++++++++'), 0.05).interval.low).toBeCloseTo((1 / 180) ** (1 / 8), 10);
    expect(sequentialSignTest(signs('++++++++'), 0.05).interval.high).toBe(1);
    expect(sequentialSignTest([], 0.05).interval).toEqual({ low: 0, high: 1 });
  });

  test('excludes 1/2 if and only if the evidence is at the limit now', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(-1, 0, 1), { maxLength: 60 }), (differences) => {
        const { e, limit, interval } = sequentialSignTest(differences, 0.05);
        expect(interval.low <= 0.5 && interval.high >= 0.5).toBe(e < limit);
      }),
      { numRuns: 200 },
    );
  });

  test('contains the true share at every time of a run in at least 95 % of the runs', () => {
    const random = new Random('sequential interval');
    const runs = 300;
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const differences = Array.from({ length: 80 }, () => (random.next() < 0.7 ? 1 : -1));
      const isHeld = (n: number) => {
        const { low, high } = sequentialSignTest(differences.slice(0, n), 0.05).interval;
        return low <= 0.7 && 0.7 <= high;
      };
      if ([1, 2, 3, 5, 8, 13, 21, 34, 55, 80].every(isHeld)) covered++;
    }
    expect(covered / runs).toBeGreaterThanOrEqual(0.95);
  });
});

test('mirrors if the signs are swapped, and does not depend on the order of the signs', () => {
  const random = new Random('sequential symmetry');
  const differences = Array.from({ length: 200 }, () => random.pick([-1, 0, 1]));
  const [one, other] = [differences, differences.map((value) => -value)].map((all) =>
    sequentialSignTest(all, 0.05),
  );
  expect(one?.e).toBe(other?.e);
  expect(one?.interval.low).toBeCloseTo(1 - (other?.interval.high as number), 10);
  expect(sequentialSignTest(random.shuffle(differences), 0.05).e).toBe(one?.e);
  expect(sequentialSignTest(new Array(20_000).fill(1), 0.05).e).toBe(Number.POSITIVE_INFINITY);
});

test.each([0, 1, Number.NaN])('rejects an alpha of %d', (alpha) => {
  expect(() => sequentialSignTest([1], alpha)).toThrow('alpha must be in (0, 1)');
});

test('rejects a difference that is not a number', () => {
  expect(() => sequentialSignTest([1, Number.NaN], 0.05)).toThrow();
});
