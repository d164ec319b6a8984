import type { Random } from '../../base/random.ts';

/**
 * Returns one draw from Binomial(n, p): the number of successes in n trials. The distribution is exact, and the time
 * does not grow with n.
 *
 * Inputs: whole n >= 0, p in [0, 1]. Below 10 expected successes, inverts the distribution function; otherwise uses
 * transformed rejection (BTRS). Equal states of the generator give equal draws. Source: Hoermann 1993. Example:
 * `binomialDraw(random, 10000, 0.25)` is between 2,370 and 2,630 in 99.7 % of draws (2,500 ± 3 x 43.3).
 */
export function binomialDraw(random: Random, n: number, p: number): number {
  if (p <= 0 || n === 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - fewer(random, n, 1 - p);
  return fewer(random, n, p);
}

function fewer(random: Random, n: number, p: number): number {
  return n * p < 10 ? walk(random, n, p) : reject(random, n, p);
}

/**
 * Returns a draw by inverting the distribution function: P(0) = (1 - p)^n, P(k + 1) = P(k) x (n - k) / (k +
 * 1) x p / (1 - p).
 */
function walk(random: Random, n: number, p: number): number {
  const odds = p / (1 - p);
  const none = Math.exp(n * Math.log1p(-p));
  for (;;) {
    let left = random.next();
    let probability = none;
    for (let k = 0; k <= n; k++) {
      if (left < probability) return k;
      left -= probability;
      probability *= ((n - k) / (k + 1)) * odds;
      // The part of the random number that remains is only a rounding error. Start again with a new random number.
      if (probability < 1e-18 && k > n * p) break;
    }
  }
}

function reject(random: Random, n: number, p: number): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const inside = 0.92 - 4.2 / b;
  for (;;) {
    const u = random.next() - 0.5;
    const v = random.next();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= inside) return k;
    if (k < 0 || k > n) continue;
    const alpha = (2.83 + 5.1 / b) * spread;
    if (Math.log((v * alpha) / (a / (us * us) + b)) <= logRatioToMode(k, n, p)) return k;
  }
}

/** Returns ln P(k) - ln P(mode) of Binomial(n, p), by Stirling's formula with its error term. */
function logRatioToMode(k: number, n: number, p: number): number {
  const mode = Math.floor((n + 1) * p);
  const odds = p / (1 - p);
  return (
    (mode + 0.5) * Math.log((mode + 1) / (odds * (n - mode + 1))) +
    (n + 1) * Math.log((n - mode + 1) / (n - k + 1)) +
    (k + 0.5) * Math.log((odds * (n - k + 1)) / (k + 1)) +
    stirlingTail(mode) +
    stirlingTail(n - mode) -
    stirlingTail(k) -
    stirlingTail(n - k)
  );
}

/**
 * Returns the error of Stirling's approximation: ln k! minus its estimate (k + 1/2) ln(k + 1) - (k + 1) + ln(2 pi) / 2.
 */
function stirlingTail(k: number): number {
  if (k < firstTails.length) return firstTails[k] as number;
  const x = 1 / (k + 1);
  const x2 = x * x;
  return (1 / 12 - (1 / 360 - x2 / 1260) * x2) * x;
}

const firstTails: readonly number[] = Array.from({ length: 10 }, (_, k) => {
  let logFactorial = 0;
  for (let i = 2; i <= k; i++) logFactorial += Math.log(i);
  return logFactorial - ((k + 0.5) * Math.log(k + 1) - (k + 1) + Math.log(2 * Math.PI) / 2);
});
