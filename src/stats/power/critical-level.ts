import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { logGamma } from '../numeric/distributions.ts';

/** One of several comparisons (*questions*) that are tested together. */
export interface TestedQuestion {
  /**
   * Number of units that exactly one version gets right. `null` if the differences of the units have many distinct
   * values.
   */
  readonly discordant: number | null;
  /** Weight of the question, 1 by default. The mean weight of all questions that are tested together is 1. */
  readonly weight?: number;
}

/** Attainable p-values below this limit count as 0. */
const smallestP = 1e-13;
/** Relative tolerance when p-values are compared. */
const rounding = 1e-9;

/** The smallest p-values that a test with m discordant units can attain, in ascending order. */
export interface AttainableP {
  /**
   * Value of k for `ps[0]`. Of the m discordant units, k are right only in one version, and m - k only in the other
   * version.
   */
  readonly from: number;
  /** The p-values min(1, 2 P(Bin(m, 1/2) <= k)) of m discordant units, for k = `from`, `from` + 1, ... */
  readonly ps: Float64Array;
  /** Cost -ln(1 - p) of each p-value in `ps`. */
  readonly costs: Float64Array;
}

/**
 * The attainable p-values (`AttainableP`) are kept in memory for up to this many discordant units, which takes about 3
 * MB.
 */
const mostKept = 1000;
const kept: AttainableP[] = [];

/** Returns the p-values that the exact McNemar test can attain with m discordant units. */
export function attainablePs(m: number): AttainableP {
  if (m > mostKept) return computePs(m);
  kept[m] ??= computePs(m);
  return kept[m];
}

function computePs(m: number): AttainableP {
  const middle = Math.floor(m / 2);
  const chances = [
    Math.exp(logGamma(m + 1) - logGamma(middle + 1) - logGamma(m - middle + 1) - m * Math.LN2),
  ];
  let from = middle;
  for (let chance = chances[0] as number; from > 0; from--) {
    chance *= from / (m - from + 1);
    if (chance < smallestP) break;
    chances.push(chance);
  }
  const ps = new Float64Array(chances.length);
  let below = 0;
  for (let i = 0; i < chances.length; i++) {
    below += chances[chances.length - 1 - i] as number;
    ps[i] = Math.min(1, 2 * below);
  }
  return { from, ps, costs: ps.map((p) => -Math.log1p(-p)) };
}

/**
 * Returns the cost -ln(1 - p) of the largest attainable p-value that is at most x. Returns 0 if all
 * attainable p-values are larger.
 */
export function costBelow({ ps, costs }: AttainableP, x: number): number {
  const bound = x * (1 + rounding);
  let low = 0;
  let high = ps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ps[middle] as number) <= bound) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (costs[low - 1] as number);
}

/**
 * Returns the cost -ln(1 - x) of a question whose differences have many distinct values. Such a question can attain
 * every p-value, so its largest p-value that is at most x is x itself.
 */
export function costOfEveryP(x: number): number {
  return x >= 1 ? Number.POSITIVE_INFINITY : -Math.log1p(-x);
}

/**
 * Returns the critical value c of several questions that are tested together (a family). A question is significant if
 * its p is at most weight · c. If no version is better and the questions are independent, the probability of a
 * significant question is at most 1 - confidence. If the questions are dependent, the result is conservative.
 *
 * A question with m discordant units can attain only few p-values. F(x) is the largest attainable p that is at most x.
 * The cost of a question at c is -ln(1 - F(weight · c)). The costs of all questions may sum to at most -ln(confidence),
 * the limit. The sum grows with c, sometimes in jumps. The result is just below the value of c at which the sum passes
 * the limit: this value times 1 - 1e-9. A question with too few discordant units to be significant does not lower c.
 *
 * Inputs: whole discordant >= 0 or `null`; weights above 0, with a mean of 1. Range (0, 1]; higher is better. If the
 * sum stays within the limit for every c below 1 / the largest weight, the result is just below this quotient. Without
 * questions, the result is just below 1. Source: Tarone 1990 with the correction of Sidak 1967.
 *
 * Example: a question with 6 discordant units attains .03125 and .21875. At every c from .03125 to just below .21875,
 * the cost of this question is -ln(1 - .03125) = .0317, and the limit is -ln(.95) = .0513. So one such question has a c
 * just below .21875. Two such questions cost .0635, which is above the limit. For the two questions, c is just below
 * .03125, so neither can be significant.
 * @example
 * criticalLevel([{ discordant: null }, { discordant: null }]) // => 0.02532
 * criticalLevel([{ discordant: 6 }]) // => 0.2187
 * criticalLevel([{ discordant: null }, { discordant: 4 }]) // => 0.05
 */
export function criticalLevel(questions: readonly TestedQuestion[], confidence = 0.95): number {
  requireFractions({ confidence });
  let largest = 0;
  const costs = questions.map(({ discordant, weight = 1 }) => {
    requireArgument(
      discordant === null || (Number.isInteger(discordant) && discordant >= 0),
      `discordant must be a whole number or null, got ${discordant}`,
    );
    requireArgument(weight > 0, `weights must be above 0, got ${weight}`);
    largest = Math.max(largest, weight);
    if (discordant === null) return (c: number) => costOfEveryP(weight * c);
    const ps = attainablePs(discordant);
    return (c: number) => costBelow(ps, weight * c);
  });
  const budget = -Math.log(confidence);
  return upperEnd(0, largest === 0 ? 1 : 1 / largest, (c) => {
    let cost = 0;
    for (const costOf of costs) cost += costOf(c);
    return cost <= budget;
  });
}

/**
 * Finds the largest value in [low, high] for which `holds` is true, and returns this value times 1 - 1e-9. `holds` must
 * be true up to some value, and false above it.
 */
export function upperEnd(low: number, high: number, holds: (value: number) => boolean): number {
  let [below, above] = [low, high];
  for (let i = 0; i < 60 && above - below > 1e-13 * above; i++) {
    const middle = (below + above) / 2;
    if (holds(middle)) below = middle;
    else above = middle;
  }
  return below * (1 - rounding);
}
