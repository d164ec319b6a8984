import {
  type ClusteredErrors,
  clusteredUpperBound,
  independentErrors,
  sumErrors,
} from '../../stats/intervals/clustered-upper-bound.ts';
import type { ConfidentPredictions } from './confidence-ranking.ts';

export interface ConfidentDocument {
  /**
   * Lowest confidence of the predicted values. `null` if there is no prediction, or if a prediction has no confidence.
   * A document with `null` is never accepted.
   */
  readonly confidence: number | null;
  readonly right: boolean;
}

/**
 * Thresholds to test: 0 to .9 in steps of .05, and .91 to .99 in steps of .01. They do not depend on the data.
 * Thresholds that depend on the data would need a further statistical correction.
 */
export const thresholdGrid: readonly number[] = [
  ...Array.from({ length: 19 }, (_, i) => (i * 5) / 100),
  ...Array.from({ length: 9 }, (_, i) => (91 + i) / 100),
];

/**
 * Cluster number of each document (0, 1, 2 and so on). Documents of one cluster, such as those of a vendor, may fail
 * together.
 */
export type ClusterNumbers = ArrayLike<number>;

/**
 * Returns, per threshold, how many documents are accepted and how many of them are wrong. Without `clusters`, each
 * document is its own cluster.
 */
export function acceptedAt(
  documents: readonly ConfidentDocument[],
  thresholds: readonly number[],
  clusters?: ClusterNumbers,
): ClusteredErrors[] {
  const units = clusters && countUnits(clusters);
  return thresholds.map((threshold) => {
    const acceptedOf = new Uint32Array(units ?? 0);
    const wrongOf = new Uint32Array(units ?? 0);
    let accepted = 0;
    let wrong = 0;
    for (const [i, { confidence, right }] of documents.entries()) {
      if (confidence === null || confidence < threshold) continue;
      accepted++;
      if (!right) wrong++;
      if (clusters === undefined) continue;
      const unit = clusters[i] as number;
      acceptedOf[unit] = (acceptedOf[unit] as number) + 1;
      if (!right) wrongOf[unit] = (wrongOf[unit] as number) + 1;
    }
    return clusters === undefined ? independentErrors(accepted, wrong) : sumErrors(acceptedOf, wrongOf);
  });
}

/** Returns the number of clusters: the highest cluster number plus 1. Requires cluster numbers from 0 without gaps. */
function countUnits(clusters: ClusterNumbers): number {
  let highest = -1;
  for (let i = 0; i < clusters.length; i++) highest = Math.max(highest, clusters[i] as number);
  return highest + 1;
}

/**
 * Predictions of one document. `predictions` has the predictions with a confidence. `withoutConfidence` is the number
 * of predictions without one.
 */
export interface DocumentPredictions {
  readonly predictions: ConfidentPredictions;
  readonly withoutConfidence: number;
  readonly right: boolean;
}

/** How many predictions or documents there are, how many are accepted, and how many of the accepted ones are wrong. */
export interface Acceptance {
  readonly total: number;
  readonly accepted: number;
  readonly wrong: number;
  /** One-sided upper confidence bound of the error rate, wrong / accepted. The bound is 1 if nothing is accepted. */
  readonly upper: number;
}

export interface AutomationRow {
  readonly threshold: number;
  readonly predictions: Acceptance;
  readonly documents: Acceptance;
}

/**
 * Returns the straight-through table. For each threshold, the table states how many predictions and documents would be
 * accepted without review, and how many of these are wrong. The table also has a one-sided upper bound of the error
 * rate at confidence `level`.
 *
 * A prediction is accepted if its confidence reaches the threshold. A document is accepted if it has predictions and
 * all of them are accepted. A document is wrong if any of its values is wrong or missing. Each bound is valid for one
 * threshold that is fixed in advance; to select a threshold, use `certifyThreshold`. The bounds count clusters as
 * independent. Without `clusters`, they count documents as independent.
 *
 * Source: `clusteredUpperBound`, which is Clopper and Pearson 1934 for independent documents. Rates range from 0 to 1.
 * A smaller upper bound and a larger accepted share are better.
 * @example
 * const documents = Array.from({ length: 59 }, () => ({ predictions: { confidence: [0.9], correct: [1] }, withoutConfidence: 0, right: true }));
 * automationTable(documents, [0.9])[0].documents // => { total: 59, accepted: 59, wrong: 0, upper: 0.0495 }
 */
export function automationTable(
  documents: readonly DocumentPredictions[],
  thresholds: readonly number[],
  level = 0.95,
  clusters?: ClusterNumbers,
): AutomationRow[] {
  const whole = acceptedAt(documents.map(straightThrough), thresholds, clusters);
  const values = acceptedPredictions(documents, thresholds, clusters);
  const predictions = documents.reduce(
    (sum, document) => sum + document.predictions.confidence.length + document.withoutConfidence,
    0,
  );
  const boundOf = { predictions: lastBound(level), documents: lastBound(level) };
  return thresholds.map((threshold, i) => ({
    threshold,
    predictions: acceptance(predictions, values[i] as ClusteredErrors, boundOf.predictions),
    documents: acceptance(documents.length, whole[i] as ClusteredErrors, boundOf.documents),
  }));
}

type BoundOf = (errors: ClusteredErrors) => number;

function acceptance(total: number, errors: ClusteredErrors, boundOf: BoundOf): Acceptance {
  const { accepted, wrong } = errors;
  return { total, accepted, wrong, upper: boundOf(errors) };
}

/**
 * Returns a function that computes the error bound at a threshold. Call it with thresholds in increasing order. If two
 * thresholds accept the same number of documents (or predictions), they accept the same documents (or predictions), so
 * the bound is computed once.
 */
function lastBound(level: number): BoundOf {
  let accepted = -1;
  let bound = 1;
  return (errors) => {
    if (errors.accepted !== accepted) bound = clusteredUpperBound(errors, level);
    accepted = errors.accepted;
    return bound;
  };
}

/** Returns whether a document is right, and the lowest confidence of its predictions. */
export function straightThrough({
  predictions,
  withoutConfidence,
  right,
}: DocumentPredictions): ConfidentDocument {
  const { confidence } = predictions;
  if (confidence.length === 0 || withoutConfidence > 0) return { confidence: null, right };
  let least = 1;
  for (let i = 0; i < confidence.length; i++) least = Math.min(least, confidence[i] as number);
  return { confidence: least, right };
}

/**
 * Returns, per threshold, the numbers of accepted and of wrong accepted predictions, added up by document or cluster.
 */
function acceptedPredictions(
  documents: readonly DocumentPredictions[],
  thresholds: readonly number[],
  clusters?: ClusterNumbers,
): ClusteredErrors[] {
  const units = clusters === undefined ? documents.length : countUnits(clusters);
  return thresholds.map((threshold) => {
    const acceptedOf = new Uint32Array(units);
    const wrongOf = new Uint32Array(units);
    for (const [at, { predictions }] of documents.entries()) {
      const { confidence, correct } = predictions;
      let accepted = 0;
      let wrong = 0;
      for (let i = 0; i < confidence.length; i++) {
        if ((confidence[i] as number) < threshold) continue;
        accepted++;
        if (!correct[i]) wrong++;
      }
      const unit = clusters === undefined ? at : (clusters[at] as number);
      acceptedOf[unit] = (acceptedOf[unit] as number) + accepted;
      wrongOf[unit] = (wrongOf[unit] as number) + wrong;
    }
    return sumErrors(acceptedOf, wrongOf);
  });
}
