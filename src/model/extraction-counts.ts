import type { Outcome } from './ledger.ts';

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
