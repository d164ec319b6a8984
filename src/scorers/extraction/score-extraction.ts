import { invariant } from '../../base/goldset-error.ts';
import type { JsonValue } from '../../model/json-value.ts';
import type { ItemLedger } from '../../model/ledger.ts';
import type { FieldDefinition, SchemaNode } from '../../model/processor-config.ts';
import { completeOptions } from './complete-options.ts';
import { compileRules, FieldPlan } from './field-plan.ts';
import { type FieldNode, schemaTree } from './field-tree.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { normaliseExtraction } from './normalise-extraction.ts';
import { refuseTooDeep } from './refuse-too-deep.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './scoring-options.ts';

/** What an extraction is judged by: both sides, and what the processor was asked for. */
export interface ExtractionPair {
  /** The gold, in any shape of `normaliseExtraction`. */
  readonly expected: unknown;
  /** The output in any of those shapes; undefined or null where the run gave none. */
  readonly predicted: unknown;
  /** The configuration's JSON schema, else its fields array; with neither, types are inferred from the values. */
  readonly schema?: SchemaNode;
  readonly fields?: readonly FieldDefinition[];
}

/**
 * Judges one extraction item: one outcome for every leaf of the expected and of the predicted value.
 *
 * Outcomes and what they count in: metrics.md section 1; presence: section 2; comparators: section 3; rows: section 4;
 * items without output: section 6 (their expected leaves are `missing`, or everything is `unscored`). Conservation
 * (correct + incorrect + missing = expected leaves that say something; likewise for predicted ones) is asserted at every
 * object, every array and the root.
 *
 * Deterministic and pure. An expectation without leaves against a prediction without leaves is exact. Throws
 * VALUE_TOO_DEEP for values nested beyond 64 levels. Options that are left out are `defaultScoringOptions`; one that
 * means nothing is refused.
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
  const expected = normaliseExtraction(pair.expected, tree, pair.fields);
  const predicted = normaliseExtraction(pair.predicted, tree, pair.fields);
  refuseTooDeep(expected.value, 'expected');
  refuseTooDeep(predicted.value, 'predicted');
  const plan = planOf(pair, options, tree ?? expected.tree ?? predicted.tree);
  const writer = new LedgerWriter(options);
  const noOutput = predicted.value === undefined;
  if (noOutput) writer.scoreWithoutOutput(plan, expected.value as JsonValue | undefined);
  else writer.score(plan, expected.value, predicted.value);
  const ledger = writer.finish();
  invariant(
    noOutput || (ledger.exact === true) === isExact(ledger),
    'an exact document has only correct, absent and excluded leaves',
  );
  return ledger;
}

function isExact(ledger: ItemLedger): boolean {
  const { incorrect, missing, spurious, unscored, excluded, correct, absent } = ledger.counts;
  const scored = correct + absent > 0 || excluded === 0;
  return scored && incorrect + missing + spurious + unscored === 0;
}

const trees = new WeakMap<object, FieldNode | null>();

export function treeOf(pair: ExtractionPair): FieldNode | null {
  const source = pair.schema ?? pair.fields;
  if (source === undefined) return null;
  const known = trees.get(source);
  if (known !== undefined) return known;
  const tree = schemaTree(pair);
  trees.set(source, tree);
  return tree;
}

const plans = new WeakMap<object, WeakMap<object, FieldPlan>>();

/** Plans of a configuration are kept as long as it and the options live; those by inference are made anew. */
export function planOf(
  pair: ExtractionPair,
  options: ExtractionScoringOptions,
  tree: FieldNode | null,
): FieldPlan {
  const source = pair.schema ?? pair.fields;
  if (source === undefined) return new FieldPlan('', tree ?? undefined, compileRules(options));
  const ofOptions = plans.get(options) ?? new WeakMap<object, FieldPlan>();
  plans.set(options, ofOptions);
  const known = ofOptions.get(source);
  if (known !== undefined) return known;
  const plan = new FieldPlan('', tree ?? undefined, compileRules(options));
  ofOptions.set(source, plan);
  return plan;
}
