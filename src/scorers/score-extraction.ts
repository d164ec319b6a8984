import type { ItemScore } from '../model/score/item-score.ts';
import { compileScorer } from './compile-scorer.ts';
import type { ExtractionPair } from './extraction/extraction-pair.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './extraction/scoring-options.ts';

/**
 * Scores one extraction item. The result has one outcome per leaf of the expected or the predicted value.
 *
 * docs/metrics/extraction.md defines outcomes, presence and rows. Without an output, expected leaves are `missing`; if
 * the policy excludes failures, all leaves are `unscored`. A document is exact if neither its gold nor its output has
 * leaves. Similarities of leaves range from 0 to 1. An option that is not given has the value of
 * `defaultScoringOptions`.
 *
 * For many documents of one configuration, use `compileScorer`: this function compiles the configuration in every call.
 * Row diagnostics are computed when they are first read. Until then, do not change `expected` or `predicted`.
 *
 * Throws USAGE for invalid options, VALUE_TOO_DEEP for values nested beyond 64 levels, and VALUE_NOT_JSON for values
 * that JSON cannot represent (a Date, a bigint, NaN).
 *
 * Example: {total: 10, date: null} is expected, and {total: 10, date: "2025-01-01"} is predicted. `total` is correct,
 * and `date` is spurious.
 * @example
 * const { counts, leaves } = scoreExtraction({
 *   expected: { total: 10, date: null, lines: [{ sku: 'A' }, { sku: 'B' }] },
 *   predicted: { total: '10.00', date: '2025-01-01', lines: [{ sku: 'B' }] },
 * });
 * counts // => { correct: 2, incorrect: 0, missing: 1, spurious: 1, absent: 0, excluded: 0, unscored: 0 }
 * leaves[0] // => { path: 'total', field: 'total', outcome: 'correct', expected: 10, predicted: '10.00', similarity: 1, note: 'matched after: number written as text' }
 */
export function scoreExtraction(
  pair: ExtractionPair,
  options: Partial<ExtractionScoringOptions> = defaultScoringOptions,
): ItemScore {
  return compileScorer(pair, options).itemScore(pair);
}
