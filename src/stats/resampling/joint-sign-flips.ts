import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { logGamma } from '../numeric/distributions.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';
import { type SignPatterns, signPatterns } from './flip-signs.ts';
import { type FlipSums, flipSums, type SparseDifferences } from './flip-sums.ts';

/** Default number of sign patterns, including the identity. */
export const defaultFlips = 10_000;

/** One of several comparisons that are tested together: the differences between two versions, by unit. */
export interface FlipQuestion {
  /** Indices of the units with a difference, each at most once. All other units have the difference 0. */
  readonly units: ArrayLike<number>;
  /** Difference of each listed unit, candidate minus baseline, in any unit of measurement. */
  readonly differences: ArrayLike<number>;
  /**
   * Relative weight of this question when the allowed error probability is divided among the questions; 1 by default.
   */
  readonly weight?: number | undefined;
}

export interface FlipOptions {
  /**
   * Returns the id of a unit (a document or a cluster). The random signs of a unit depend only on its id and
   * the seed.
   */
  readonly unitId: (unit: number) => string;
  /** Probability of any false alarm among all questions, .05 by default. */
  readonly alpha?: number;
  /** Number of sign patterns including the identity, 10,000 by default. */
  readonly flips?: number;
  readonly seed?: string;
}

/** Result of a joint test. The lists have one entry per question, in the order of the questions. */
export interface JointTest {
  /** p-value of each question as if it were the only one, in (0, 1]. */
  readonly rawP: readonly number[];
  /** p-value of each question, adjusted for all questions, in (0, 1]. */
  readonly adjustedP: readonly number[];
  /** Weight of each question; the mean of all weights is 1. */
  readonly weights: readonly number[];
  /**
   * Critical value c*. In the first step of the test, question j is significant if its raw p is at most weights[j] *
   * c*. The minimum of a sign pattern is the smallest p / weight of all questions. c* is the largest minimum for which
   * the share of patterns with this or a smaller minimum is `alpha` or less. If there is no such minimum, no question
   * can be significant, and c* is the smallest minimum, but not above `alpha`.
   */
  readonly criticalValue: number;
  /** Number of units that differ in at least one question. */
  readonly differingUnits: number;
  readonly patterns: number;
  /**
   * Whether all possible sign patterns were used (at most 14 differing units). If not, the patterns are a random
   * selection.
   */
  readonly isExact: boolean;
}

/**
 * Tests several comparisons (*questions*) of the same units together, by sign flips of whole units (step-down minimum
 * p). The probability of any false alarm among all questions is at most `alpha`, also if the questions depend on each
 * other.
 *
 * The test assumes that the two versions are exchangeable in every unit, if neither is better. Flipping the sign of a
 * unit in all questions at once then does not change the distribution.
 * - Each pattern of signs gives each question a p-value. If all differences of the question have the same size, it is
 *   the exact McNemar p. Otherwise, it is the share of patterns whose sum is at least as far from 0 as the sum of this
 *   pattern.
 * - Each p is divided by the weight of its question. The minimum of a pattern is the smallest result of several
 *   questions. A p of 1 never counts.
 * - For the adjusted p of a question, the minimum is taken over this question and all questions with a larger p /
 *   weight. The adjusted p is the share of patterns whose minimum is at most the observed p of the question.
 *
 * Without differences, every question has p = 1. Without questions, the lists are empty. With fewer than 6 differing
 * units, no p can be .05 or smaller. Up to 14 differing units, all patterns are used; otherwise p is a multiple of 1 /
 * flips. Neither the order of the units nor the order of the questions changes a result. Source: Westfall and Young
 * 1993 (step-down minimum p); Ge, Dudoit and Speed 2003; Hemerik and Goeman 2018 (random flips with the identity).
 *
 * Example: six units have the difference 1. Of the 32 patterns with a plus for the first unit, one has the same sign
 * for all six units, so the raw and the adjusted p are 1/32.
 * @example
 * jointSignFlips([{ units: [0, 1, 2, 3, 4, 5], differences: [1, 1, 1, 1, 1, 1] }], { unitId: String }).adjustedP // => [0.03125]
 */
