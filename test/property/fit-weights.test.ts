import { describe, expect, it } from 'vitest';
import { fitWeights } from '../../bench/reading/fit-weights.ts';

const free = { expected: 0, sign: 0, strength: 0 } as const;
/** Returns `right` right and `wrong` wrong values with the same evidence (`amounts`). */
const values = (amounts: number[], right: number, wrong: number) => [
  { amounts, isRight: true, count: right },
  { amounts, isRight: false, count: wrong },
];

describe('weights of the confidence', () => {
  it('are the log odds of the values that are right', () => {
    // The odds are 9 to 1 with only the first kind of evidence, and 4 to 1 with both kinds. So the weights are ln 9 =
    // 2.1972 and ln 4
    // - ln 9 = -0.8109.
    const examples = [...values([1, 0], 9, 1), ...values([1, 1], 40, 10)];
    const [any = 0, second = 0] = fitWeights(examples, [free, free]);
    expect(any).toBeCloseTo(2.1972, 2);
    expect(second).toBeCloseTo(-0.8109, 2);
  });

  it('keep their sign and their assumption if no value has the evidence', () => {
    const examples = [...values([1, 0, 0], 9, 1), ...values([1, 1, 0], 1, 9)];
    const raises = { expected: 1, sign: 1, strength: 0.1 } as const;
    const unseen = { expected: -2, sign: -1, strength: 2 } as const;
    const [, second, third] = fitWeights(examples, [free, raises, unseen]);
    expect(second).toBe(0);
    expect(third).toBe(-2);
    expect(fitWeights([], [raises, unseen])).toEqual([1, -2]);
  });
});
