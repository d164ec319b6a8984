import { logGamma } from '../numeric/distributions.ts';

/**
 * Returns the p-value of Fisher's one-sided exact test of whether marked elements are more frequent in a group. The
 * p-value is the probability that a random sample of `marked` elements has at least `inGroup` elements in the group.
 * Range 0 to 1. Small values mean that the group has more marked elements than chance explains.
 *
 *     p = Σ_{k ≥ inGroup} C(group, k) C(all − group, marked − k) / C(all, marked)
 *
 * Counts are integers with 0 ≤ inGroup ≤ group ≤ all and inGroup ≤ marked ≤ all. Returns 1 for an empty group. Source:
 * R. A. Fisher, The Design of Experiments (1935), chapter 2.
 *
 * Example: four of eight cups are marked, and three of them are among the four chosen cups. Then p = 17 / 70.
 * @example
 * fisherExact({ inGroup: 3, group: 4, marked: 4, all: 8 }) // => 0.2429
 */
export function fisherExact(counts: {
  readonly inGroup: number;
  readonly group: number;
  readonly marked: number;
  readonly all: number;
}): number {
  const { inGroup, group, marked, all } = counts;
  const rest = all - group;
  const first = Math.max(inGroup, marked - rest, 0);
  const last = Math.min(group, marked);
  if (first > last) return 0;
  if (inGroup <= Math.max(marked - rest, 0)) return 1;
  let term = Math.exp(logChoose(group, first) + logChoose(rest, marked - first) - logChoose(all, marked));
  let sum = 0;
  for (let k = first; k <= last; k++) {
    sum += term;
    term *= ((group - k) * (marked - k)) / ((k + 1) * (rest - marked + k + 1));
  }
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}
