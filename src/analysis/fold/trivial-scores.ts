import { scoreSplitting } from '../../scorers/splitting/score-splitting.ts';
import { trivialPredictions } from '../../scorers/splitting/trivial-baselines.ts';
import type { ClassScore } from './documents/document-scores.ts';

/** Names of the trivial predictions, in the order in which `trivialScores` returns them. */
export const trivialNames = ['everything merged', 'every page alone', 'every boundary one page late'];

export function trivialScores(expected: unknown, pages: number): ClassScore[] {
  const { merged, single, late } = trivialPredictions(expected, pages);
  return [merged, single, late].map((splits) => {
    const split = scoreSplitting({ expected, predicted: { splits }, pages });
    return { kind: 'SPLITTER', split, counted: true };
  });
}
