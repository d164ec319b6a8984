import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import type { ExtractionConfig } from './compile-scorer.ts';
import { compileRules, countValues, FieldPlan, ownMember } from './extraction/field-plan.ts';
import { schemaTree } from './extraction/field-tree.ts';
import { normaliseExtraction } from './extraction/normalise-extraction.ts';
import type { ExtractionScoringOptions } from './extraction/scoring-options.ts';

/** A place of a document where outputs differ: a value, a whole table, or the whole document. */
export interface DifferingPlace {
  /** Keys from the root of the output; empty for the whole document. */
  readonly keys: readonly string[];
  /** For example `seller.name`; `$` for the whole document. */
  readonly path: string;
  /** One value per output; `undefined` if the output does not have the place. */
  readonly values: readonly (JsonValue | undefined)[];
}

/** Finds the places of documents where outputs can have different scores. */
export interface PlaceFinder {
  /** Returns the places in the order of the schema; none if all outputs have the same score under every gold. */
  differences(outputs: readonly unknown[]): DifferingPlace[];
  /** Returns the part of an output at these places, as an output; `undefined` without an output. */
  only(output: unknown, places: readonly Pick<DifferingPlace, 'keys'>[]): { value: JsonValue } | undefined;
  /** Returns the number of values in an output. */
  count(output: unknown): number;
  /** Returns the part of an output outside these places. */
  without(output: unknown, places: readonly Pick<DifferingPlace, 'keys'>[]): JsonValue;
}

/** Path of the place that is the whole document. */
export const wholeDocument = '$';

/**
 * Compiles a configuration and options into a finder of differing places. If a document has no such place, every output
 * has the same score, whatever the gold is:
 * - Values are equal if the comparator gives them the same key. Comparators that accept different values (tolerances,
 *   thresholds, lists, functions of the user) have no key, so values are equal only if their JSON is equal.
 * - With the policy `emptiness: service`, null, empty and absent values are equal.
 * - A table is one place, because the gold decides which of its rows are paired.
 * - If only some outputs are absent, the whole document is one place.
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
      const found: DifferingPlace[] = [];
      if (values.some((value) => value === undefined)) {
        if (values.some((value) => value !== undefined)) found.push(placeOf([], values));
      } else addDifferences(root, values, [], found);
      return found;
    },
    only: (output, places) => {
      const value = normalised(output);
      if (value === undefined) return undefined;
      let part: JsonValue = {};
      for (const { keys } of places) {
        const found = at(value, keys);
        if (found !== undefined) part = withAt(part, keys, found);
      }
      return { value: part };
    },
    count: (output) => countValues(root, normalised(output)),
    without: (output, places) =>
      places.reduce<JsonValue>((rest, { keys }) => withAt(rest, keys, undefined), normalised(output) ?? {}),
  };
}

/** Returns a gold that has one value per place, as an output. A place with `undefined` is absent. */
export function goldAt(
  values: readonly { readonly keys: readonly string[]; readonly value: JsonValue | undefined }[],
): { value: JsonValue } {
  return { value: values.reduce<JsonValue>((gold, { keys, value }) => withAt(gold, keys, value), {}) };
}

type Values = readonly (JsonValue | undefined)[];

function addDifferences(
  plan: FieldPlan,
  values: Values,
  keys: readonly string[],
  found: DifferingPlace[],
): void {
  if (plan.excluded || areEqual(plan, values)) return;
  const shapes = values.map((value) => plan.shapeOf(value));
  const kind = plan.declared?.kind;
  const canEnter =
    (kind === 'object' || kind === undefined) &&
    shapes.every((shape) => shape === 'object' || (shape === 'none' && !plan.strict));
  if (!canEnter) {
    found.push(placeOf(keys, values));
    return;
  }
  const members = new Set([
    ...plan.declaredKeys,
    ...values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])),
  ]);
  for (const key of members)
    addDifferences(
      plan.member(key),
      values.map((value) => ownMember(value, key)),
      [...keys, key],
      found,
    );
}

/** Returns whether all values have the same outcome under every gold. */
function areEqual(plan: FieldPlan, values: Values): boolean {
  const [first, ...others] = values.map((value) => keyOf(plan, value));
  return others.every((key) => key === first);
}

/** Returns a text that is equal for values with the same outcome under every gold. */
function keyOf(plan: FieldPlan, value: JsonValue | undefined): string {
  if (plan.shapeOf(value) === 'none') return 'none';
  if (plan.keyed !== null && value !== null && typeof value !== 'object' && value !== undefined) {
    const key = plan.keyed.key(value);
    // With the policy `strict`, a blank text is a separate state.
    const isBlank = plan.strict && typeof value === 'string' && value.trim() === '';
    if (key !== null && !isBlank) return `key ${key}`;
  }
  return `json ${canonicalJson(value)}`;
}

function placeOf(keys: readonly string[], values: Values): DifferingPlace {
  const steps = keys.map((key, i) =>
    /[.[\]"]/.test(key) || key === '' || key === wholeDocument
      ? `[${JSON.stringify(key)}]`
      : `${i === 0 ? '' : '.'}${key}`,
  );
  return { keys, path: keys.length === 0 ? wholeDocument : steps.join(''), values };
}

function at(value: JsonValue, keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((inside, key) => ownMember(inside, key), value);
}

/** Returns a copy with a value at the keys, or without it if `put` is `undefined`. */
function withAt(value: JsonValue, keys: readonly string[], put: JsonValue | undefined): JsonValue {
  const [key, ...rest] = keys;
  if (key === undefined) return put ?? {};
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const inside = ownMember(value, key);
  const changed =
    rest.length === 0
      ? put
      : put === undefined && inside === undefined
        ? undefined
        : withAt(inside ?? {}, rest, put);
  const others = members.filter(([name]) => name !== key);
  // `fromEntries` also creates a member named `__proto__`, which an assignment would not.
  return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]]);
}
