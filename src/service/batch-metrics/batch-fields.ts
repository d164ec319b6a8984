import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ExtractConfig, FieldDefinition, SchemaNode } from '../../model/processor/processor-config.ts';
import type { Conventions } from './conventions.ts';

/** A field in the metrics. */
export interface BatchField {
  readonly name: string;
  /** Path from the root, with dots and without row numbers. */
  readonly path: string;
  readonly kind: 'value' | 'number' | 'currency' | 'object' | 'array';
  readonly fuzzy: boolean;
  readonly conventions: Conventions;
  readonly children: readonly BatchField[];
}

export interface FieldOptions {
  readonly fuzzyMatchFields: readonly string[];
  readonly excludeFields: readonly string[];
  readonly conventions: Conventions;
}

/** Returns the fields of a config. An option for a field also applies to its nested fields. */
export function batchFields(config: ExtractConfig, options: FieldOptions): BatchField[] {
  return config.schema === undefined
    ? fromDefinitions(config.fields ?? [], '', options)
    : fromProperties(config.schema, '', options);
}

function fromProperties(node: SchemaNode | undefined, parent: string, options: FieldOptions): BatchField[] {
  return Object.entries(node?.properties ?? {}).flatMap(([name, child]) => {
    const types = typesOf(child);
    const inside = types.includes('array') ? child.items : child;
    return makeField(name, parent, options, kindOfNode(child, types), (path) =>
      fromProperties(inside, path, options),
    );
  });
}

function kindOfNode(node: SchemaNode, types: readonly string[]): BatchField['kind'] {
  if (customTypeOf(node) === 'currency') return 'currency';
  if (types.includes('array')) return 'array';
  // An object without fields is compared as one value.
  if (types.includes('object')) return node.properties === undefined ? 'value' : 'object';
  return types.includes('number') || types.includes('integer') ? 'number' : 'value';
}

function fromDefinitions(
  fields: readonly FieldDefinition[],
  parent: string,
  options: FieldOptions,
): BatchField[] {
  return fields.flatMap((field) => {
    const { type } = field;
    const kind =
      type === 'number' || type === 'currency' || type === 'array' || type === 'object' ? type : 'value';
    return makeField(field.id, parent, options, kind, (path) =>
      fromDefinitions(field.schema ?? [], path, options),
    );
  });
}

function makeField(
  name: string,
  parent: string,
  options: FieldOptions,
  kind: BatchField['kind'],
  children: (path: string) => BatchField[],
): BatchField[] {
  const path = parent === '' ? name : `${parent}.${name}`;
  const { conventions } = options;
  if (isNamed(path, options.excludeFields) && !conventions.excludedIncluded) return [];
  const fuzzy = isNamed(path, options.fuzzyMatchFields);
  const below = kind === 'object' || kind === 'array' ? children(path) : [];
  return [{ name, path, kind, fuzzy, conventions, children: below }];
}

function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => path === name || path.startsWith(`${name}.`));
}
