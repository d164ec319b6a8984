import { binomialChances } from './distributions.ts';

/**
 * Returns one draw from Binomial(n, p) per probability u, by inverting the distribution function: the smallest k with
 * P(X <= k) >= u. With the same probabilities, draws for different n and p differ only because of n and p (common
 * random numbers).
 *
 * Inputs: whole n >= 0, p in [0, 1], probabilities in (0, 1) in ascending order. Draws are whole numbers from 0 to n in
 * ascending order. Accurate to about 1e-12 of the distribution function. Returns only zeros if n = 0, and
 * an empty list without probabilities. Source: inversion, Devroye 1986. Example: n = 2 and p = .5 have the distribution
 * function .25, .75, 1.
 * @example
 * [...binomialQuantiles(2, 0.5, [0.2, 0.5, 0.8])] // => [0, 1, 2]
 */
export function binomialQuantiles(n: number, p: number, probabilities: ArrayLike<number>): Int32Array {
  const draws = new Int32Array(probabilities.length);
  if (n === 0 || p <= 0) return draws;
  if (p >= 1) return draws.fill(n);
  const spread = Math.sqrt(n * p * (1 - p));
  let k = Math.max(0, Math.floor(n * p - 8 * spread - 8));
  let chance = binomialChances(n, p)(k);
  let below = chance;
  const odds = p / (1 - p);
  for (let i = 0; i < draws.length; i++) {
    const probability = probabilities[i] as number;
    while (below < probability && k < n) {
      chance *= ((n - k) / (k + 1)) * odds;
      k++;
      below += chance;
      // Above the mean, probabilities below 1e-18 no longer change the sum.
      if (chance < 1e-18 && k > n * p) break;
    }
    draws[i] = k;
  }
  return draws;
}
