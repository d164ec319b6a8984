import type {
  ClassificationScore,
  MatchCounts,
  SplittingScore,
} from '../../model/score/class-and-split-scores.ts';
import type { ClassScore } from './documents/document-scores.ts';

/**
 * Expected and predicted classes of one document in one repeat. A classified document has one pair of classes.
 * A packet has one entry per pair of page types, with its number of pages.
 */
export type Answers = readonly {
  readonly expected: string;
  readonly predicted: string | null;
  readonly count: number;
}[];

/** Returns the class pairs that are compared; `null` if the score is not counted. */
export function answersOf(score: ClassScore): Answers | null {
  if (score.kind === 'CLASSIFY') return classAnswers(score.answer);
  return score.counted ? pageAnswers(score.split.pageTypes) : null;
}

/** Like `answersOf`, but includes pairs with a class that some versions do not have. */
export function allAnswers(score: ClassScore): Answers | null {
  if (score.kind === 'CLASSIFY' && score.answer.notCompared)
    return classAnswers({ ...score.answer, correct: false });
  if (score.kind !== 'SPLITTER' || score.split.allPageTypes === undefined) return answersOf(score);
  return pageAnswers({ confusion: score.split.allPageTypes });
}

/** Returns the class pairs of a document, one entry per completed repeat that is counted. */
export function answersOfRepeats(
  scores: readonly ClassScore[],
  of: (score: ClassScore) => Answers | null = answersOf,
): readonly Answers[] {
  return scores.map(of).filter((answers) => answers !== null);
}

/** Averages class pairs over repeats. A pair that occurs in one of three repeats counts as one third. */
export function meanAnswers(repeats: readonly Answers[]): Answers {
  if (repeats.length < 2) return repeats[0] ?? [];
  const sums = new Map<string, { expected: string; predicted: string | null; count: number }>();
  for (const { expected, predicted, count } of repeats.flat()) {
    const key = JSON.stringify([expected, predicted]);
    const sum = sums.get(key)?.count ?? 0;
    sums.set(key, { expected, predicted, count: sum + count });
  }
  return [...sums.values()].map((entry) => ({ ...entry, count: entry.count / repeats.length }));
}

/** Counts how often one label is expected, how often it is predicted, and how often both are true. */
export function countLabel(label: string, answers: Answers): MatchCounts {
  let [correct, expected, predicted] = [0, 0, 0];
  for (const answer of answers) {
    if (answer.expected === label) expected += answer.count;
    if (answer.predicted === label) predicted += answer.count;
    if (answer.expected === label && answer.predicted === label) correct += answer.count;
  }
  return { correct, expected, predicted };
}

function classAnswers({ expectedLabel, predictedLabel, correct }: ClassificationScore): Answers | null {
  return correct === null ? null : [{ expected: expectedLabel, predicted: predictedLabel, count: 1 }];
}

function pageAnswers({ confusion }: Pick<SplittingScore['pageTypes'], 'confusion'>): Answers {
  return confusion.map(({ expected, predicted, pages }) => ({ expected, predicted, count: pages }));
}
