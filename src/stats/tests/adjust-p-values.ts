import { requireArgument } from '../../base/require-argument.ts';

/**
 * Returns p-values with Holm's step-down adjustment, which controls the probability of any false alarm among
 * them.
 *
 * Multiplies the i-th smallest of m by m - i + 1; the result is never below its predecessor and at most 1. Keeps
 * the input order. Empty input gives an empty list, one p stays unchanged, and equal p-values stay equal. Source:
 * Holm 1979; reference values from statsmodels.
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
 * Returns p-values with Holm's adjustment if some questions get a larger share of the error than others.
 *
 * Divides the probability of any false alarm in proportion to the weights; the share of a rejected question passes to
 * the remaining ones. In ascending order of p / weight, multiplies each p by (weight of the remaining questions / its
 * own weight); the result is never below its predecessor and at most 1. Equal weights give `holm`.
 *
 * Inputs: p-values, and one weight above 0 per p-value in any unit. Keeps the input order; empty input gives an
 * empty list. Source: Holm 1979, section 4.
 *
 * Example: p [.02, .03, .30] with weights [2, 1, 1]: p / weight is .01, .03, .30, so .02 x 4/2 = .04; .03 x 2/1 =
 * .06; .30 x 1/1 = .30.
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
 * Returns p-values with the step-up adjustment of Benjamini and Hochberg, which controls the expected share of
 * false alarms among the alarms.
 *
 * Multiplies the i-th smallest of m by m / i; the result is never above its successor and at most 1. Keeps the
 * input order; empty input gives an empty list. Source: Benjamini and Hochberg 1995; reference values from
 * statsmodels.
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
 * Returns p-values with Bonferroni's adjustment: each p times the number of p-values, at most 1. Never below
 * `holm`, which controls the same error. Range 0 to 1; empty input gives an empty list. Reference values from
 * statsmodels. Source: Dunn 1961.
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
