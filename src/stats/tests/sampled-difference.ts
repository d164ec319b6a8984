import { requireArgument } from '../../base/require-argument.ts';
import type { Bounds } from '../intervals/share-interval.ts';
import { studentTQuantile } from '../numeric/distributions.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';

/** Documents in which two versions differ, and the labelled sample of them. */
export interface SampledDifferences {
  /** Number of all documents, including those in which the versions agree. */
  readonly documents: number;
  /** Number of documents in which the versions differ, labelled or not. */
  readonly differing: number;
  /** Difference of each labelled document, candidate minus baseline, for example 1 if only the candidate is right. */
  readonly differences: ArrayLike<number>;
  /** For each labelled document, the probability that it was drawn into the sample. Above 0 and at most 1. */
  readonly probabilities: ArrayLike<number>;
  /**
   * Largest possible difference of one document: 1 if each document has a single right-or-wrong result, otherwise the
   * largest number of values that differ in one document.
   */
  readonly largest: number;
  /** Confidence level, for example .95. */
  readonly confidence: number;
  /**
   * `all` has the cluster number of each document, and `labelled` has the cluster number of each labelled
   * document. By default, each document is its own cluster.
   */
  readonly clusters?: { readonly all: ArrayLike<number>; readonly labelled: ArrayLike<number> } | undefined;
}

export interface SampledDifference extends Bounds {
  /** Mean difference per document, candidate minus baseline. */
  readonly difference: number;
  readonly standardError: number;
  /** Number of documents, or clusters, with a non-zero labelled difference. */
  readonly nonZero: number;
}

/**
 * Estimates the mean difference per document between two versions, from labels for a sample of the documents in which
 * they differ. In all other documents, the difference is exactly 0.
 *
 * With N documents, inclusion probabilities p and labelled differences d (Horvitz and Thompson 1952):
 * - y = d / p for a labelled document, otherwise 0
 * - difference = sum y / N. The estimate is unbiased for any p that does not depend on the labels. The estimate is
 *   limited to ± `largest`.
 * - v = (1 + 1 / q) sum (y - difference)^2 / (N (N - 1)), where q is the number of documents with y other than 0
 * - interval: difference ± t(N - 1) sqrt(v), limited to ± `largest`, with Student's quantile t
 *
 * v includes the variance of the documents and of the sampling. Without the factor 1 + 1 / q, it would be too small if
 * only a few documents differ (Agresti and Min 2005).
 *
 * With G clusters, v has one term per cluster instead of one per document: (sum of y in the cluster) - difference x
 * (number of documents in the cluster). N (N - 1) becomes N^2 (G - 1) / G, t(N - 1) becomes t(G - 1), and q counts
 * clusters.
 *
 * Special cases:
 * - D = 0 documents differ, or there are no documents: the difference is exactly 0.
 * - q = 0: the bounds are ± `largest` (D / N) (1 - ((1 - confidence) / 2)^(1 / m)), where m = (sum 1/p)^2 / sum 1/p^2
 *   is the effective number of labelled documents. The last factor is the largest plausible share of differing
 *   documents that favour one version.
 * - One document or cluster: the bounds are ± `largest`.
 *
 * Throws a usage error for a probability outside (0, 1], for a number that is not finite, if more documents are
 * labelled than differ, and if more documents differ than exist. Simulation: bench/results/label-differences.txt.
 *
 * Example: 4 of 100 documents differ, and each of them is included with p = .5. Two of them are labelled, both with the
 * difference 1, so y is 2 for both. The difference is (2 + 2) / 100 = .04. v = 1.5 (2 x 1.96^2 + 98 x .04^2) / 9,900 =
 * .001188 and t(99) = 1.984, so the interval is .04 ± .0684.
 * @example
 * const sample = { documents: 100, differing: 4, differences: [1, 1], probabilities: [0.5, 0.5], largest: 1, confidence: 0.95 };
 * sampledDifference(sample).difference // => 0.04
 */
