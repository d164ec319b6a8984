import { invariant } from '../../base/goldset-error.ts';
import { type ExtractionCounts, outcomes } from '../../model/extraction-counts.ts';
import type { ItemLedger } from '../../model/ledger.ts';
import { completeOptions } from './complete-options.ts';
import type { ExtractionPair } from './extraction-pair.ts';
import { PlainCounter } from './plain-counter.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './scoring-options.ts';
import { planOf, treeOf, writeLedger } from './write-ledger.ts';

/**
 * Counts the outcomes of one extraction item without writing its ledger down: for sets of very many items, of which only
 * rates are wanted. The counts are those of `scoreExtraction`, leaf for leaf (a property test compares the two); notes,
 * similarities and the pairing of rows are not given. `ExtractionTotals` adds them up.
 *
 * Inputs, policies and errors as `scoreExtraction`; metrics.md sections 1 to 4. The unit of counts is the leaf; an item
 * without output has its expected leaves `missing`, or nothing scored. Fast where the schema declares objects, scalars and tables of scalars,
 * the values keep to it, tables have at most 24 rows, and no tolerance, threshold, exclusion or other policy is asked for;
 * anything else takes the way of the ledger. Conservation is asserted on both ways.
 *
 * @example
 * const schema = { type: 'object', properties: { total: { type: 'number' }, date: { type: ['string', 'null'] } } };
 * const found = countExtraction({ expected: { total: 10, date: null }, predicted: { total: 10, date: 'May' }, schema });
 * [found.counts.correct, found.counts.spurious, found.exact] // => [1, 1, false]
 * found.fields // => ['total', 'date']
 */
export function countExtraction(
  pair: ExtractionPair,
  given: Partial<ExtractionScoringOptions> = defaultScoringOptions,
): ExtractionCounts {
  const options = completeOptions(given);
  const tree = treeOf(pair);
  if (tree !== null) {
    const counter = PlainCounter.of(planOf(pair, options, tree));
    const counted = counter?.count(pair.expected, pair.predicted) ?? null;
    if (counted !== null) return counted;
  }
  return countsOfLedger(writeLedger(pair, options));
}

function countsOfLedger({ leaves, counts, exact, scorer }: ItemLedger): ExtractionCounts {
  const fields = [...new Set(leaves.map(({ field }) => field))];
  const numbers = new Map(fields.map((field, number) => [field, number]));
  const byField = new Uint32Array(fields.length * outcomes.length);
  for (const { field, outcome } of leaves) {
    const at = (numbers.get(field) as number) * outcomes.length + outcomes.indexOf(outcome);
    byField[at] = (byField[at] as number) + 1;
  }
  invariant(
    byField.reduce((sum, count) => sum + count, 0) === leaves.length,
    'every leaf is counted in one field',
  );
  return { counts, exact, fields, byField, scorer };
}
