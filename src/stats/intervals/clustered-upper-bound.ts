import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { betaQuantile, incompleteBeta, normalQuantile, studentTQuantile } from '../numeric/distributions.ts';

/**
 * Sums over clusters. A cluster consists of *members*, such as documents. Some members are accepted, and some of the
 * accepted members are wrong.
 */
export interface ClusteredErrors {
  readonly accepted: number;
  readonly wrong: number;
  /** Number of clusters with at least one accepted member. */
  readonly clusters: number;
  /**
   * Sum over the clusters: (number of accepted members)². The sum equals `accepted` if no cluster has two accepted
   * members.
   */
  readonly acceptedSquares: number;
  /** Sum over the clusters: number of accepted members × number of wrong members. */
  readonly products: number;
  /** Sum over the clusters: (number of wrong members)². */
  readonly wrongSquares: number;
}

/**
 * Returns the sums (`ClusteredErrors`) over several clusters. Both arrays have one whole number per cluster: `accepted`
 * is the number of accepted members, and `wrong` is the number of wrong members among them.
 */
export function sumErrors(accepted: ArrayLike<number>, wrong: ArrayLike<number>): ClusteredErrors {
  requireArgument(accepted.length === wrong.length, 'expected one number of wrong members per cluster');
  const sums = { accepted: 0, wrong: 0, clusters: 0, acceptedSquares: 0, products: 0, wrongSquares: 0 };
  for (let i = 0; i < accepted.length; i++) {
    const a = accepted[i] as number;
    if (a === 0) continue;
    const w = wrong[i] as number;
    sums.accepted += a;
    sums.wrong += w;
    sums.clusters++;
    sums.acceptedSquares += a * a;
    sums.products += a * w;
    sums.wrongSquares += w * w;
  }
  return sums;
}

/** Returns the sums (`ClusteredErrors`) for independent members. Each member is a cluster of size 1. */
export function independentErrors(accepted: number, wrong: number): ClusteredErrors {
  const squares = { acceptedSquares: accepted, products: wrong, wrongSquares: wrong };
  return { accepted, wrong, clusters: accepted, ...squares };
}

/** Returns the sums (`ClusteredErrors`) that result if every cluster occurs `factor` times. */
export function scaleErrors(errors: ClusteredErrors, factor: number): ClusteredErrors {
  return {
    accepted: errors.accepted * factor,
    wrong: errors.wrong * factor,
    clusters: errors.clusters * factor,
    acceptedSquares: errors.acceptedSquares * factor,
    products: errors.products * factor,
    wrongSquares: errors.wrongSquares * factor,
  };
}

/**
 * Returns the effective number of clusters: the number of equally large clusters that would carry the same information
 * as the given clusters. The formula is (sum of accepted)² / sum of accepted². The result is at most the number of
 * clusters, and 0 if nothing is accepted. Source: Kish 1965.
 *
 * Example: clusters with 8, 1 and 1 accepted members give 10² / (64 + 1 + 1) = 1.52.
 */
export function effectiveClusters({ accepted, acceptedSquares }: ClusteredErrors): number {
  return accepted === 0 ? 0 : accepted ** 2 / acceptedSquares;
}

/**
 * Returns the one-sided upper confidence bound of an error rate. Members of the same cluster may fail together.
 *
 * Inputs: `accepted` members (n), of which k are wrong, in G clusters. With r = k / n, G* = `effectiveClusters` and e =
 * 1 - confidence:
 *
 *     u0    = 1 - e^(1 / G*)
 *     v     = G / (G - 1) · sum (wrong - r accepted)² / n²
 *     ne    = min(n, r (1 - r) / v) · (z(1 - e) / t(1 - e; max(1, G* - 1)))²
 *     bound = u0 if k = 0, otherwise max(u0, BetaQ(1 - e; r ne + 1, (1 - r) ne))
 *
 * z, t and BetaQ are the quantiles of the normal distribution, of Student's t distribution and of the beta
 * distribution. u0 is the bound for G* clusters without an error. The bound of a sample with errors is never below u0.
 * If no cluster has two accepted members, the bound is exact (Clopper-Pearson). Otherwise it is approximate.
 *
 * Range 0 to 1. The bound is 1 if nothing is accepted, if all accepted members are wrong, or if one cluster has all
 * accepted members and at least one is wrong. Source: Korn and Graubard 1998, Kish 1965; Clopper and Pearson 1934.
 * Simulated in bench/certified-thresholds.ts.
 *
 * Example: 5 of 50 clusters have 10 wrong members each, and the other 45 clusters have 10 right members each. Then r =
 * .1, v = .09 / 49, ne = 49 (1.645 / 1.677)² = 47.2, and the bound is BetaQ(.95; 5.72, 42.45) = .2027. With 5 wrong of
 * 50 independent members, the bound would be .1988.
 * @example
 * clusteredUpperBound(sumErrors(Array(50).fill(10), [10, 10, 10, 10, 10, ...Array(45).fill(0)])) // => 0.2027
 * clusteredUpperBound(independentErrors(59, 0)) // => 0.0495
 */
