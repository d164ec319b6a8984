import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { logGamma } from '../numeric/distributions.ts';
import type { Bounds } from './share-interval.ts';

/**
 * Returns the exact interval of W, the unknown number of marked units in a population of N units. A random sample of n
 * units, drawn without replacement, has k marked units. X is the random number of marked units in a sample of n units
 * (hypergeometric distribution). The interval has each W for which P(X >= k) and P(X <= k) are both above (1 -
 * confidence) / 2.
 *
 * Inputs: whole numbers 0 <= k <= n <= N; confidence in (0, 1), two-sided. Range k to N - n + k. The interval contains
 * W with at least the given confidence. n = 0 gives [0, N], and n = N gives [k, k]. Source: Konijn 1973, chapter 2; the
 * analogue of Clopper-Pearson for finite populations.
 * @example
 * hypergeometricInterval(0, 5, 10) // => { low: 0, high: 3 }
 * hypergeometricInterval(5, 5, 10) // => { low: 7, high: 10 }
 */
export function hypergeometricInterval(k: number, n: number, total: number, confidence = 0.95): Bounds {
  const isValid = [k, n, total].every(Number.isSafeInteger) && k >= 0 && k <= n && n <= total;
  requireArgument(isValid, `expected whole numbers 0 <= k <= n <= N, got ${k}, ${n}, ${total}`);
  requireFractions({ confidence });
  const tail = (1 - confidence) / 2;
  const [least, most] = [k, total - n + k];
  const isPlausible = (marked: number, from: number, to: number) =>
    sumOfChances(marked, n, total, from, to) > tail;
  return {
    low: firstWhere(least, most, (marked) => isPlausible(marked, k, n)),
    high: 0 - firstWhere(-most, -least, (marked) => isPlausible(-marked, 0, k)),
  };
}

/**
 * Returns P(from <= X <= to). X is the number of marked units in a random sample of n of `total` units, of which
 * `marked` are marked.
 */
function sumOfChances(marked: number, n: number, total: number, from: number, to: number): number {
  const all = logChoose(total, n);
  let sum = 0;
  for (let x = Math.max(from, n - (total - marked)); x <= Math.min(to, n, marked); x++)
    sum += Math.exp(logChoose(marked, x) + logChoose(total - marked, n - x) - all);
  return sum;
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/**
 * Returns the smallest whole number from `low` to `high` for which `holds` is true. `holds` must also be true for every
 * number between the result and `high`.
 */
function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
