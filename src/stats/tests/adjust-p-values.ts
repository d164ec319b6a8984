import { requireArgument } from '../../base/require-argument.ts';

/**
 * Adjusts p-values by Holm's step-down method, which controls the probability of any false alarm. Multiplies the i-th
 * smallest of m p-values by m - i + 1. Range 0 to 1; a larger p never gets a smaller result. Keeps the input order;
 * empty input gives an empty list. Source: Holm 1979; reference values from statsmodels.
 * @example
 * holm([0.01, 0.04, 0.03]) // => [0.03, 0.06, 0.06]
 */
export function holm(ps: readonly number[]): number[] {
  checkPs(ps);
  const adjusted = new Array<number>(ps.length).fill(1);
  let floor = 0;
  for (const [rank, index] of rising(ps).entries()) {
    floor = Math.max(floor, Math.min(1, (ps.length - rank) * (ps[index] as number)));
    adjusted[index] = floor;
  }
  return adjusted;
}

/**
 * Adjusts p-values by the step-up method of Benjamini and Hochberg, which controls the expected share of false alarms
 * among all alarms. Multiplies the i-th smallest of m p-values by m / i. Range 0 to 1; a smaller p never gets a larger
 * result. Keeps the input order; empty input gives an empty list. Source: Benjamini and Hochberg 1995; reference values
 * from statsmodels.
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
 * Adjusts p-values by Bonferroni's method: multiplies each p by the number of p-values. Results are at most 1. The
 * results are never below those of `holm`, which controls the same error probability. Empty input gives an empty list.
 * Source: Dunn 1961; reference values from statsmodels.
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
