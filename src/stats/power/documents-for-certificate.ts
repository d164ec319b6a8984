import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { type ClusteredErrors, independentErrors, isErrorBelow } from '../intervals/clustered-upper-bound.ts';
import { bisect } from '../numeric/bisect.ts';
import { binomialCdf } from '../numeric/distributions.ts';

/**
 * Number of documents that a planned certificate (`documentsForCertificate`) needs, and number of errors that it
 * allows. If the plan is for clusters, all numbers count clusters instead of documents.
 */
export interface CertificateSize {
  readonly accepted: number;
  /** Largest number of wrong accepted documents that the certificate allows. */
  readonly wrong: number;
  /** Number of documents that the gold set needs: `accepted` divided by the expected share of accepted documents. */
  readonly documents: number;
  /** Probability that the certificate is issued if the true error rate equals the expected error rate. */
  readonly power: number;
}

/** The search stops at this number of accepted documents, because a larger gold set is unlikely. */
const maxAccepted = 10_000_000;

/**
 * Returns the sample size that is needed to certify that at most `maxError` of the documents accepted by a threshold
 * are wrong.
 *
 * With k wrong documents, the certificate needs at least n(k) accepted documents: then the one-sided Clopper-Pearson
 * upper bound of k / n(k) is at most `maxError`. The function tries k = 0, 1, 2, ... and returns the first n(k) at
 * which at most k documents are wrong with a probability of at least `power`. Above k = 100, it increases k in steps of
 * 1 %.
 *
 * With `clustered`, all numbers count clusters instead of documents. The plan uses `clusteredUpperBound` and assumes
 * the worst case: the documents of a cluster are all right or all wrong. The result is valid for clusters of any size,
 * and is at least ln(1 - confidence) / ln(1 - maxError).
 *
 * Inputs: maxError in (0, 1); expected errorRate, default 0; one-sided confidence, default .95; power, default .80;
 * acceptedShare in (0, 1], default 1. Returns `null` if `errorRate` is not below `maxError`, or if more than 10,000,000
 * documents are needed. Valid for one threshold that is fixed in advance. To try several thresholds, use a higher
 * confidence, such as .99 for five thresholds (1 - .05 / 5). Source: Clopper and Pearson 1934; for clusters,
 * `clusteredUpperBound`.
 *
 * Example: maxError is .01, and no error is expected. n(0) = 299 is the smallest n with .99^n <= .05. With an error
 * rate of .002, n(1) = 473 has a power of only .756, and n(2) = 628 has .867.
 * @example
 * documentsForCertificate({ maxError: 0.01 })?.documents // => 299
 * documentsForCertificate({ maxError: 0.01, errorRate: 0.002 })?.wrong // => 2
 * documentsForCertificate({ maxError: 0.01, errorRate: 0.02 }) // => null
 * documentsForCertificate({ maxError: 0.05, confidence: 0.99, clustered: true })?.documents // => 90
 */
export function documentsForCertificate(design: {
  readonly maxError: number;
  readonly errorRate?: number;
  readonly confidence?: number;
  readonly power?: number;
  readonly acceptedShare?: number;
  readonly clustered?: boolean;
}): CertificateSize | null {
  const { maxError, errorRate = 0, confidence = 0.95, power = 0.8, acceptedShare = 1 } = design;
  const errorsOf = design.clustered === true ? wholeClusters : independentErrors;
  requireFractions({ maxError, confidence, power });
  requireArgument(errorRate >= 0 && errorRate <= 1, `errorRate must be in [0, 1], got ${errorRate}`);
  requireArgument(
    acceptedShare > 0 && acceptedShare <= 1,
    `acceptedShare must be in (0, 1], got ${acceptedShare}`,
  );
  if (errorRate >= maxError) return null;
  let accepted = 0;
  for (let wrong = 0; ; wrong += Math.max(1, Math.floor(wrong / 100))) {
    accepted = leastAccepted(
      wrong,
      (n) => isErrorBelow(errorsOf(n, wrong), maxError, 1 - confidence),
      accepted,
    );
    const documents = Math.ceil(accepted / acceptedShare - 1e-9);
    if (documents > maxAccepted) return null;
    const passing = binomialCdf(wrong, accepted, errorRate);
    if (passing >= power) return { accepted, wrong, documents, power: passing };
  }
}

/**
 * Returns the sums (`ClusteredErrors`) for `accepted` clusters of two accepted documents each. In `wrong` of these
 * clusters, both documents are wrong. In the other clusters, both are right. Larger clusters would give the same upper
 * bound.
 */
function wholeClusters(accepted: number, wrong: number): ClusteredErrors {
  return {
    accepted: 2 * accepted,
    wrong: 2 * wrong,
    clusters: accepted,
    acceptedSquares: 4 * accepted,
    products: 4 * wrong,
    wrongSquares: 4 * wrong,
  };
}

/** Returns the smallest number of accepted documents above `lower` for which the certificate allows `wrong` errors. */
function leastAccepted(wrong: number, isEnough: (accepted: number) => boolean, lower: number): number {
  let low = Math.max(lower, wrong);
  let step = 1;
  while (!isEnough(low + step)) {
    low += step;
    step *= 2;
  }
  return bisect(low, low + step, isEnough);
}
