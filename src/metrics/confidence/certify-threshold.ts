import { Random } from '../../base/random.ts';
import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import type { CertificationMethod } from '../../model/report/sections/confidence-section.ts';
import {
  type ClusteredErrors,
  clusteredUpperBound,
  isErrorBelow,
  scaleErrors,
} from '../../stats/intervals/clustered-upper-bound.ts';
import { bisect } from '../../stats/numeric/bisect.ts';
import {
  acceptedAt,
  type ClusterNumbers,
  type ConfidentDocument,
  thresholdGrid,
} from './automation-table.ts';

export interface CertificationOptions {
  /** Largest permitted error rate among accepted documents, as a share: .01 is 1 %. */
  readonly maxError: number;
  /**
   * Confidence level. The probability that a certified threshold has a true error rate above `maxError` is at most 1 -
   * level.
   */
  readonly level?: number;
  /** How several thresholds are tested without raising the error probability. */
  readonly method?: CertificationMethod;
  /** Seed for the random halves of the method `split`. */
  readonly seed?: string;
  /** Cluster of each document, if documents may fail together. By default, all documents are independent. */
  readonly clusters?: ClusterNumbers | undefined;
}

export interface ThresholdCertificate {
  /**
   * The lowest certified threshold, which accepts more documents than higher ones. `null` if no threshold is certified.
   */
  readonly threshold: number | null;
  /** Number of documents on which thresholds are tested: all documents, or half of them with the method `split`. */
  readonly certifiedOn: number;
  readonly accepted: number;
  readonly wrong: number;
  /** Number of clusters with at least one accepted document. Without clusters, the number of accepted documents. */
  readonly acceptedClusters: number;
  /**
   * Upper bound of the error rate at the certified threshold, from the test of this threshold alone. `null` if no
   * threshold is certified.
   */
  readonly upper: number | null;
  /**
   * Approximate number of documents, or clusters, that a certificate needs. `null` if a threshold is certified, or if
   * more documents do not help at this error rate.
   */
  readonly needed: number | null;
}

/**
 * Returns the lowest threshold at which the error rate of the accepted documents is certified to be at most `maxError`.
 * The probability that the certified threshold has a higher error rate is at most 1 - `level`.
 *
 * A threshold passes its test at level e if the upper bound of its error rate at confidence 1 - e is at most
 * `maxError`. The bound is `clusteredUpperBound`. Without clusters, this is the Clopper-Pearson bound: k wrong
 * documents among n accepted ones pass if P(Binomial(n, `maxError`) <= k) <= e. The method determines which thresholds
 * are tested, with d = 1 - `level`:
 * - `fixed-sequence` (default; Learn then Test with several starts): starts at five thresholds of the grid. From each
 *   start, tests lower and lower thresholds at e = d / 5 until a threshold fails.
 * - `bonferroni` (Learn then Test): tests every threshold at e = d / number of thresholds.
 * - `split`: splits the documents at random (seeded), and keeps clusters whole. One half proposes the lowest threshold
 *   with an upper bound of at most `maxError`, or otherwise the threshold with the lowest bound. The other half tests
 *   only the proposed threshold, at e = d.
 *
 * Assumes that clusters are independent. Without `clusters`, assumes that documents are independent. With clusters of
 * several documents, the level is approximate. Assumes nothing about the confidences. Certifies nothing if no document
 * is accepted. Source: Angelopoulos, Bates, Candes, Jordan and Lei 2021; Clopper and Pearson 1934; for clusters,
 * `clusteredUpperBound`.
 *
 * Example: 500 documents are right at confidence .97, and `maxError` is .01. P(Binomial(500, .01) <= 0) = .0066 is at
 * most .05 / 5. All tests from the start .94 down to 0 pass, so the threshold is 0, with 500 accepted documents and the
 * upper bound .0092. With 400 documents, the probability is .018, so nothing is certified, and 459 documents are
 * needed.
 * @example
 * const documents = Array.from({ length: 500 }, () => ({ confidence: 0.97, right: true }));
 * const { threshold, accepted, upper } = certifyThreshold(documents, { maxError: 0.01 });
 * [threshold, accepted, upper] // => [0, 500, 0.0092]
 */
export function certifyThreshold(
  documents: readonly ConfidentDocument[],
  options: CertificationOptions,
): ThresholdCertificate {
  const { maxError, level = 0.95, method = 'fixed-sequence', seed = 'goldset', clusters } = options;
  requireFractions({ maxError, level });
  requireArgument(
    clusters === undefined || clusters.length === documents.length,
    'expected one cluster per document',
  );
  const counts = acceptedAt(documents, thresholdGrid, clusters);
  const units = clusters === undefined ? documents.length : new Set(Array.from(clusters)).size;
  if (method === 'split') {
    const [first, second] = halves(documents, clusters, new Random(`${seed}/certify`));
    const threshold = propose(first, maxError, level);
    const [count] = acceptedAt(second.documents, [threshold], second.clusters) as [ClusteredErrors];
    const certifiedOn = second.documents.length;
    if (isErrorBelow(count, maxError, 1 - level)) return certified(certifiedOn, threshold, count, level);
    // With `split`, only one half of the documents is tested, so twice as many documents are needed.
    const needed = documentsNeeded(counts, units, maxError, 1 - level, 2);
    return { ...nothingCertified, certifiedOn, needed };
  }
  const certifiedOn = documents.length;
  // With `bonferroni`, a chain starts at every threshold, and each chain tests only its start.
  const starts = method === 'bonferroni' ? [...counts.keys()] : chainStarts();
  const each = (1 - level) / starts.length;
  const at = endOfChains(counts, starts, maxError, each);
  if (at !== -1) {
    const [threshold, count] = [thresholdGrid[at] as number, counts[at] as ClusteredErrors];
    return certified(certifiedOn, threshold, count, 1 - each);
  }
  const startCounts = starts.map((start) => counts[start] as ClusteredErrors);
  const needed = documentsNeeded(startCounts, units, maxError, each);
  return { ...nothingCertified, certifiedOn, needed };
}

