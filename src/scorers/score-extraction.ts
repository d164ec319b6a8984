import type { ItemScore } from '../model/score/item-score.ts';
import { compileScorer } from './compile-scorer.ts';
import type { ExtractionPair } from './extraction/extraction-pair.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './extraction/scoring-options.ts';

/**
 * Judges one extraction item: one outcome for every leaf of the expected and of the predicted value.
 *
 * Outcomes and what they count in: metrics.md section 1; presence: section 2; comparators: section 3; rows: section 4;
 * items without output: section 6 (their expected leaves are `missing`, or everything is `unscored`). Conservation
 * (correct + incorrect + missing = expected leaves that say something; likewise for predicted ones) is asserted at every
 * object, every array and the root.
 *
 * For many documents of one configuration use `compileScorer`, which is compiled once; this compiles at each call.
 * Diagnostics of rows are computed when they are first read, from the documents as they then are.
 *
 * Deterministic and pure. An expectation without leaves against a prediction without leaves is exact. Throws
 * VALUE_TOO_DEEP for values nested beyond 64 levels and VALUE_NOT_JSON for what JSON does not have (a Date, a bigint,
 * NaN). Options that are left out are `defaultScoringOptions`; one that means nothing is refused.
 * Similarities of leaves range from 0 to 1.
 *
 * Example: expected {total: 10, date: null}, predicted {total: 10, date: "2025-01-01"}: `total` correct, `date` spurious.
 *
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
