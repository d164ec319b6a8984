import type {
  ClassificationScore,
  MatchCounts,
  SplittingScore,
} from '../../model/score/class-and-split-scores.ts';
import type { ClassScore } from './documents/document-scores.ts';

/** One document's answers in one repeat: of a class, one pair; of a packet, a pair a page type with the number of pages. */
export type Answers = readonly {
  readonly expected: string;
  readonly predicted: string | null;
  readonly count: number;
}[];

/** The answers that are compared; `null` if the score is not counted. */
export function answersOf(score: ClassScore): Answers | null {
  if (score.kind === 'CLASSIFY') return classAnswers(score.answer);
  return score.counted ? pageAnswers(score.split.pageTypes) : null;
}

/** With the answers that are not compared, because not every version has their class. */
export function allAnswers(score: ClassScore): Answers | null {
  if (score.kind === 'CLASSIFY' && score.answer.notCompared)
    return classAnswers({ ...score.answer, correct: false });
  if (score.kind !== 'SPLITTER' || score.split.allPageTypes === undefined) return answersOf(score);
  return pageAnswers({ confusion: score.split.allPageTypes });
}

/** The answers of a document in every completed repeat that is counted. */
export function answersOfRepeats(
  scores: readonly ClassScore[],
  of: (score: ClassScore) => Answers | null = answersOf,
): readonly Answers[] {
  return scores.map(of).filter((answers) => answers !== null);
}

/** A pair of labels that one of three repeats gives counts a third. */
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

/** How often one label is expected, predicted and both: the label against the rest. */
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
