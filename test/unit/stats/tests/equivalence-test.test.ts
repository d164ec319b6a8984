import { describe, expect, it } from 'vitest';
import { equivalenceTest, nonInferiorityTest } from '../../../../src/stats/tests/equivalence-test.ts';

const near = (found: number, wanted: number) => expect(Math.abs(found - wanted)).toBeLessThan(1e-9);

describe('equivalence by two one-sided tests', () => {
  // scipy 1.17.1: norm.sf and norm.cdf, t.sf and t.cdf.
  it.each([
    [0.002, 0.004, undefined, 0.0013498980316300933, 0.022750131948179195],
    [0.002, 0.004, 19, 0.003680862091934319, 0.03000101819304917],
    [-0.012, 0.003, 9, 0.7391465364592921, 2.2024344389275908e-5],
  ])('difference %d, standard error %d, degrees %s', (difference, standardError, degrees, lower, upper) => {
    const found = equivalenceTest({
      difference,
      standardError,
      margin: 0.01,
      ...(degrees === undefined ? {} : { degrees }),
    });
    near(found.pLower, lower);
    near(found.pUpper, upper);
    expect(found.p).toBe(Math.max(found.pLower, found.pUpper));
  });

  it('is the same as an interval of confidence 1 - 2 level inside the margin', () => {
    let equivalent = 0;
    for (let i = -20; i <= 20; i++) {
      for (const degrees of [undefined, 5, 80]) {
        const found = equivalenceTest({
          difference: i / 1500,
          standardError: 0.003,
          margin: 0.01,
          ...(degrees === undefined ? {} : { degrees }),
        });
        expect(found.equivalent).toBe(found.interval.low >= -0.01 && found.interval.high <= 0.01);
        if (found.equivalent) equivalent++;
      }
    }
    expect(equivalent).toBeGreaterThan(10);
    expect(equivalent).toBeLessThan(100);
  });

  it('is symmetric in the two versions', () => {
    const one = equivalenceTest({ difference: 0.004, standardError: 0.003, margin: 0.01 });
    const other = equivalenceTest({ difference: -0.004, standardError: 0.003, margin: 0.01 });
    near(one.p, other.p);
    near(one.pLower, other.pUpper);
  });

  it('rejects a spread of 0 and a margin of 0', () => {
    expect(() => equivalenceTest({ difference: 0, standardError: 0, margin: 0.01 })).toThrow(/spread/);
    expect(() => equivalenceTest({ difference: 0, standardError: 0.1, margin: 0 })).toThrow(/margin/);
  });
});

describe('non-inferiority', () => {
  it('tests only whether the candidate is worse', () => {
    // (-.002 + .01) / .003 = 2.667: P(Z >= 2.667) = .003830; bound -.002 - 1.6449 x .003 = -.006935
    const found = nonInferiorityTest({ difference: -0.002, standardError: 0.003, margin: 0.01 });
    near(found.p, 0.003830380567589664);
    expect(found.low).toBeCloseTo(-0.006934561, 8);
    expect(found.nonInferior).toBe(true);
    // A version that is far better is not equivalent, and it is not inferior.
    const better = { difference: 0.05, standardError: 0.003, margin: 0.01 };
    expect(nonInferiorityTest(better).nonInferior).toBe(true);
    expect(equivalenceTest(better).equivalent).toBe(false);
    expect(nonInferiorityTest({ ...better, difference: -0.05 }).nonInferior).toBe(false);
  });

  it('is the same as a lower bound above -margin', () => {
    for (let i = -20; i <= 20; i++) {
      const found = nonInferiorityTest({
        difference: i / 1500,
        standardError: 0.004,
        margin: 0.01,
        degrees: 12,
      });
      expect(found.nonInferior).toBe(found.low >= -0.01);
    }
  });
});
