import isEqual from 'fast-deep-equal';
import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { compileScorer, type Scorer } from '../../scorers/compile-scorer.ts';
import { type FieldNode, schemaTree } from '../../scorers/extraction/field-tree.ts';
import { normaliseExtraction } from '../../scorers/extraction/normalise-extraction.ts';
import type { ComparatorRule } from '../../scorers/extraction/scoring-options.ts';
import { inCellForm } from './cell-form.ts';
import { type CellTree, cellTree, declaredFields, scoringSchema, withoutFields } from './cell-tree.ts';
import type { Conventions } from './conventions.ts';
import { withEnclosingFields } from './figure-parts.ts';

export interface DocumentCells {
  /** Cell counts by dotted field. The counts of an object or array are the sums of the counts of its inner fields. */
  readonly cells: ReadonlyMap<string, MatchCounts>;
  /** Whether the predicted number of rows is right, for each array at the top level of the gold. */
  readonly cardinality: ReadonlyMap<string, boolean>;
}

/** Counts the cells (values of declared fields) of documents under one set of conventions. */
export class CellCounter {
  readonly tree: CellTree;
  readonly #config: ExtractConfig;
  readonly #declared: FieldNode | null;
  readonly #conventions: Conventions;
  readonly #scorer: Scorer;
  readonly #graded: ReadonlySet<string>;

