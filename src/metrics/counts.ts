import type { Counts, LeafOutcome } from '../model/score/item-score.ts';

export const zeroCounts: Counts = {
  correct: 0,
  incorrect: 0,
  missing: 0,
  spurious: 0,
  absent: 0,
  excluded: 0,
  unscored: 0,
};

/**
 * Adds up counts for each outcome.
 * @example
 * addCounts({ ...zeroCounts, correct: 1 }, { ...zeroCounts, correct: 2, missing: 1 }) // => { correct: 3, incorrect: 0, missing: 1, spurious: 0, absent: 0, excluded: 0, unscored: 0 }
 */
export function addCounts(...parts: readonly Counts[]): Counts {
  const sum = { ...zeroCounts };
  for (const part of parts) {
    sum.correct += part.correct;
    sum.incorrect += part.incorrect;
    sum.missing += part.missing;
    sum.spurious += part.spurious;
    sum.absent += part.absent;
    sum.excluded += part.excluded;
    sum.unscored += part.unscored;
  }
  return sum;
}

/**
 * Counts leaves by outcome, for example the leaves of one field or one document.
 * @example
 * countLeaves([{ outcome: 'correct' }, { outcome: 'missing' }]).missing // => 1
 */
export function countLeaves(leaves: Iterable<Pick<LeafOutcome, 'outcome'>>): Counts {
  const sum = { ...zeroCounts };
  for (const { outcome } of leaves) sum[outcome]++;
  return sum;
}