export function jointSignFlips(questions: readonly FlipQuestion[], options: FlipOptions): JointTest {
  const { alpha = 0.05, flips = defaultFlips, seed = 'goldset' } = options;
  requireFractions({ alpha });
  requireArgument(
    Number.isSafeInteger(flips) && flips >= 1,
    `flips must be a whole number of at least 1, got ${flips}`,
  );
  const weights = normalisedWeights(questions);
  const { sparse, units } = sparseDifferences(questions);
  const patterns = signPatterns(units.map(options.unitId), flips, seed);
  const logFactorial = logFactorials(Math.max(0, ...sparse.map(({ rows }) => rows.length)));
  const tested = flipSums(sparse, units.length, patterns).map((sums) => testedQuestion(sums, logFactorial));
  const rawP = tested.map(({ observed }) => observed);
  const rank = rawP.map((p, i) => weighted(p, weights[i] as number));
  const { adjustedP, minima } = stepDown(tested, rank, weights, patterns);
  return {
    rawP,
    adjustedP,
    weights,
    criticalValue: criticalValueOf(minima, alpha),
    differingUnits: units.length,
    patterns: patterns.count,
    isExact: patterns.isExact,
  };
}

function normalisedWeights(questions: readonly FlipQuestion[]): number[] {
  const weights = questions.map(({ weight = 1 }) => weight);
  for (const weight of weights)
    requireArgument(
      weight > 0 && Number.isFinite(weight),
      `weights must be finite and above 0, got ${weight}`,
    );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (weight * weights.length) / total);
}

/**
 * Replaces the index of each unit by its row (its position among the differing units). Multiplies the differences by a
 * power of 2 and rounds them to whole numbers, so that every sum stays below 2^53. The sums are therefore exact in any
 * order.
 */
function sparseDifferences(questions: readonly FlipQuestion[]): {
  readonly sparse: SparseDifferences[];
  readonly units: number[];
} {
  const units: number[] = [];
  /**
   * Row of each unit (its position among the differing units) plus 1; 0 if the unit does not differ. A map would take
   * several times as much memory.
   */
  const places = new Int32Array(1 + Math.max(-1, ...questions.map(({ units: own }) => largestOf(own))));
  const sparse = questions.map(({ units: own, differences }) => {
    requireArgument(own.length === differences.length, 'expected one difference per unit');
    checkNumbers(differences);
    let largest = 0;
    for (let i = 0; i < differences.length; i++)
      largest = Math.max(largest, Math.abs(differences[i] as number));
    const scale = 2 ** (51 - Math.ceil(Math.log2(largest * differences.length || 1)));
    const rows = new Int32Array(differences.length);
    const values = new Float64Array(differences.length);
    let n = 0;
    for (let i = 0; i < differences.length; i++) {
      const value = Math.round((differences[i] as number) * scale);
      if (value === 0) continue;
      const unit = own[i] as number;
      if (places[unit] === 0) places[unit] = units.push(unit);
      rows[n] = (places[unit] as number) - 1;
      values[n++] = value;
    }
    return { rows: rows.subarray(0, n), values: values.subarray(0, n) };
  });
  return { sparse, units };
}

/** Returns the largest index, or -1 if the list is empty. */
function largestOf(indices: ArrayLike<number>): number {
  let largest = -1;
  for (let i = 0; i < indices.length; i++) largest = Math.max(largest, indices[i] as number);
  return largest;
}

/** The p-values of one question in all sign patterns. */
interface TestedQuestion {
  /** p-value in the identity pattern (`SignPatterns`), which has the observed signs. */
  readonly observed: number;
  readonly ps: () => Float64Array;
}

function testedQuestion(sums: FlipSums, logFactorial: (n: number) => number): TestedQuestion {
  const { positives } = sums;
  if (positives !== null) {
    const pOf = mcnemarTable(sums.question.rows.length, logFactorial);
    let observed = 0;
    for (const value of sums.question.values) if (value > 0) observed++;
    return {
      observed: pOf[observed] as number,
      ps: () => positives().map((count) => pOf[count] as number),
    };
  }
  const ps = rankedPs(sums);
  return { observed: ps[0] as number, ps: () => ps };
}

