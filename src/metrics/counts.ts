import type { Counts, LeafOutcome } from '../model/ledger.ts';

export const zeroCounts: Counts = {
  correct: 0,
  incorrect: 0,
  missing: 0,
  spurious: 0,
  absent: 0,
  excluded: 0,
  unscored: 0,
};

/** Sums of counts, outcome by outcome; counts of items add up to counts of sets. */
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

/** Counts of some leaves, for example of one field or one document. */
export function countLeaves(leaves: Iterable<Pick<LeafOutcome, 'outcome'>>): Counts {
  const sum = { ...zeroCounts };
  for (const { outcome } of leaves) sum[outcome]++;
  return sum;
}

/** Leaves that the expectation gives a value for: correct + incorrect + missing. */
export function expectedLeaves(counts: Counts): number {
  return counts.correct + counts.incorrect + counts.missing;
}

/** Leaves that the prediction gives a value for: correct + incorrect + spurious. */
export function predictedLeaves(counts: Counts): number {
  return counts.correct + counts.incorrect + counts.spurious;
}

/** Leaves that were judged: all but excluded and unscored ones. */
export function judgedLeaves(counts: Counts): number {
  return counts.correct + counts.incorrect + counts.missing + counts.spurious + counts.absent;
}
