import { invariant } from '../../base/goldset-error.ts';
import type { JsonValue } from '../../model/json-value.ts';
import type { ItemLedger } from '../../model/ledger.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { ExtractionPair } from './extraction-pair.ts';
import { compileRules, FieldPlan } from './field-plan.ts';
import { type FieldNode, schemaTree } from './field-tree.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { normaliseExtraction } from './normalise-extraction.ts';
import { requireJson } from './require-json.ts';
import type { ExtractionScoringOptions } from './scoring-options.ts';

/** The ledger of any pair, written leaf by leaf at once. */
export function writeLedger(pair: ExtractionPair, options: ExtractionScoringOptions): ItemLedger {
  const tree = treeOf(pair);
  const expected = normaliseExtraction(pair.expected, tree, pair.fields ?? undefined);
  const predicted = normaliseExtraction(pair.predicted, tree, pair.fields ?? undefined);
  requireJson(expected.value, 'expected');
  requireJson(predicted.value, 'predicted');
  const plan = planOf(pair, options, tree ?? expected.tree ?? predicted.tree);
  if (predicted.value !== undefined) return ledgerOf(plan, expected.value, predicted.value);
  const writer = new LedgerWriter(options);
  writer.scoreWithoutOutput(plan, expected.value as JsonValue | undefined);
  return writer.finish();
}

/** The ledger of two normalised values. */
export function ledgerOf(plan: FieldPlan, expected: unknown, predicted: unknown): ItemLedger {
  const writer = new LedgerWriter(plan.rules.options);
  writer.score(plan, expected, predicted);
  const ledger = writer.finish();
  invariant(
    (ledger.exact === true) === isExact(ledger),
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

/** Null where the configuration says nothing. */
export function treeOf(pair: ExtractionPair): FieldNode | null {
  const source = pair.schema ?? pair.fields;
  if (source === undefined || source === null) return null;
  const known = trees.get(source);
  if (known !== undefined) return known;
  checkConfiguration(pair);
  const tree = schemaTree(pair.schema === null ? { fields: pair.fields } : pair);
  trees.set(source, tree);
  return tree;
}

const plans = new WeakMap<object, WeakMap<FieldNode, FieldPlan>>();

/**
 * Plans of a configuration are kept as long as it and the options live. Those by inference are made anew: what the values
 * of one document say must not decide about the next.
 */
export function planOf(
  pair: ExtractionPair,
  options: ExtractionScoringOptions,
  tree: FieldNode | null,
): FieldPlan {
  if (tree === null || tree !== treeOf(pair))
    return new FieldPlan('', tree ?? undefined, compileRules(options));
  const ofOptions = plans.get(options) ?? new WeakMap<FieldNode, FieldPlan>();
  plans.set(options, ofOptions);
  const known = ofOptions.get(tree);
  if (known !== undefined) return known;
  const plan = new FieldPlan('', tree, compileRules(options));
  ofOptions.set(tree, plan);
  return plan;
}