  constructor(config: ExtractConfig, conventions: Conventions) {
    this.#config = config;
    this.#declared = schemaTree(config);
    this.#conventions = conventions;
    this.tree = withoutFields(cellTree(config), conventions.exclude);
    const comparators = comparatorsOf(this.tree, conventions);
    this.#graded = new Set(comparators.slice(1).map(({ field }) => field));
    this.#scorer = compileScorer(
      { schema: scoringSchema(this.tree) },
      { comparators, alignment: conventions.pairing === 'index' ? [{ field: '**', method: 'index' }] : [] },
    );
  }

  /** Counts the cells of one document. An `undefined` output counts as an empty object. */
  count(expected: unknown, output: unknown): DocumentCells {
    const gold = this.plainValue(expected);
    const found = this.plainValue(output);
    const { leaves } = this.#scorer.itemScore({ expected: this.#form(gold), predicted: this.#form(found) });
    return { cells: sumCells(leaves, this.#conventions), cardinality: this.#cardinality(gold, found) };
  }

  /** Returns whether this counter and `other` certainly count the same cells for a document. */
  hasEqualCells(expected: unknown, output: unknown, other: CellCounter): boolean {
    const [mine, theirs] = [this.#conventions, other.#conventions];
    if (!scoringConventions.every((name) => isEqual(mine[name], theirs[name]))) return false;
    const countsAbsence = ({ nulls }: Conventions) => nulls === 'absence-is-right';
    if (countsAbsence(mine) !== countsAbsence(theirs)) return false;
    if (formConventions.every((name) => mine[name] === theirs[name])) return true;
    const [gold, found] = [this.plainValue(expected), this.plainValue(output)];
    return hasSameScore(
      [other.#form(gold), other.#form(found)],
      [this.#form(gold), this.#form(found)],
      (field) => this.#graded.has(field),
    );
  }

  /** Returns the values by field name. The output may be an object by a JSON schema, or a fields array. */
  plainValue(output: unknown): unknown {
    return normaliseExtraction(output, this.#declared, this.#config.fields).value;
  }

  #form(value: unknown): JsonValue {
    return inCellForm(value, this.tree, this.#conventions) ?? {};
  }

  #cardinality(expected: unknown, predicted: unknown): Map<string, boolean> {
    const found = new Map<string, boolean>();
    if (this.tree.kind === 'cell' || !isJsonObject(expected)) return found;
    for (const [name, member] of this.tree.members) {
      const rows = Object.hasOwn(expected, name) ? expected[name] : undefined;
      if (member.kind !== 'array' || !Array.isArray(rows)) continue;
      const others = isJsonObject(predicted) && Object.hasOwn(predicted, name) ? predicted[name] : undefined;
      found.set(name, rows.length === (Array.isArray(others) ? others.length : 0));
    }
    return found;
  }
}

/** Conventions that affect how normalised cells are scored. */
const scoringConventions = [
  'exclude',
  'fuzzyFields',
  'fuzzyThreshold',
  'fuzzyCase',
  'pairing',
  'unlabelled',
] as const;
/** Conventions that affect how cells are normalised. */
const formConventions = [
  'nulls',
  'emptyTexts',
  'letterCase',
  'spaces',
  'numbers',
  'currencyCodes',
  'dates',
] as const;

function comparatorsOf(tree: CellTree, conventions: Conventions): ComparatorRule[] {
  const { fuzzyFields, fuzzyThreshold, fuzzyCase } = conventions;
  const rules: ComparatorRule[] = [{ field: '**', comparator: 'exact' }];
  for (const { field, node } of declaredFields(tree)) {
    if (node.kind !== 'cell') continue;
    const isFuzzy =
      fuzzyFields === 'all' || fuzzyFields.some((name) => field === name || field.startsWith(`${name}.`));
    if (node.cell === 'currency') rules.push({ field, comparator: 'currency' });
    else if (isFuzzy && fuzzyThreshold !== null && (node.cell === 'text' || node.cell === 'date'))
      rules.push({
        field,
        comparator: 'fuzzy',
        options: { threshold: fuzzyThreshold, ignoreCase: fuzzyCase === 'ignored' },
      });
  }
  return rules;
}

function sumCells(leaves: readonly LeafOutcome[], conventions: Conventions): Map<string, MatchCounts> {
  const sums = new Map<string, { expected: number; predicted: number; correct: number }>();
  const labelled = conventions.unlabelled === 'ignore' ? labelledIfPaired(leaves) : new Set<LeafOutcome>();
  for (const leaf of leaves) {
    const counts = cellOf(leaf, conventions, labelled.has(leaf));
    for (const field of withEnclosingFields(leaf.field)) {
      const sum = sums.get(field) ?? { expected: 0, predicted: 0, correct: 0 };
      sums.set(field, sum);
      sum.expected += counts.expected;
      sum.predicted += counts.predicted;
      sum.correct += counts.correct;
    }
  }
  return sums;
}

/**
 * Pairs the n-th spurious row with the n-th missing gold row. Returns the spurious cells that have a label in the
 * paired row. goldset pairs only rows that have an equal cell, but a service may pair others.
 */
function labelledIfPaired(leaves: readonly LeafOutcome[]): Set<LeafOutcome> {
  const tables = new Map<string, { gold: Map<string, GoldRow>; spurious: Map<string, LeafOutcome[]> }>();
  for (const leaf of leaves) {
    const [, table, row, column] = /^([^[]*)\[(\d+)\]\.?([^[]*)$/.exec(leaf.path) ?? [];
    if (table === undefined || row === undefined || column === undefined) continue;
    const { gold, spurious } = tables.get(table) ?? { gold: new Map(), spurious: new Map() };
    tables.set(table, { gold, spurious });
    if (leaf.spuriousRow === true) {
      spurious.set(row, [...(spurious.get(row) ?? []), leaf]);
      continue;
    }
    const known = gold.get(row) ?? { isRead: false, labelled: new Set() };
    gold.set(row, known);
    if (leaf.outcome !== 'missing' && leaf.outcome !== 'absent') known.isRead = true;
    if (leaf.expected !== undefined) known.labelled.add(column);
  }
  const found = new Set<LeafOutcome>();
  for (const { gold, spurious } of tables.values()) {
    const unread = [...gold.values()].filter(({ isRead }) => !isRead);
    for (const [at, row] of [...spurious.values()].entries())
      for (const leaf of row)
        if (unread[at]?.labelled.has(leaf.path.slice(leaf.path.indexOf(']') + 2)) === true) found.add(leaf);
  }
  return found;
}

interface GoldRow {
  isRead: boolean;
  readonly labelled: Set<string>;
}

/** Returns the counts of one leaf. `hasLabel` is true if `labelledIfPaired` returned the leaf. */
function cellOf(
  { expected, outcome, spuriousRow }: LeafOutcome,
  { nulls, unlabelled }: Conventions,
  hasLabel: boolean,
): MatchCounts {
  const isNull = expected === null && nulls === 'absence-is-right';
  const isIgnored =
    expected === undefined &&
    !hasLabel &&
    (unlabelled === 'ignore' || (unlabelled === 'ignore-in-known-rows' && spuriousRow !== true));
  if (outcome === 'correct') return cell.right;
  if (outcome === 'incorrect') return cell.wrong;
  if (outcome === 'missing') return cell.missing;
  if (outcome === 'absent') return isNull ? cell.right : cell.none;
  if (outcome !== 'spurious') return cell.none;
  if (isNull) return cell.wrong;
  return isIgnored ? cell.none : cell.spurious;
}

const cell = {
  right: { expected: 1, predicted: 1, correct: 1 },
  wrong: { expected: 1, predicted: 1, correct: 0 },
  missing: { expected: 1, predicted: 0, correct: 0 },
  spurious: { expected: 0, predicted: 1, correct: 0 },
  none: { expected: 0, predicted: 0, correct: 0 },
};

/**
 * Returns whether two normalised copies (`inCellForm`) of a document certainly lead to the same score. Scoring only
 * tests cells for equality. So the same pairs of cells must be equal in both copies. The copies must also have values
 * in the same cells, equal rows, and identical values in the fields that `isGraded` accepts (money, fuzzy texts).
 */
export function hasSameScore(
  before: readonly [expected: JsonValue, found: JsonValue],
  after: readonly [expected: JsonValue, found: JsonValue],
  isGraded: (field: string) => boolean,
): boolean {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  return before.every((form, side) => walk(form, after[side] as JsonValue, ''));

  function walk(one: JsonValue | undefined, other: JsonValue | undefined, field: string): boolean {
    if (Array.isArray(one) && Array.isArray(other))
      return one.length === other.length && one.every((row: JsonValue, at) => walk(row, other[at], field));
    if (isJsonObject(one) && isJsonObject(other)) {
      if ('iso_4217_currency_code' in one) return canonicalJson(one) === canonicalJson(other);
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      return keys.every(
        (key) =>
          Object.hasOwn(other, key) && walk(one[key], other[key], field === '' ? key : `${field}.${key}`),
      );
    }
    if (one === other) return one === null || remember(field, String(one), String(other));
    if (typeof one !== 'string' || typeof other !== 'string' || isGraded(field)) return false;
    return remember(field, one, other);
  }

  function remember(field: string, one: string, other: string): boolean {
    const [from, to] = [`${field}\u0000${one}`, `${field}\u0000${other}`];
    const known = forth.get(from) ?? other;
    const origin = back.get(to) ?? one;
    forth.set(from, other);
    back.set(to, one);
    return known === other && origin === one;
  }
}
