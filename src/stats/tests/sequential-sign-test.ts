import { requireArgument } from '../../base/require-argument.ts';
import type { Bounds } from '../intervals/share-interval.ts';
import { logGamma } from '../numeric/distributions.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';

export interface SequentialSignTest {
  /** Number of differences above 0 (`better`) and below 0 (`worse`) so far. */
  readonly better: number;
  readonly worse: number;
  /** Evidence so far that the versions differ (E of `sequentialSignTest`). Later differences can reduce it. */
  readonly e: number;
  /** The test stops when the evidence `e` reaches this value, which is 1 / alpha. */
  readonly limit: number;
  /**
   * How the test first stopped: after how many differences (zeros included), with which sign, and with which evidence.
   * `null` if the test has not stopped.
   */
  readonly stopped: { readonly after: number; readonly sign: 1 | -1; readonly e: number } | null;
  /** Confidence interval so far, for the share of positive differences among those that are not 0. */
  readonly interval: Bounds;
}

/**
 * Tests the signs of differences one after the other, and stops as soon as they show that the versions differ. If each
 * sign is positive or negative with probability 1/2, the probability that the test ever stops is at most alpha. The
 * user may therefore look at the result at any time and as often as desired.
 *
 * With x differences above 0 and b below 0, the evidence is E = 2^(x + b) Beta(x + 1, b + 1) (Robbins 1970). E compares
 * two likelihoods of the signs: the mean likelihood over all probabilities s of a positive sign from 0 to 1, and the
 * likelihood for s = 1/2. The test stops at the first E >= 1 / alpha, with the sign of x - b. A zero has no effect.
 *
 * The interval has all s with Beta(x + 1, b + 1) / (s^x (1 - s)^b) < 1 / alpha, and is 0 to 1 without a sign. The
 * probability that any interval during the test misses the true s is at most alpha.
 *
 * `differences` must be in a random order that was fixed before the first label. Throws a usage error for a number that
 * is not finite, and for an alpha outside (0, 1). Simulation: bench/results/label-differences.txt.
 *
 * Example: all differences are above 0, and alpha is .05, so the limit is 20. After 7 differences, E = 2^7 Beta(8, 1) =
 * 128 / 8 = 16. After 8 differences, E = 256 / 9 = 28.4, and the test stops.
 * @example
 * sequentialSignTest([1, 1, 1, 1, 1, 1, 1, 1], 0.05).e // => 28.4444
 */
export function sequentialSignTest(differences: ArrayLike<number>, alpha: number): SequentialSignTest {
  checkNumbers(differences);
  requireArgument(alpha > 0 && alpha < 1, `alpha must be in (0, 1), got ${alpha}`);
  const logLimit = -Math.log(alpha);
  let [better, worse, log] = [0, 0, 0];
  let stopped: SequentialSignTest['stopped'] = null;
  for (let i = 0; i < differences.length; i++) {
    const sign = Math.sign(differences[i] as number);
    if (sign === 0) continue;
    if (sign > 0) better++;
    else worse++;
    log = logEvidence(better, worse);
    if (stopped === null && log >= logLimit)
      stopped = { after: i + 1, sign: better > worse ? 1 : -1, e: Math.exp(log) };
  }
  const interval = shareInterval(better, worse, logLimit);
  return { better, worse, e: Math.exp(log), limit: 1 / alpha, stopped, interval };
}

function logEvidence(better: number, worse: number): number {
  return (better + worse) * Math.LN2 + logBeta(better, worse);
}

/** Returns the logarithm of Beta(x + 1, b + 1). */
function logBeta(x: number, b: number): number {
  return logGamma(x + 1) + logGamma(b + 1) - logGamma(x + b + 2);
}

/**
 * Finds the two shares at which the logarithm of the evidence equals `logLimit`. The logarithm falls up to the share x
 * / (x + b) and rises above it.
 */
function shareInterval(x: number, b: number, logLimit: number): Bounds {
  if (x + b === 0) return { low: 0, high: 1 };
  const power = (count: number, share: number) => (count === 0 ? 0 : count * Math.log(share));
  const isInside = (share: number) => logBeta(x, b) - power(x, share) - power(b, 1 - share) < logLimit;
  const bound = (outside: number) => {
    if (isInside(outside)) return outside;
    let [inner, outer] = [x / (x + b), outside];
    for (let step = 0; step < 60; step++) {
      const middle = (inner + outer) / 2;
      if (isInside(middle)) inner = middle;
      else outer = middle;
    }
    return outer;
  };
  return { low: bound(0), high: bound(1) };
}
