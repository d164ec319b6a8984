import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import type { ClassScore } from './documents/document-scores.ts';

/**
 * The pairs of expected and predicted class of one document in one repeat. A classified document has one pair. In a
 * packet, each page with a known expected class has a pair, and `count` is the number of pages with the same pair.
 */
export type ClassPairs = readonly {
  readonly expected: string;
  readonly predicted: string | null;
  readonly count: number;
}[];

/**
 * Returns the class pairs of a score. By default, omits classes that only some versions have. Returns `null` if the
 * figures exclude the document.
 */
export function classPairsOf(score: ClassScore, withNonComparable = false): ClassPairs | null {
  if (score.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct, notCompared } = score.result;
    const isCounted = correct !== null || (withNonComparable && notCompared === true);
    return isCounted ? [{ expected: expectedLabel, predicted: predictedLabel, count: 1 }] : null;
  }
  const { pageTypes, allPageTypes } = score.split;
  const all = withNonComparable ? allPageTypes : undefined;
  if (all === undefined && !score.counted) return null;
  return (all ?? pageTypes.confusion).map(({ expected, predicted, pages }) => ({
    expected,
    predicted,
    count: pages,
  }));
}

/** Averages class pairs over repeats. A pair that occurs in one of three repeats counts as one third. */
export function meanPairs(repeats: readonly ClassPairs[]): ClassPairs {
  if (repeats.length < 2) return repeats[0] ?? [];
  const byClasses = Map.groupBy(repeats.flat(), ({ expected, predicted }) =>
    JSON.stringify([expected, predicted]),
  );
  return [...byClasses.values()].map((pairs) => {
    const [{ expected, predicted }] = pairs as [ClassPairs[number]];
    return { expected, predicted, count: pairs.reduce((sum, { count }) => sum + count, 0) / repeats.length };
  });
}

/** Counts how often a class is the expected class, how often it is the predicted class, and how often it is both. */
export function countLabel(label: string, pairs: ClassPairs): MatchCounts {
  const counts = { correct: 0, expected: 0, predicted: 0 };
  for (const { expected, predicted, count } of pairs) {
    if (expected === label) counts.expected += count;
    if (predicted === label) counts.predicted += count;
    if (expected === label && predicted === label) counts.correct += count;
  }
  return counts;
}
