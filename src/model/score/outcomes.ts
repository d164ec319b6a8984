import type { Outcome } from './item-score.ts';

/** The columns of `ItemCounts.byField`. */
export const outcomes: readonly Outcome[] = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
];
