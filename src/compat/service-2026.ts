import { getOrCreate } from '../base/collections.ts';
import type {
  ClassificationScore,
  MatchCounts,
  SplittingScore,
} from '../model/score/class-and-split-scores.ts';
import type { ItemScore } from '../model/score/item-score.ts';
import { matchParts, ratio } from '../model/score/metrics.ts';
import { quantileOfSorted } from '../stats/numeric/quantile.ts';

export interface Service2026FieldCounts {
  /** Number of scored leaves, including leaves with the outcome `absent`. */
  readonly countTotal: number;
  readonly countPresent: number;
  readonly countExpected: number;
  /** Number of expected values that were predicted correctly. */
  readonly countAccurate: number;
  /** countAccurate / countExpected; null without expected values. */
  readonly accuracy: number | null;
}

interface PrecisionRecall {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

export interface Service2026ClassCounts extends PrecisionRecall {
  readonly countExpected: number;
  readonly countPredicted: number;
  readonly countCorrect: number;
}

export interface Service2026SplitCounts extends PrecisionRecall {
  readonly numSplitsExpected: number;
  readonly numSplitsPredicted: number;
  readonly numSplitsCorrect: number;
}

/**
 * Returns the counts of the API version after 2025-04-21, per dotted field name without row numbers. `accuracy` is
 * countAccurate / countExpected. This accuracy is a recall: spurious values do not lower it. Counts are summed over all
 * documents. Excluded and unscored leaves do not count. Range 0 to 1, higher is better; null without expected values.
 * Source: the service's documentation.
 * @example
 * const score = scoreExtraction({ expected: { a: 1, b: 2 }, predicted: { a: 1, c: 3 } });
 * service2026Fields([score]).get('a') // => { countTotal: 1, countPresent: 1, countExpected: 1, countAccurate: 1, accuracy: 1 }
 */
export function service2026Fields(scores: Iterable<ItemScore>): Map<string, Service2026FieldCounts> {
  const counts = new Map<string, Record<Exclude<keyof Service2026FieldCounts, 'accuracy'>, number>>();
  const noCounts = () => ({ countTotal: 0, countPresent: 0, countExpected: 0, countAccurate: 0 });
  for (const { leaves } of scores) {
    for (const { field, outcome } of leaves) {
      if (outcome === 'excluded' || outcome === 'unscored') continue;
      const sum = getOrCreate(counts, field, noCounts);
      sum.countTotal++;
      if (outcome === 'correct') sum.countAccurate++;
      if (outcome !== 'absent' && outcome !== 'spurious') sum.countExpected++;
      if (outcome !== 'absent' && outcome !== 'missing') sum.countPresent++;
    }
  }
  return new Map(
    [...counts].map(([field, sum]) => [
      field,
      { ...sum, accuracy: ratio(sum.countAccurate, sum.countExpected) },
    ]),
  );
}

/**
 * Returns, per class, the number of documents with this expected class, with this predicted class, and with
 * both. Excluded scores do not count. Precision, recall and F1 range from 0 to 1, higher is better; null if
 * the denominator is 0. Source: the service's documentation.
 * @example
 * service2026Classes([scoreClassification({ expected: 'a', predicted: 'b' })]).get('a').recall // => 0
 */
export function service2026Classes(
  scores: Iterable<ClassificationScore>,
): Map<string, Service2026ClassCounts> {
  const counts = new Map<string, { expected: number; predicted: number; correct: number }>();
  const of = (label: string) => getOrCreate(counts, label, () => ({ expected: 0, predicted: 0, correct: 0 }));
  for (const { expectedLabel, predictedLabel, correct } of scores) {
    if (correct === null) continue;
    of(expectedLabel).expected++;
    if (predictedLabel !== null) of(predictedLabel).predicted++;
    if (correct) of(expectedLabel).correct++;
  }
  return new Map(
    [...counts].map(([label, { expected, predicted, correct }]) => [
      label,
      {
        countExpected: expected,
        countPredicted: predicted,
        countCorrect: correct,
        ...precisionRecall({ expected, predicted, correct }),
      },
    ]),
  );
}

/**
 * Returns the counts of split documents, summed over packets. A document is right if its type, first and last page
 * are right. Precision, recall and F1 range from 0 to 1, higher is better; null if the denominator is 0. Source: the
 * service's documentation.
 * @example
 * const gold = [{ type: 'A', startPage: 1, endPage: 2 }];
 * service2026Splits([scoreSplitting({ expected: gold, predicted: gold })]).f1 // => 1
 */
export function service2026Splits(scores: Iterable<SplittingScore>): Service2026SplitCounts {
  const sum = { expected: 0, predicted: 0, correct: 0 };
  for (const { documents } of scores) {
    sum.expected += documents.expected;
    sum.predicted += documents.predicted;
    sum.correct += documents.correct;
  }
  return {
    numSplitsExpected: sum.expected,
    numSplitsPredicted: sum.predicted,
    numSplitsCorrect: sum.correct,
    ...precisionRecall(sum),
  };
}

/**
 * Returns percentiles of times in milliseconds, with linear interpolation; null without times.
 * @example
 * service2026Latency([100, 200, 300]).p50 // => 200
 */
export function service2026Latency(
  milliseconds: readonly number[],
): Readonly<Record<'p50' | 'p90' | 'p95' | 'p99', number>> | null {
  if (milliseconds.length === 0) return null;
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share: number) => quantileOfSorted(sorted, share);
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

function precisionRecall(counts: MatchCounts): PrecisionRecall {
  return {
    precision: ratio(...matchParts.precision(counts)),
    recall: ratio(...matchParts.recall(counts)),
    f1: ratio(...matchParts.f1(counts)),
  };
}
