import { requireArgument } from '../../base/require-argument.ts';

/**
 * Holm's step-down adjustment: controls the chance of any false alarm among the p-values of one question.
 *
 * The i-th smallest of m is multiplied by m - i + 1, never below its predecessor, at most 1. Input order is kept;
 * empty gives empty; one p is returned as it is; equal p-values get equal answers.
 * Source: Holm 1979; oracle figures from statsmodels.
 *
 * Example: `holm([0.01, 0.04, 0.03])` is [0.03, 0.06, 0.06].
 *
 * @example
 * holm([0.01, 0.04, 0.03]) // => [0.03, 0.06, 0.06]
 */
export function holm(ps: readonly number[]): number[] {
  return weightedHolm(
    ps,
    ps.map(() => 1),
  );
}

/**
 * Holm's adjustment where some questions are given a larger part of the error than others.
 *
 * In words: the chance of any false alarm is shared out by weight; what a rejected question no longer needs passes to
 * those that are left. By rising p / weight, each p is multiplied by (weight of all not yet passed / its own), never
 * below its predecessor, at most 1. Equal weights give `holm`.
 *
 * Inputs: p-values, and as many weights above 0 in any unit. Input order is kept; empty gives empty.
 * Source: Holm 1979, section 4.
 *
 * Example: p [.02, .03, .30] with weights [2, 1, 1]: p / weight is .01, .03, .30, so
 * .02 x 4/2 = .04; .03 x 2/1 = .06; .30 x 1/1 = .30.
 *
 * @example
 * weightedHolm([0.02, 0.03, 0.3], [2, 1, 1]) // => [0.04, 0.06, 0.3]
 */
export function weightedHolm(ps: readonly number[], weights: readonly number[]): number[] {
  requireArgument(
    weights.length === ps.length && weights.every((weight) => weight > 0),
    'every p-value needs a weight above 0',
  );
  checkPs(ps);
  const ratios = ps.map((p, i) => p / (weights[i] as number));
  const adjusted = new Array<number>(ps.length).fill(1);
  let left = weights.reduce((sum, weight) => sum + weight, 0);
  let floor = 0;
  for (const index of rising(ratios)) {
    floor = Math.max(floor, Math.min(1, left * (ratios[index] as number)));
    adjusted[index] = floor;
    left -= weights[index] as number;
  }
  return adjusted;
}

/**
 * Benjamini and Hochberg's step-up adjustment (1995): controls the expected share of false alarms among the alarms.
 * The i-th smallest of m is multiplied by m / i, never above its successor, at most 1. Input order is kept.
 *
 * Example: `benjaminiHochberg([0.01, 0.04, 0.03])` is [0.03, 0.04, 0.04].
 *
 * @example
 * benjaminiHochberg([0.01, 0.04, 0.03]) // => [0.03, 0.04, 0.04]
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  checkPs(ps);
  const m = ps.length;
  const order = rising(ps);
  const adjusted = new Array<number>(m).fill(1);
  let ceiling = 1;
  for (let rank = m - 1; rank >= 0; rank--) {
    const index = order[rank] as number;
    ceiling = Math.min(ceiling, (m / (rank + 1)) * (ps[index] as number));
    adjusted[index] = ceiling;
  }
  return adjusted;
}

/**
 * Bonferroni's adjustment: every p times their number, at most 1. Never below `holm`, which controls the same error.
 *
 * Example: `bonferroni([0.01, 0.04, 0.03])` is [0.03, 0.12, 0.09].
 * Range 0 to 1; empty gives empty. Oracle figures from statsmodels.
 *
 * @example
 * bonferroni([0.01, 0.04, 0.03]) // => [0.03, 0.12, 0.09]
 */
export function bonferroni(ps: readonly number[]): number[] {
  checkPs(ps);
  return ps.map((p) => Math.min(1, p * ps.length));
}

function checkPs(ps: readonly number[]): void {
  for (const [at, p] of ps.entries())
    requireArgument(p >= 0 && p <= 1, `p-values must lie in [0, 1], got ${p} at place ${at}`);
}

function rising(ps: readonly number[]): number[] {
  return ps.map((_, index) => index).sort((a, b) => (ps[a] as number) - (ps[b] as number) || a - b);
}