/**
 * Returns the exact two-sided McNemar p for 0 to m discordant units that favour the candidate: min(1, 2 P(X <= k)), with
 * X ~ Binomial(m, 1/2). k is the number of units that favour the candidate or the baseline, whichever is smaller.
 */
function mcnemarTable(m: number, logFactorial: (n: number) => number): Float64Array {
  const table = new Float64Array(m + 1).fill(1);
  let tail = 0;
  for (let k = 0; 2 * k < m; k++) {
    tail += Math.exp(logFactorial(m) - logFactorial(k) - logFactorial(m - k) - m * Math.LN2);
    table[k] = 2 * tail > 1 - 1e-9 ? 1 : 2 * tail;
    table[m - k] = table[k] as number;
  }
  return table;
}

/** Returns log n! for n up to `most`, with a cache, because large questions need the same values. */
function logFactorials(most: number): (n: number) => number {
  const known = new Float64Array(most + 1).fill(Number.NaN);
  return (n) => {
    if (Number.isNaN(known[n])) known[n] = logGamma(n + 1);
    return known[n] as number;
  };
}

/**
 * Returns, for each sign pattern, the share of all patterns whose sum is at least as far from 0 as the sum of this
 * pattern. Sums that differ only by rounding count as equal.
 */
function rankedPs(sums: FlipSums): Float64Array {
  const found = sums.absoluteSums();
  const sorted = found.toSorted();
  const count = sorted.length;
  const tolerance = 1e-12 * sums.question.values.reduce((total, value) => total + Math.abs(value), 0);
  return found.map((sum) => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as number) < sum - tolerance) low = middle + 1;
      else high = middle;
    }
    return (count - low) / count;
  });
}

/**
 * Returns the p-value of a question divided by the weight of the question. Returns infinity for a p-value of 1, so that
 * it is never the minimum of a pattern.
 */
function weighted(p: number, weight: number): number {
  return p === 1 ? Number.POSITIVE_INFINITY : p / weight;
}

/**
 * Returns the adjusted p-values, and the smallest weighted p of every sign pattern (its minimum). Takes the questions
 * one by one, from the largest observed weighted p to the smallest, and updates the minima after each question.
 */
function stepDown(
  tested: readonly TestedQuestion[],
  rank: readonly number[],
  weights: readonly number[],
  { count }: SignPatterns,
): { readonly adjustedP: number[]; readonly minima: Float64Array } {
  const minima = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const order = [...rank.keys()].sort((a, b) => Math.sign((rank[a] as number) - (rank[b] as number) || 0));
  const adjustedP = new Array<number>(rank.length).fill(1);
  for (const at of order.toReversed()) {
    const ps = (tested[at] as TestedQuestion).ps();
    const weight = weights[at] as number;
    const limit = (rank[at] as number) * (1 + 1e-9);
    let reached = 0;
    for (let pattern = 0; pattern < count; pattern++) {
      const value = weighted(ps[pattern] as number, weight);
      if (value < (minima[pattern] as number)) minima[pattern] = value;
      if ((minima[pattern] as number) <= limit) reached++;
    }
    adjustedP[at] = reached / count;
  }
  let largest = 0;
  for (const at of order) {
    largest = Math.max(largest, adjustedP[at] as number);
    adjustedP[at] = largest;
  }
  return { adjustedP, minima };
}

/**
 * Returns the critical value c* (`JointTest.criticalValue`). `minima` has the smallest weighted p of each sign pattern.
 */
function criticalValueOf(minima: Float64Array, alpha: number): number {
  const sorted = minima.toSorted();
  const allowed = Math.floor(alpha * sorted.length + 1e-9);
  // More than `alpha` of the sign patterns have a smallest weighted p of `next` or less. So c* must be below `next`.
  const next = sorted[allowed] as number;
  for (let at = allowed - 1; at >= 0; at--)
    if ((sorted[at] as number) * (1 + 1e-9) < next) return sorted[at] as number;
  return Math.min(alpha, next);
}