export function sampledDifference(sample: SampledDifferences): SampledDifference {
  const { documents, differing, differences, probabilities, largest, confidence, clusters } = sample;
  check(sample);
  const values = Float64Array.from(differences, (difference, i) => difference / (probabilities[i] as number));
  const total = values.reduce((sum, value) => sum + value, 0);
  const difference = documents === 0 ? 0 : total / documents;
  const { squares, units, nonZero } =
    clusters === undefined
      ? spreadOfDocuments(values, difference, documents)
      : spreadOfClusters(values, difference, clusters);
  const alpha = 1 - confidence;
  if (differing === 0) return { difference: 0, low: 0, high: 0, standardError: 0, nonZero: 0 };
  if (nonZero === 0) {
    const reach = (largest * differing * (1 - (alpha / 2) ** (1 / effectiveNumber(sample)))) / documents;
    return { difference: 0, low: -reach, high: reach, standardError: 0, nonZero };
  }
  const within = (bound: number) => Math.max(-largest, Math.min(largest, bound));
  if (units === 1)
    return { difference: within(difference), low: -largest, high: largest, standardError: 0, nonZero };
  const variance = ((1 + 1 / nonZero) * squares * units) / (documents ** 2 * (units - 1));
  const standardError = Math.sqrt(variance);
  const half = studentTQuantile(1 - alpha / 2, units - 1) * standardError;
  return {
    difference: within(difference),
    low: within(difference - half),
    high: within(difference + half),
    standardError,
    nonZero,
  };
}

interface Spread {
  /** Sum of squared deviations from the mean difference. */
  readonly squares: number;
  readonly units: number;
  readonly nonZero: number;
}

function spreadOfDocuments(values: Float64Array, mean: number, documents: number): Spread {
  let squares = (documents - values.length) * mean ** 2;
  let nonZero = 0;
  for (const value of values) {
    squares += (value - mean) ** 2;
    if (value !== 0) nonZero++;
  }
  return { squares, units: documents, nonZero };
}

function spreadOfClusters(
  values: Float64Array,
  mean: number,
  { all, labelled }: NonNullable<SampledDifferences['clusters']>,
): Spread {
  const sizes = new Map<number, number>();
  for (let i = 0; i < all.length; i++) sizes.set(all[i] as number, (sizes.get(all[i] as number) ?? 0) + 1);
  const sums = new Map<number, number>();
  for (let i = 0; i < values.length; i++) {
    const cluster = labelled[i] as number;
    sums.set(cluster, (sums.get(cluster) ?? 0) + (values[i] as number));
  }
  let squares = 0;
  let nonZero = 0;
  for (const [cluster, size] of sizes) {
    const sum = sums.get(cluster) ?? 0;
    squares += (sum - mean * size) ** 2;
    if (sum !== 0) nonZero++;
  }
  return { squares, units: sizes.size, nonZero };
}

/**
 * Returns the effective number of labelled documents: a sample of this many documents with equal probabilities would
 * give an equally precise estimate. Returns 0 if no document is labelled.
 */
function effectiveNumber({ probabilities }: SampledDifferences): number {
  let [weights, squares] = [0, 0];
  for (let i = 0; i < probabilities.length; i++) {
    const weight = 1 / (probabilities[i] as number);
    weights += weight;
    squares += weight ** 2;
  }
  return squares === 0 ? 0 : weights ** 2 / squares;
}

function check(sample: SampledDifferences): void {
  const { documents, differing, differences, probabilities, largest, confidence, clusters } = sample;
  checkNumbers(differences);
  requireArgument(
    differences.length === probabilities.length,
    'expected one probability per labelled document',
  );
  for (let i = 0; i < probabilities.length; i++) {
    const probability = probabilities[i] as number;
    requireArgument(
      probability > 0 && probability <= 1,
      `a probability must be in (0, 1], got ${probability}`,
    );
  }
  requireArgument(
    differences.length <= differing && differing <= documents,
    `expected labelled <= differing <= all documents, got ${differences.length}, ${differing} and ${documents}`,
  );
  requireArgument(
    largest >= 0 && Number.isFinite(largest),
    `largest must be a number from 0, got ${largest}`,
  );
  requireArgument(confidence > 0 && confidence < 1, `confidence must be in (0, 1), got ${confidence}`);
  if (clusters !== undefined)
    requireArgument(
      clusters.all.length === documents && clusters.labelled.length === differences.length,
      'expected one cluster per document and per labelled document',
    );
}
