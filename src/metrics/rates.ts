import type { MatchCounts } from '../model/score/class-and-split-scores.ts';
import type { Rate } from '../model/score/item-score.ts';
import { matchParts } from '../model/score/metrics.ts';

/**
 * Returns a ratio with its numerator and denominator. The value is null if the denominator is 0. Range 0 to 1 if the
 * numerator is a part of the denominator. Definition: docs/metrics/extraction.md#outcomes.
 * @example
 * rate(1, 4) // => { numerator: 1, denominator: 4, value: 0.25 }
 * rate(0, 0).value // => null
 */
export function rate(numerator: number, denominator: number): Rate {
  return { numerator, denominator, value: denominator === 0 ? null : numerator / denominator };
}

/**
 * Returns the mean of the defined rates (for macro averages) and the number of undefined ones. The numerator
 * is the sum of the defined rates, and the denominator is their number. The value has the range of the rates,
 * and is null if no rate is defined. Definition: docs/metrics/extraction.md#micro-and-macro.
 * @example
 * meanOfRates([rate(1, 2), rate(1, 1), rate(0, 0)]) // => { numerator: 1.5, denominator: 2, value: 0.75, undefinedRates: 1 }
 */
export function meanOfRates(
  rates: Iterable<Pick<Rate, 'value'>>,
): Rate & { readonly undefinedRates: number } {
  let sum = 0;
  let defined = 0;
  let undefinedRates = 0;
  for (const { value } of rates) {
    if (value === null) undefinedRates++;
    else {
      sum += value;
      defined++;
    }
  }
  return { ...rate(sum, defined), undefinedRates };
}

export interface MatchRates {
  /** correct / predicted */
  readonly precision: Rate;
  /** correct / expected */
  readonly recall: Rate;
  /** 2 correct / (expected + predicted) */
  readonly f1: Rate;
}

/**
 * Returns precision, recall and F1 of counts; a rate is null if its denominator is 0. Range 0 to 1, higher is
 * better. Definition: docs/metrics/extraction.md#precision.
 * @example
 * matchRates({ expected: 6, predicted: 7, correct: 4 }).f1.value // => 0.6154
 */
export function matchRates(counts: MatchCounts): MatchRates {
  return {
    precision: rate(...matchParts.precision(counts)),
    recall: rate(...matchParts.recall(counts)),
    f1: rate(...matchParts.f1(counts)),
  };
}
