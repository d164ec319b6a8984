import { requireArgument } from '../../base/require-argument.ts';

/**
 * Returns p-values with Holm's step-down adjustment, which controls the probability of any false alarm.
 * Multiplies the i-th smallest of m p-values by m - i + 1. Range 0 to 1; a larger p never gets a smaller
 * result. Keeps the input order; empty input gives an empty list. Source: Holm 1979; reference values from
 * statsmodels.
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
 * Returns p-values with Holm's adjustment for questions with different weights. A question with a larger weight gets
 * a larger share of the error probability.
 *
 * In ascending order of p / weight, multiplies each p by (sum of the weights from this question on) / its own
 * weight. In this order, the results never decrease, and they are at most 1. Equal weights give the results
 * of `holm`. Inputs: one weight above 0 per p-value, in any unit. Keeps the input order; empty input gives an
 * empty list. Source: Holm 1979, section 4. Example: p [.02, .03, .30], weights [2, 1, 1]: .02 x 4/2 = .04;
 * .03 x 2/1 = .06; .30 x 1/1 = .30.
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
 * Returns p-values with the step-up adjustment of Benjamini and Hochberg, which controls the expected share
 * of false alarms among the alarms. Multiplies the i-th smallest of m p-values by m / i. Range 0 to 1; a
 * smaller p never gets a larger result. Keeps the input order; empty input gives an empty list. Source:
 * Benjamini and Hochberg 1995; reference values from statsmodels.
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
 * Returns p-values with Bonferroni's adjustment: each p times the number of p-values, at most 1. The results
 * are never below those of `holm`, which controls the same error probability. Empty input gives an empty
 * list. Source: Dunn 1961; reference values from statsmodels.
 * @example
 * bonferroni([0.01, 0.04, 0.03]) // => [0.03, 0.12, 0.09]
 */
export function bonferroni(ps: readonly number[]): number[] {
  checkPs(ps);
  return ps.map((p) => Math.min(1, p * ps.length));
}

function checkPs(ps: readonly number[]): void {
  for (const [at, p] of ps.entries())
    requireArgument(p >= 0 && p <= 1, `p-values must be in [0, 1], got ${p} at index ${at}`);
}

function rising(ps: readonly number[]): number[] {
  return ps.map((_, index) => index).sort((a, b) => (ps[a] as number) - (ps[b] as number) || a - b);
}
