import type { Counts, Rate } from '../model/score/item-score.ts';
import { expectedLeaves, judgedLeaves, predictedLeaves } from './counts.ts';

/**
 * A ratio that is null, never 0 and never NaN, where its denominator is 0.
 * Range 0 to 1 where the numerator is a part of the denominator. Source: metrics.md section 1.
 *
 * @example
 * rate(1, 4) // => { numerator: 1, denominator: 4, value: 0.25 }
 * rate(0, 0).value // => null
 */
export function rate(numerator: number, denominator: number): Rate {
  return { numerator, denominator, value: denominator === 0 ? null : numerator / denominator };
}

/**
 * Of the values that were predicted, how many are right: correct / (correct + incorrect + spurious).
 *
 * Range 0 to 1, higher is better; null where nothing was predicted. Input: counts of leaves, of any scope.
 * A value where none belongs counts against it; a missing one does not (see `recall`).
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * Example: 4 correct, 1 incorrect, 3 spurious: 4 / 8 = .5.
 *
 * @example
 * precision({ ...zeroCounts, correct: 4, incorrect: 1, spurious: 3 }) // => { numerator: 4, denominator: 8, value: 0.5 }
 * precision(zeroCounts).value // => null
 */
export function precision(counts: Counts): Rate {
  return rate(counts.correct, predictedLeaves(counts));
}

/**
 * Of the values that were expected, how many were found: correct / (correct + incorrect + missing).
 *
 * Range 0 to 1, higher is better; null where nothing was expected.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * Example: a table of 5 rows cut to its first 2, all right, one value a row: 2 / 5 = .4.
 *
 * @example
 * recall({ ...zeroCounts, correct: 2, missing: 3 }) // => { numerator: 2, denominator: 5, value: 0.4 }
 * recall(zeroCounts).value // => null
 */
export function recall(counts: Counts): Rate {
  return rate(counts.correct, expectedLeaves(counts));
}

/**
 * Harmonic mean of precision and recall, in one ratio: 2 correct / (expected + predicted).
 *
 * Range 0 to 1, higher is better; unchanged when expectation and prediction swap places. Null where nothing was expected
 * and nothing predicted; 0 where only one side has values.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * Example: 4 correct, 1 incorrect, 1 missing, 3 spurious: 8 / (6 + 8) = .5714.
 *
 * @example
 * f1({ ...zeroCounts, correct: 4, incorrect: 1, missing: 1, spurious: 3 }).value // => 0.5714
 * f1({ ...zeroCounts, missing: 2 }).value // => 0
 * f1(zeroCounts).value // => null
 */
export function f1(counts: Counts): Rate {
  return rate(2 * counts.correct, expectedLeaves(counts) + predictedLeaves(counts));
}

/**
 * Of the values that were predicted, how many stand where some value belongs, right or not:
 * (correct + incorrect) / (correct + incorrect + spurious). Range 0 to 1, higher is better; null where nothing was
 * predicted. Example: 4 correct, 1 incorrect, 3 spurious: 5 / 8 = .625.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * @example
 * presencePrecision({ ...zeroCounts, correct: 4, incorrect: 1, spurious: 3 }).value // => 0.625
 */
export function presencePrecision(counts: Counts): Rate {
  return rate(counts.correct + counts.incorrect, predictedLeaves(counts));
}

/**
 * Of the places where a value belongs, how many got one, right or not: (correct + incorrect) / expected.
 * Range 0 to 1, higher is better; null where nothing was expected. Example: 4 correct, 1 incorrect, 1 missing: 5 / 6.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * @example
 * presenceRecall({ ...zeroCounts, correct: 4, incorrect: 1, missing: 1 }).value // => 0.8333
 */
export function presenceRecall(counts: Counts): Rate {
  return rate(counts.correct + counts.incorrect, expectedLeaves(counts));
}

/**
 * Of the places where no value belongs, how many got one: spurious / (spurious + absent).
 * Range 0 to 1, lower is better; null where every place expects a value. Rows that should not be there count here too.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 * Example: 1 spurious, 9 absent: .1.
 *
 * @example
 * hallucinationRate({ ...zeroCounts, spurious: 1, absent: 9 }).value // => 0.1
 */
export function hallucinationRate(counts: Counts): Rate {
  return rate(counts.spurious, counts.spurious + counts.absent);
}

/**
 * Of the places where a value belongs, how many stayed empty: missing / expected = 1 - presence recall.
 * Range 0 to 1, lower is better; null where nothing was expected. Example: 4 correct, 1 incorrect, 1 missing: 1 / 6.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * @example
 * omissionRate({ ...zeroCounts, correct: 4, incorrect: 1, missing: 1 }).value // => 0.1667
 */
export function omissionRate(counts: Counts): Rate {
  return rate(counts.missing, expectedLeaves(counts));
}

/**
 * Of all judged places, how many are right, true absence included: (correct + absent) / all.
 * Range 0 to 1, higher is better; null where nothing was judged. Schemas with many optional fields have a high one
 * whatever the processor does: read it beside recall. Example: 4 correct, 1 incorrect, 5 absent: .9.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * @example
 * fieldAccuracy({ ...zeroCounts, correct: 4, incorrect: 1, absent: 5 }).value // => 0.9
 */
export function fieldAccuracy(counts: Counts): Rate {
  return rate(counts.correct + counts.absent, judgedLeaves(counts));
}

/**
 * Of all judged places, how many got a value: predicted / all. Range 0 to 1, neither direction is better; null where
 * nothing was judged. Example: 4 correct, 1 incorrect, 5 absent: .5.
 * Source: MUC slot filling (Chinchor and Sundheim 1993); metrics.md section 1.
 *
 * @example
 * coverage({ ...zeroCounts, correct: 4, incorrect: 1, absent: 5 }).value // => 0.5
 */
export function coverage(counts: Counts): Rate {
  return rate(predictedLeaves(counts), judgedLeaves(counts));
}

/**
 * Mean of the rates that are defined, and how many are not: macro averages over fields or classes, means over
 * documents. Numerator and denominator are the sum of the values and their number. Null where none is defined.
 * Range that of the rates. Source: macro averaging of metrics.md section 1.
 *
 * Example: values .5, 1 and null: 1.5 / 2 = .75, one undefined.
 *
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
