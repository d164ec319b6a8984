import { clopperPearsonUpper } from '../../stats/intervals/share-interval.ts';
import { betaQuantile } from '../../stats/numeric/distributions.ts';
import type { ConfidentPredictions } from './confidence-ranking.ts';

export interface ConfidentDocument {
  /**
   * Lowest confidence of the predicted values. Null if there is no prediction, or if one has no confidence.
   * Such a document is never accepted.
   */
  readonly confidence: number | null;
  readonly right: boolean;
}

/**
 * Thresholds to test: 0 to .9 in steps of .05, and .91 to .99 in steps of .01. They do not depend on the data,
 * because a choice by the data would need a statistical correction.
 */
export const thresholdGrid: readonly number[] = [
  ...Array.from({ length: 19 }, (_, i) => (i * 5) / 100),
  ...Array.from({ length: 9 }, (_, i) => (91 + i) / 100),
];

/** Number of accepted documents or predictions, and of wrong ones among the accepted. */
export interface AcceptedCount {
  readonly accepted: number;
  readonly wrong: number;
}

/** Returns, per threshold, the number of accepted documents and of wrong ones among the accepted. */
export function acceptedAt(
  documents: readonly ConfidentDocument[],
  thresholds: readonly number[],
): AcceptedCount[] {
  return thresholds.map((threshold) => {
    let accepted = 0;
    let wrong = 0;
    for (const { confidence, right } of documents) {
      if (confidence === null || confidence < threshold) continue;
      accepted++;
      if (!right) wrong++;
    }
    return { accepted, wrong };
  });
}

/** Predictions of a document that have a confidence, and the number of predictions that have none. */
export interface DocumentPredictions {
  readonly predictions: ConfidentPredictions;
  readonly withoutConfidence: number;
  readonly right: boolean;
}

/** Number of predictions or documents: all, accepted, and wrong among the accepted. */
export interface Acceptance extends AcceptedCount {
  readonly total: number;
  /** One-sided upper bound of wrong / accepted; 1 if nothing is accepted. */
  readonly upper: number;
}

export interface AutomationRow {
  readonly threshold: number;
  readonly predictions: Acceptance;
  readonly documents: Acceptance;
}

/**
 * Returns the straight-through table: per threshold, the predictions and documents that would be accepted without
 * review, their error rate, and its one-sided upper bound at `level`.
 *
 * A prediction is accepted if its confidence reaches the threshold. A document is accepted if it has predictions and
 * all of them are accepted. It is wrong if any value in it is wrong or missing. Each bound is valid for one threshold
 * that is fixed in advance; to select a threshold, use `certifyThreshold`.
 *
 * Source: Clopper and Pearson 1934 for documents; `clusteredUpperBound` for predictions. Rates range from 0 to 1. A
 * smaller upper bound and a larger accepted share are better.
 * @example
 * const documents = Array.from({ length: 59 }, () => ({ predictions: { confidence: [0.9], correct: [1] }, withoutConfidence: 0, right: true }));
 * automationTable(documents, [0.9])[0].documents // => { total: 59, accepted: 59, wrong: 0, upper: 0.0495 }
 */
export function automationTable(
  documents: readonly DocumentPredictions[],
  thresholds: readonly number[],
  level = 0.95,
): AutomationRow[] {
  const whole = acceptedAt(documents.map(straightThrough), thresholds);
  const predictions = documents.reduce(
    (sum, document) => sum + document.predictions.confidence.length + document.withoutConfidence,
    0,
  );
  return thresholds.map((threshold, i) => {
    const perDocument = documents.map((document) => acceptedPredictions(document, threshold));
    const sum = (of: 'accepted' | 'wrong') => perDocument.reduce((total, part) => total + part[of], 0);
    const accepted = whole[i] as AcceptedCount;
    return {
      threshold,
      predictions: {
        total: predictions,
        accepted: sum('accepted'),
        wrong: sum('wrong'),
        upper: clusteredUpperBound(perDocument, level),
      },
      documents: {
        total: documents.length,
        ...accepted,
        upper: clopperPearsonUpper(accepted.wrong, accepted.accepted, level),
      },
    };
  });
}

/** Returns whether a document is right, with the lowest confidence of its predictions. */
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

function acceptedPredictions(
  { predictions: { confidence, correct } }: DocumentPredictions,
  threshold: number,
) {
  let accepted = 0;
  let wrong = 0;
  for (let i = 0; i < confidence.length; i++) {
    if ((confidence[i] as number) < threshold) continue;
    accepted++;
    if (!correct[i]) wrong++;
  }
  return { accepted, wrong };
}

/**
 * Returns the one-sided upper bound of an error rate among predictions, if documents have several predictions. Returns
 * 1 if no prediction is accepted, or if all are wrong. Approximate.
 *
 * Uses Clopper-Pearson with an effective sample size: n divided by the design effect, which is at least 1. The design
 * effect is the variance of the rate with documents as sampling units, divided by its variance with predictions as
 * units. The result is never below the bound for 0 errors in this number of documents. Otherwise, a first error could
 * lower the bound.
 *
 * Source: Korn and Graubard 1998, except for the lower limit. Example: 100 documents with 5 accepted predictions each,
 * none wrong, level .95: .0295, the bound for 0 errors in 100.
 */
export function clusteredUpperBound(documents: readonly AcceptedCount[], level = 0.95): number {
  const drawn = documents.filter((document) => document.accepted > 0);
  const n = drawn.reduce((sum, { accepted }) => sum + accepted, 0);
  const k = drawn.reduce((sum, { wrong }) => sum + wrong, 0);
  if (n === 0 || k === n) return 1;
  const least = clopperPearsonUpper(0, drawn.length, level);
  if (k === 0) return least;
  const effective = n / Math.max(1, designEffect(drawn, k, n));
  const rate = k / n;
  return Math.max(least, betaQuantile(level, rate * effective + 1, (1 - rate) * effective));
}

function designEffect(documents: readonly AcceptedCount[], k: number, n: number): number {
  const m = documents.length;
  if (m < 2) return n;
  const rate = k / n;
  const squares = documents.reduce((sum, { accepted, wrong }) => sum + (wrong - rate * accepted) ** 2, 0);
  const drawnByDocument = ((m / (m - 1)) * squares) / (n * n);
  return drawnByDocument / ((rate * (1 - rate)) / n);
}
