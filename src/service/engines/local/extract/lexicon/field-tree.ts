import { brandedKey, customTypeOf, typesOf } from '../../../../../model/processor/json-schema-rules.ts';
import type {
  ExtractConfig,
  FieldDefinition,
  SchemaNode,
} from '../../../../../model/processor/processor-config.ts';

export type FieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'date'
  | 'currency'
  | 'boolean'
  | 'enum'
  | 'signature'
  | 'object'
  | 'array';

/** A field to extract, from a schema or a fields array. */
export interface FieldNode {
  readonly key: string;
  /** Display name in the config, or the key of the field if the config has no display name. */
  readonly name: string;
  readonly description: string;
  readonly kind: FieldKind;
  readonly options: readonly string[];
  /** Description of each option, in the order of `options`. An option without a description has an empty text. */
  readonly optionDescriptions: readonly string[];
  /** Fields of an object or of the items of an array, in extraction order. */
  readonly children: readonly FieldNode[];
}

/** Returns the fields of a config as a tree. A schema and the corresponding fields array give the same tree. */
export function fieldTreeOf(config: ExtractConfig): FieldNode[] {
  if (config.schema !== undefined) return childrenOf(config.schema, 0);
  return (config.fields ?? []).map((field) => fromDefinition(field, 0));
}

/**
 * Maximum depth of the tree. Valid schemas are less deep. The limit protects the call stack against hostile
 * schemas.
 */
const maxDepth = 12;

function childrenOf(node: SchemaNode, depth: number): FieldNode[] {
  if (depth > maxDepth) return [];
  const properties = node.properties ?? {};
  const ordered = [
    ...(node.required ?? []).filter((key) => Object.hasOwn(properties, key)),
    ...Object.keys(properties),
  ];
  return [...new Set(ordered)].map((key) => fromSchema(key, properties[key] as SchemaNode, depth));
}

function fromSchema(key: string, node: SchemaNode, depth: number): FieldNode {
  const name = node[brandedKey(node, 'name') ?? ''];
  const kind = kindOf(node);
  const source = kind === 'array' ? (node.items ?? {}) : node;
  const options = (node.enum ?? []).filter((option): option is string => typeof option === 'string');
  const described = node[brandedKey(node, 'descriptions') ?? ''];
  const optionDescriptions = Array.isArray(described) ? described : [];
  return {
    key,
    name: typeof name === 'string' && name.trim() !== '' ? name : key,
    description: node.description ?? '',
    kind,
    options,
    optionDescriptions: options.map((_, index) => String(optionDescriptions[index] ?? '')),
    children: kind === 'object' || kind === 'array' ? childrenOf(source, depth + 1) : [],
  };
}

function kindOf(node: SchemaNode): FieldKind {
  const custom = customTypeOf(node);
  if (custom === 'date' || custom === 'currency' || custom === 'signature') return custom;
  if (node.enum !== undefined) return 'enum';
  const type = typesOf(node)[0];
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type === 'object' || type === 'array') return type;
  return 'string';
}

function fromDefinition(field: FieldDefinition, depth: number): FieldNode {
  return {
    key: field.id,
    name: field.name === '' ? field.id : field.name,
    description: field.description,
    kind: field.type,
    options: (field.enum ?? []).map((option) => option.value),
    optionDescriptions: (field.enum ?? []).map((option) => option.description),
    children: depth > maxDepth ? [] : (field.schema ?? []).map((child) => fromDefinition(child, depth + 1)),
  };
}
