import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import type { ExtractionConfig } from './compile-scorer.ts';
import { compileRules, countValues, FieldPlan } from './extraction/field-plan.ts';
import { schemaTree } from './extraction/field-tree.ts';
import { normaliseExtraction } from './extraction/normalise-extraction.ts';
import type { ExtractionScoringOptions } from './extraction/scoring-options.ts';
import { type PlaceStep, planAt, rowsByKey, valueAt, withValueAt } from './place-steps.ts';

/** A place of a document where outputs differ: a value, a cell, a whole table, or the whole document. */
export interface DifferingPlace {
  /** Steps from the root of the output; empty for the whole document. */
  readonly steps: readonly PlaceStep[];
  /**
   * Path of the place: `seller.name`, `items[2].price` (the third row, if rows are paired by position) or
   * `items[sku="a1"].price` (if rows are paired by key); `$` for the whole document.
   */
  readonly path: string;
  /** One value per output; `undefined` if the output has no value at the place. */
  readonly values: readonly (JsonValue | undefined)[];
  /**
   * Set for a place in a table whose rows are paired by key. `field` is the field of the table, and `values` has the
   * row of the place in each output. If the gold has several rows with this key, the scores can also differ in values
   * of the row that are equal in all outputs.
   */
  readonly keyedRow?: { readonly field: string; readonly values: readonly (JsonValue | undefined)[] };
}

/** Finds the places of documents where outputs can have different scores. */
export interface PlaceFinder {
  /**
   * Returns the places in the order of the schema; an empty list if all outputs have the same score, whatever the gold
   * is.
   */
  differences(outputs: readonly unknown[]): DifferingPlace[];
  /** Returns a copy of `output` that contains only `places`; `undefined` if there is no output. */
  only(output: unknown, places: readonly PlaceSteps[]): { value: JsonValue } | undefined;
  /**
   * Builds a gold, in the shape of an output, from one value per place. If a value is `undefined`, the gold has no
   * value at this place.
   */
  gold(values: readonly (PlaceSteps & { readonly value: JsonValue | undefined })[]): { value: JsonValue };
  /** Returns the number of values in an output. */
  count(output: unknown): number;
  without(output: unknown, places: readonly PlaceSteps[]): JsonValue;
}

type PlaceSteps = Pick<DifferingPlace, 'steps'>;

/** Path of the place that is the whole document. */
export const wholeDocument = '$';

/**
 * Compiles a configuration and options into a finder of differing places. If a document has no such place, every output
 * has the same score, whatever the gold is:
 * - Values are equal if the comparator gives them the same key. Comparators that accept different values (tolerances,
 *   thresholds, lists, functions of the user) have no key, so values are equal only if their JSON is equal.
 * - With the policy `emptiness: service`, null, empty and missing values are equal.
 * - A table is one place, because the gold decides which of its rows are paired. With the alignment `index`, the places
 *   are the differing cells instead. With the alignment `key`, the places are the differing cells if all outputs have
 *   rows with the same keys. An exception is a gold with several rows of one key: equal cells of these rows can get
 *   different scores.
 * - With the policy `emptiness: strict`, a table is always one place, because an empty row is then a value.
 * - If only some of the outputs are missing, the whole document is one place.
 */
export function compilePlaceFinder(
  { schema, fields }: ExtractionConfig,
  options: ExtractionScoringOptions,
): PlaceFinder {
  const tree = schemaTree({ ...(schema == null ? {} : { schema }), ...(fields == null ? {} : { fields }) });
  const root = new FieldPlan('', tree ?? undefined, compileRules(options));
  const normalised = (output: unknown) => normaliseExtraction(output, tree, fields).value;
  return {
    differences: (outputs) => {
      const values = outputs.map(normalised);
      const whole = { steps: [], path: wholeDocument, values };
      if (values.every((value) => value === undefined)) return [];
      if (values.includes(undefined)) return [whole];
      const found: DifferingPlace[] = [];
      addDifferences({ ...whole, plan: root }, found);
      return found;
    },
    only: (output, places) => {
      const value = normalised(output);
      if (value === undefined) return undefined;
      return partAt(places.map(({ steps }) => ({ steps, value: valueAt(root, value, steps) })));
    },
    gold: partAt,
    count: (output) => countValues(root, normalised(output)),
    without: (output, places) =>
      places.reduce<JsonValue>(
        (rest, { steps }) => withValueAt(root, rest, steps, undefined) ?? {},
        normalised(output) ?? {},
      ),
  };

  function partAt(values: readonly (PlaceSteps & { readonly value: JsonValue | undefined })[]) {
    const put = (part: JsonValue, { steps, value }: (typeof values)[number]): JsonValue =>
      value === undefined ? part : (withValueAt(root, part, steps, value) ?? {});
    return { value: values.reduce(put, {}) };
  }
}

