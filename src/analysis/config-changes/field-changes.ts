import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig, ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/sections/comparison-section.ts';
import { listFields, schemaTree } from '../../scorers/extraction/field-tree.ts';
import { type ComparedConfigs, partsOnOneSide, type UnsharedParts } from './renames.ts';

/**
 * Returns the fields that only one of two configs has (added, removed or renamed), and the fields that have different
 * shapes in the two configs (retyped). Omits the fields inside a changed field. A renamed field keeps its type and its
 * parent. The `reason` of a renamed field states the evidence: equal values in most documents, the same description, or
 * similar names.
 */
export function fieldChanges({ plan, renames }: Pick<ComparedConfigs, 'plan' | 'renames'>): FieldChange[] {
  const parts = fieldsOnOneSide(plan);
  if (parts === null) return [];
  return [...parts.retyped, ...partsOnOneSide(parts, renames, (side) => `only the ${side} reads it`)];
}

/**
 * Returns the fields that at least one config lacks, or that have different shapes (value, object or array) in the
 * configs. Such fields cannot be compared. Omits the fields inside them. Returns an empty list if a config has no
 * fields.
 */
export function unsharedFields(configs: readonly ProcessorConfig[]): string[] {
  const types = configs.flatMap((config) => (config.type === 'EXTRACT' ? [fieldTypes(config)] : []));
  if (types.some((fields) => fields.size === 0)) return [];
  const all = [...new Set(types.flatMap((fields) => [...fields.keys()]))];
  return topmost(all.filter((field) => new Set(types.map((fields) => shapeOf(fields.get(field)))).size > 1));
}

/** Returns the change of `field` itself or of a field that contains it. Returns `undefined` if neither changed. */
export function changeOf(field: string, changes: readonly FieldChange[]): FieldChange | undefined {
  return changes.find(
    (change) => isUnder(field, [change.field]) || (change.to !== null && isUnder(field, [change.to])),
  );
}

/** Returns whether `field` is in the list `fields`, or inside a field of the list. */
export function isUnder(field: string, fields: readonly string[]): boolean {
  return fields.some((other) => field === other || field.startsWith(`${other}.`));
}

/**
 * Returns the fields that only one config has, or that have different shapes (value, object or array) in the two
 * configs. Returns `null` unless the plan has exactly two configs that extract fields.
 */
export function fieldsOnOneSide({
  versions,
}: RunPlan): (UnsharedParts & { readonly retyped: readonly FieldChange[] }) | null {
  const [before, after] = versions.map(({ config }) => config);
  if (versions.length !== 2 || before?.type !== 'EXTRACT' || after?.type !== 'EXTRACT') return null;
  const [old, now] = [fieldTypes(before), fieldTypes(after)];
  const retyped = [...old.keys()].filter(
    (field) => now.has(field) && shapeOf(now.get(field)) !== shapeOf(old.get(field)),
  );
  const onlyIn = (one: typeof old, other: typeof old) =>
    topmost([...one.keys()].filter((field) => !other.has(field) && !isUnder(field, retyped)));
  return {
    part: 'field',
    retyped: retyped.map((field) => {
      const reason = `${old.get(field)} in the baseline, ${now.get(field)} in the candidate`;
      return { part: 'field', field, change: 'retyped', to: null, reason };
    }),
    removed: onlyIn(old, now),
    added: onlyIn(now, old),
    texts: [descriptionsOf(before), descriptionsOf(after)],
    mayBeRenamed: (was, is) => old.get(was) === now.get(is) && parentOf(was) === parentOf(is),
  };
}

export function fieldTypes(config: ExtractConfig): Map<string, string> {
  return new Map(listFields(schemaTree(config)).map(({ field, type }) => [field, type]));
}

/** Returns the shape of a type: `object`, `array` or `value`. Fields of different shapes cannot be compared. */
function shapeOf(type: string | undefined): string | undefined {
  return type === undefined || type === 'object' || type === 'array' ? type : 'value';
}

/** Returns the fields that are not inside another field of the list. */
export function topmost(fields: readonly string[]): string[] {
  return fields.filter((field) => !fields.some((other) => field.startsWith(`${other}.`)));
}

function parentOf(field: string): string {
  return field.split('.').slice(0, -1).join('.');
}

/** Returns the descriptions in a JSON schema or a fields array, by dotted name. */
function descriptionsOf(config: ExtractConfig): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (node: unknown, field: string): void => {
    if (!isJsonObject(node)) return;
    if (field !== '' && typeof node.description === 'string') texts.set(field, node.description.trim());
    if (isJsonObject(node.items)) visit({ ...node.items, description: undefined }, field);
    for (const [name, child] of Object.entries(isJsonObject(node.properties) ? node.properties : {}))
      visit(child, field === '' ? name : `${field}.${name}`);
    for (const child of Array.isArray(node.schema) ? node.schema : [])
      if (isJsonObject(child)) visit(child, field === '' ? String(child.id) : `${field}.${String(child.id)}`);
  };
  visit(config.schema ?? { schema: config.fields }, '');
  return texts;
}
