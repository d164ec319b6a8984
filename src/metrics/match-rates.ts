import type { MatchCounts } from '../model/score/class-and-split-scores.ts';
import type { Rate } from '../model/score/item-score.ts';
import { rate } from './rates.ts';

/** Precision, recall and F1 of found things. */
export interface MatchRates {
  /** correct / predicted */
  readonly precision: Rate;
  /** correct / expected */
  readonly recall: Rate;
  /** 2 correct / (expected + predicted) */
  readonly f1: Rate;
}

/**
 * Precision, recall and F1 from counts; null where nothing was predicted, expected, or both.
 * Range 0 to 1, higher is better. Source: metrics.md section 5.
 *
 * @example
 * matchRates({ expected: 6, predicted: 7, correct: 4 }).f1.value // => 0.6154
 */
export function matchRates({ expected, predicted, correct }: MatchCounts): MatchRates {
  return {
    precision: rate(correct, predicted),
    recall: rate(correct, expected),
    f1: rate(2 * correct, expected + predicted),
  };
}
