import { invariant } from '../../base/goldset-error.ts';
import { betaQuantile, incompleteBeta } from './beta.ts';

/**
 * Quantile of Student's t distribution: the t with P(T <= t) = p for `degrees` degrees of freedom.
 *
 * Range: the real line; symmetric around p = .5. From the beta distribution: degrees / (degrees + t^2) is
 * Beta(degrees / 2, 1 / 2).
 *
 * Example: `studentTQuantile(0.975, 19)` is 2.093, where the normal quantile is 1.960.
 */
export function studentTQuantile(p: number, degrees: number): number {
  invariant(
    degrees > 0 && p > 0 && p < 1,
    `a t quantile needs p in (0, 1) and degrees above 0, got ${p}, ${degrees}`,
  );
  if (p === 0.5) return 0;
  const tail = p < 0.5 ? p : 1 - p;
  const x = betaQuantile(2 * tail, degrees / 2, 0.5);
  const t = Math.sqrt((degrees * (1 - x)) / x);
  return p < 0.5 ? -t : t;
}

/** P(T <= t) of Student's t distribution. Example: `studentTCdf(2.093, 19)` is .975. */
export function studentTCdf(t: number, degrees: number): number {
  const tail = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t < 0 ? tail : 1 - tail;
}