export function clusteredUpperBound(errors: ClusteredErrors, confidence = 0.95): number {
  requireFractions({ confidence });
  const e = 1 - confidence;
  const { accepted, wrong } = errors;
  if (accepted === 0 || wrong === accepted) return 1;
  const least = withoutError(errors, e);
  if (wrong === 0) return least;
  const n = effectiveSize(errors, e);
  const k = (n * wrong) / accepted;
  return n === 0 ? 1 : Math.max(least, betaQuantile(confidence, k + 1, n - k));
}

/**
 * Returns whether `clusteredUpperBound` at confidence 1 - `level` is at most `maxError`. This check is faster than
 * computing the bound. Example: 59 independent members without an error pass at level .05 with `maxError` .05, and 58
 * do not, because .95^58 is .051.
 */
export function isErrorBelow(errors: ClusteredErrors, maxError: number, level: number): boolean {
  const { accepted, wrong } = errors;
  if (accepted === 0 || wrong === accepted || withoutError(errors, level) > maxError) return false;
  if (wrong === 0) return true;
  const rate = wrong / accepted;
  const holds = (n: number) => n > 0 && incompleteBeta(1 - maxError, n * (1 - rate), n * rate + 1) <= level;
  // If the error rate is below `maxError`, the t quantile can only raise the bound. If the bound without the t quantile
  // is already above `maxError`, the t quantile is not computed. This saves most of the time.
  if (rate < maxError && !holds(uncorrectedSize(errors))) return false;
  return holds(effectiveSize(errors, level));
}

/**
 * Returns u0 of `clusteredUpperBound`: the upper bound that the error rate would have if no accepted member were wrong.
 */
function withoutError(errors: ClusteredErrors, e: number): number {
  return -Math.expm1(Math.log(e) / effectiveClusters(errors));
}

/**
 * Returns ne of `clusteredUpperBound`: the number of independent members that would carry the same information as the
 * accepted members. Returns 0 if one cluster has all of several accepted members.
 */
function effectiveSize(errors: ClusteredErrors, e: number): number {
  const size = uncorrectedSize(errors);
  // At a confidence of .5 (e = .5), the quantiles z and t are both 0, so their ratio is undefined.
  if (errors.acceptedSquares === errors.accepted || size === 0 || e >= 0.5) return size;
  const degrees = Math.max(1, effectiveClusters(errors) - 1);
  return size * (normalQuantile(1 - e) / studentTQuantile(1 - e, degrees)) ** 2;
}

/**
 * Returns ne of `clusteredUpperBound` without the quantiles: min(n, r (1 - r) / v), or n if no cluster has two accepted
 * members. Returns 0 if one cluster has all of several accepted members.
 */
function uncorrectedSize(errors: ClusteredErrors): number {
  const { accepted: n, wrong, clusters, acceptedSquares, products, wrongSquares } = errors;
  if (acceptedSquares === n) return n;
  if (clusters <= 1) return 0;
  const rate = wrong / n;
  const squares = Math.max(0, wrongSquares - 2 * rate * products + rate ** 2 * acceptedSquares);
  const variance = ((clusters / (clusters - 1)) * squares) / n ** 2;
  return Math.min(n, (rate * (1 - rate)) / variance);
}
