import { requireArgument } from '../../base/require-argument.ts';
import { incompleteBeta } from '../numeric/beta.ts';

/** What a planned certificate takes, and how many wrong documents it may have. */
export interface CertificateSize {
  /** Accepted documents that must be judged. */
  readonly accepted: number;
  /** So many of them may be wrong, no more. */
  readonly wrong: number;
  /** Documents in all, at the expected share that is accepted. */
  readonly documents: number;
  /** Chance that the certificate is given, if the expectations hold. */
  readonly power: number;
}

/** A design that needs more is no design. */
const mostAccepted = 10_000_000;

/**
 * Documents that it takes to certify that at most `maxError` of what a threshold accepts is wrong.
 *
 * In words: for k = 0, 1, 2, ... wrong documents, n(k) is the least number at which k wrong still pass: the one-sided
 * Clopper-Pearson upper bound of k in n(k) is at most `maxError`. The answer is the first n(k) at which, with the expected
 * error rate, k or fewer are wrong with the stated power. Above 100 wrong documents k grows in steps of 1 %.
 *
 * Inputs: maxError in (0, 1); errorRate, what is expected, default 0; confidence one-sided, default .95; power default
 * .80; acceptedShare in (0, 1], default 1. Fewer documents is better. Null where the expected rate is not below `maxError`
 * (more of the same would not help), or beyond 10,000,000. One threshold, fixed beforehand: where several are tried, give
 * each its part of the error, as `certifyThreshold` does with five (confidence .99).
 * Source: Clopper and Pearson 1934.
 *
 * Example: maxError .01, no error expected: .99^n <= .05 from n = 299, power 1. With an error rate of .002 one wrong
 * document passes from 473, P(Binomial(473, .002) <= 1) = .756, which is not enough; two pass from 628, power .867.
 *
 * @example
 * documentsForCertificate({ maxError: 0.01 })?.documents // => 299
 * documentsForCertificate({ maxError: 0.01, errorRate: 0.002 })?.wrong // => 2
 * documentsForCertificate({ maxError: 0.01, errorRate: 0.02 }) // => null
 */
export function documentsForCertificate(design: {
  readonly maxError: number;
  readonly errorRate?: number;
  readonly confidence?: number;
  readonly power?: number;
  readonly acceptedShare?: number;
}): CertificateSize | null {
  const { maxError, errorRate = 0, confidence = 0.95, power = 0.8, acceptedShare = 1 } = design;
  for (const [name, value] of Object.entries({ maxError, confidence, power }))
    requireArgument(value > 0 && value < 1, `${name} must lie in (0, 1), got ${value}`);
  requireArgument(errorRate >= 0 && errorRate <= 1, `the error rate must lie in [0, 1], got ${errorRate}`);
  requireArgument(
    acceptedShare > 0 && acceptedShare <= 1,
    `the share accepted must lie in (0, 1], got ${acceptedShare}`,
  );
  if (errorRate >= maxError) return null;
  let accepted = 0;
  for (let wrong = 0; ; wrong += Math.max(1, Math.floor(wrong / 100))) {
    accepted = leastAccepted(wrong, maxError, 1 - confidence, accepted);
    const documents = Math.ceil(accepted / acceptedShare - 1e-9);
    if (documents > mostAccepted) return null;
    const passing = atMost(wrong, accepted, errorRate);
    if (passing >= power) return { accepted, wrong, documents, power: passing };
  }
}

/** The least n above `known` at which k or fewer wrong would be as rare as `level`, if the rate were `maxError`. */
function leastAccepted(wrong: number, maxError: number, level: number, known: number): number {
  let low = Math.max(known, wrong);
  let step = 1;
  while (atMost(wrong, low + step, maxError) > level) {
    low += step;
    step *= 2;
  }
  let high = low + step;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (atMost(wrong, middle, maxError) > level) low = middle;
    else high = middle;
  }
  return high;
}

/** P(Binomial(n, p) <= k). */
function atMost(k: number, n: number, p: number): number {
  return k >= n || p === 0 ? 1 : incompleteBeta(1 - p, n - k, k + 1);
}
