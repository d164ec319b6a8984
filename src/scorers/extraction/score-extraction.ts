import type { ItemLedger } from '../../model/ledger.ts';
import { completeOptions } from './complete-options.ts';
import { CountedLedger } from './counted-ledger.ts';
import type { ExtractionPair } from './extraction-pair.ts';
import { PlainCounter } from './plain-counter.ts';
import { type PlainTape, readTape } from './plain-tape.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './scoring-options.ts';
import { ledgerOf, planOf, treeOf, writeLedger } from './write-ledger.ts';

/**
 * Judges one extraction item: one outcome for every leaf of the expected and of the predicted value.
 *
 * Outcomes and what they count in: metrics.md section 1; presence: section 2; comparators: section 3; rows: section 4;
 * items without output: section 6 (their expected leaves are `missing`, or everything is `unscored`). Conservation
 * (correct + incorrect + missing = expected leaves that say something; likewise for predicted ones) is asserted at every
 * object, every array and the root.
 *
 * Computed when: `counts` and `exact` at the call, and errors are thrown there. Where `countExtraction` is fast (plain
 * schemas, values that keep to them, no policy but the defaults), `leaves` and `rows` are written when either is first
 * read, from values kept at the call, and then kept: changing the documents in between changes nothing, and counts
 * that differ from those of the written leaves would be refused. Everywhere else all is written at the call.
 *
 * Deterministic and pure. An expectation without leaves against a prediction without leaves is exact. Throws
 * VALUE_TOO_DEEP for values nested beyond 64 levels and VALUE_NOT_JSON for what JSON does not have (a Date, a bigint,
 * NaN). Options that are left out are `defaultScoringOptions`; one that means nothing is refused.
 * Similarities of leaves range from 0 to 1; outcomes are counted by `FieldTable`.
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
  given: Partial<ExtractionScoringOptions> = defaultScoringOptions,
): ItemLedger {
  const options = completeOptions(given);
  const tree = treeOf(pair);
  if (tree === null) return writeLedger(pair, options);
  const plan = planOf(pair, options, tree);
  const counter = PlainCounter.of(plan);
  if (counter === null) return writeLedger(pair, options);
  const tape: PlainTape = [];
  const counted = counter.countOnTape(pair.expected, pair.predicted, tape);
  if (counted === null) return writeLedger(pair, options);
  return new CountedLedger(counted, () => {
    const { expected, predicted } = readTape(counter.root, tape);
    return ledgerOf(plan, expected, predicted);
  });
}