const nothingCertified = { threshold: null, accepted: 0, wrong: 0, acceptedClusters: 0, upper: null };

function certified(
  certifiedOn: number,
  threshold: number,
  errors: ClusteredErrors,
  level: number,
): ThresholdCertificate {
  const { accepted, wrong, clusters: acceptedClusters } = errors;
  const upper = clusteredUpperBound(errors, level);
  return { threshold, certifiedOn, accepted, wrong, acceptedClusters, upper, needed: null };
}

/** One half of the documents, and the clusters of these documents. */
interface Half {
  readonly documents: ConfidentDocument[];
  readonly clusters: number[] | undefined;
}

/** Divides the documents at random into two halves. The documents of a cluster stay together. */
function halves(
  documents: readonly ConfidentDocument[],
  clusters: ClusterNumbers | undefined,
  random: Random,
): [Half, Half] {
  const units = Map.groupBy(documents.keys(), (at) => (clusters === undefined ? at : clusters[at]));
  const shuffled = random.shuffle([...units.values()]);
  const middle = Math.floor(shuffled.length / 2);
  const half = (parts: readonly (readonly number[])[]): Half => {
    const positions = parts.flat();
    return {
      documents: positions.map((at) => documents[at] as ConfidentDocument),
      clusters: clusters && positions.map((at) => clusters[at] as number),
    };
  };
  return [half(shuffled.slice(0, middle)), half(shuffled.slice(middle))];
}

/**
 * Number of chains. A chain tests lower and lower thresholds until a threshold fails. Each chain gets an equal part of
 * the error probability.
 */
export const chains = 5;

/**
 * Returns the positions in the grid of thresholds at which the chains start: the last position, and four more at equal
 * distances.
 */
function chainStarts(): number[] {
  const last = thresholdGrid.length - 1;
  return Array.from({ length: chains }, (_, i) => Math.round(last * (1 - i / chains)));
}

/**
 * Returns the lowest position in the grid of thresholds at which the threshold passes its test in any chain. Returns -1
 * if every chain fails at its start.
 */
function endOfChains(
  counts: readonly ClusteredErrors[],
  starts: readonly number[],
  maxError: number,
  level: number,
): number {
  let lowest = -1;
  for (const start of starts) {
    for (let at = start; at >= 0 && isErrorBelow(counts[at] as ClusteredErrors, maxError, level); at--) {
      if (lowest === -1 || at < lowest) lowest = at;
    }
  }
  return lowest;
}

function propose({ documents, clusters }: Half, maxError: number, level: number): number {
  const counts = acceptedAt(documents, thresholdGrid, clusters);
  const enough = counts.findIndex((errors) => isErrorBelow(errors, maxError, 1 - level));
  if (enough !== -1) return thresholdGrid[enough] as number;
  const bounds = counts.map((errors) => clusteredUpperBound(errors, level));
  return thresholdGrid[bounds.indexOf(Math.min(...bounds))] as number;
}

/** If more documents than this are needed, `documentsNeeded` returns `null`. */
const maxDocuments = 10_000_000;

/**
 * Returns approximately how many documents, or clusters, are needed to certify an error rate of at most `maxError`.
 * `counts` has the accepted documents per threshold, and `units` is the number of all documents or clusters. Returns
 * null if the error rate is at least `maxError` at every threshold, or if more than 10,000,000 are needed.
 *
 * For each threshold, finds the smallest number m of accepted clusters with which the test at `level` passes. An
 * accepted cluster has at least one accepted document. Assumes that the share of accepted documents, their error rate
 * and the sizes of the clusters stay the same. A threshold needs m x `units` / (number of accepted clusters) in all.
 * The result is the smallest of these numbers, and at least ln(level) / ln(1 - maxError). If the test uses only one of
 * `parts` equal parts of the documents, the result is multiplied by `parts`.
 *
 * Example: 40 of 40 documents are accepted and right, maxError is .01, and level is .05. Then m is 299, because .99^299
 * is at most .05.
 */
export function documentsNeeded(
  counts: readonly ClusteredErrors[],
  units: number,
  maxError: number,
  level: number,
  parts = 1,
): number | null {
  let least: number | null = null;
  for (const errors of counts) {
    const { accepted, wrong, clusters } = errors;
    if (accepted === 0 || wrong / accepted >= maxError) continue;
    const enough = leastClusters(errors, maxError, level);
    const needed = enough === null ? null : Math.ceil((parts * enough * units) / clusters);
    if (needed !== null && needed <= maxDocuments && (least === null || needed < least)) least = needed;
  }
  return least;
}

/**
 * Returns the smallest number of accepted clusters with which a threshold passes its test, if the error rate does not
 * change.
 */
function leastClusters(errors: ClusteredErrors, maxError: number, level: number): number | null {
  const passes = (m: number) => isErrorBelow(scaleErrors(errors, m / errors.clusters), maxError, level);
  let high = 1;
  while (!passes(high)) {
    high *= 2;
    if (high > maxDocuments) return null;
  }
  return bisect(high / 2, high, passes);
}
