import { describe, expect, test } from 'vitest';
import { classProbabilities } from '../../../../../../src/service/engines/local/classify/class-scores.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('classProbabilities', () => {
  test('sum to less than 1 unless there is a fallback class', () => {
    const scores = { logits: [0, 0], unknown: 2 };
    expect(sum(classProbabilities(scores, false))).toBeLessThan(0.5);
    expect(sum(classProbabilities(scores, true))).toBeCloseTo(1, 12);
  });

  test('grow with the evidence and stay below 1', () => {
    const at = (logit: number) => classProbabilities({ logits: [logit, 0], unknown: 1.6 }, false)[0] ?? 0;
    expect(at(2)).toBeLessThan(at(4));
    expect(at(4)).toBeLessThan(at(8));
    expect(at(8)).toBeLessThan(1);
  });

  test('are finite for huge logits', () => {
    expect(classProbabilities({ logits: [1e6, -1e6], unknown: 0 }, false)).toEqual([1, 0]);
  });
});
