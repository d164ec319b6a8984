import { invariant } from '../../base/goldset-error.ts';
import { betaQuantile } from './beta.ts';

/**
 * Quantile of Student's t distribution: the t with P(T <= t) = p for `degrees` degrees of freedom.
 *
 * Range: the real line; symmetric around p = .5. Computed from the beta distribution: degrees / (degrees + t^2)
 * is Beta(degrees / 2, 1 / 2).
 *
 * Example: `studentTQuantile(0.975, 19)` is 2.093; the normal quantile is 1.960.
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