type Values = readonly (JsonValue | undefined)[];

/** A place in which outputs may differ, with the scoring rules of its field. */
interface Candidate extends DifferingPlace {
  readonly plan: FieldPlan;
}

function addDifferences(at: Candidate, found: DifferingPlace[]): void {
  const { plan, values } = at;
  if (plan.excluded || areEqual(plan, values)) return;
  const parts = comparableParts(at);
  if (parts === null) {
    const { plan: _, ...place } = at;
    found.push(place);
  } else for (const part of parts) addDifferences(part, found);
}

/**
 * Returns the parts of a value that can be compared one by one; `null` if the gold decides which parts belong together.
 */
function comparableParts(at: Candidate): Candidate[] | null {
  const { plan, values, steps } = at;
  const shapes = values.map((value) => plan.shapeOf(value));
  const kind = plan.declared?.kind;
  const isObject = shapes.every((shape) => shape === 'object' || (shape === 'none' && !plan.strict));
  if (isObject && (kind === 'object' || kind === undefined)) return membersOf(at);
  const isTable =
    plan.declared?.kind === 'array' && plan.declared.items?.kind === 'object' && steps.length > 0;
  return isTable && !plan.strict && shapes.every((shape) => shape === 'array') ? rowsOf(at) : null;
}

function membersOf(at: Candidate): Candidate[] {
  const { plan, values, path } = at;
  const keys = new Set([
    ...plan.declaredKeys,
    ...values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])),
  ]);
  return [...keys].map((key) => {
    const isPlain = !/[.[\]"=]/.test(key) && key !== '' && key !== wholeDocument;
    const text = isPlain ? (at.steps.length === 0 ? key : `.${key}`) : `[${JSON.stringify(key)}]`;
    return stepInto(at, key, at.steps.length === 0 ? text : `${path}${text}`);
  });
}

function rowsOf(at: Candidate): Candidate[] | null {
  const { plan, values, path } = at;
  const { alignment } = plan;
  if (alignment === 'optimal') return null;
  if (alignment === 'index') {
    const rows = Math.max(...values.map((value) => (value as readonly JsonValue[]).length));
    return Array.from({ length: rows }, (_, row) => stepInto(at, row, `${path}[${row}]`));
  }
  const rows = rowsByKey(plan, values, alignment.key);
  return (
    rows &&
    [...rows.values()].map((row) => {
      const texts = alignment.key.map((name, i) => `${name}=${JSON.stringify(row.key[i])}`);
      return stepInto(at, row, `${path}[${texts.join(',')}]`);
    })
  );
}

function stepInto(at: Candidate, step: PlaceStep, path: string): Candidate {
  const { plan, steps, keyedRow } = at;
  const values = at.values.map((value) => valueAt(plan, value, [step]));
  const isKeyed = typeof step === 'object' && keyedRow === undefined;
  return {
    ...at,
    plan: planAt(plan, step),
    steps: [...steps, step],
    path,
    values,
    ...(isKeyed && { keyedRow: { field: plan.field, values } }),
  };
}

/** Returns whether all values have the same outcome, whatever the gold is. */
function areEqual(plan: FieldPlan, values: Values): boolean {
  const [first, ...others] = values.map((value) => keyOf(plan, value));
  return others.every((key) => key === first);
}

/** Returns a text that is equal for values that have the same outcome, whatever the gold is. */
function keyOf(plan: FieldPlan, value: JsonValue | undefined): string {
  if (plan.shapeOf(value) === 'none') return 'none';
  if (plan.keyed !== null && value !== null && typeof value !== 'object' && value !== undefined) {
    const key = plan.keyed.key(value);
    // With the policy `strict`, a blank text is not equal to another text with the same key, so compare its JSON.
    const isBlank = plan.strict && typeof value === 'string' && value.trim() === '';
    if (key !== null && !isBlank) return `key ${key}`;
  }
  return `json ${canonicalJson(value)}`;
}

/** Returns the field of a place: its path without rows, or an empty text for the whole document. */
export function fieldOfPlace({ steps, path }: Pick<DifferingPlace, 'steps' | 'path'>): string {
  if (path === wholeDocument) return '';
  return steps.length === 0 ? path : steps.filter((step) => typeof step === 'string').join('.');
}
