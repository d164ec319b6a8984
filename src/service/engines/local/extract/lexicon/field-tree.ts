import { brandedKey, customTypeOf, typesOf } from '../../../../../model/processor/json-schema-rules.ts';
import type {
  ExtractConfig,
  FieldDefinition,
  SchemaNode,
} from '../../../../../model/processor/processor-config.ts';
import { resolveSchemaNode } from './schema-choices.ts';

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
  /**
   * Element of an array whose items are not objects, for example of a list of texts. The key of the element is empty.
   */
  readonly element?: FieldNode;
  /** Whether the schema accepts both a number and a text, as in `anyOf` integer and string. */
  readonly orText?: true;
  /** Format of a text in the schema, such as `email`. */
  readonly format?: string;
  /** Value that the schema gives as the default. */
  readonly fallback?: string;
}

/** Returns the fields of a config as a tree. A schema and the corresponding fields array give the same tree. */
export function fieldTreeOf(config: ExtractConfig): FieldNode[] {
  if (config.schema !== undefined) return new SchemaReader(config.schema).childrenOf(config.schema, 0);
  return (config.fields ?? []).map((field) => fromDefinition(field, 0));
}

/**
 * Maximum depth of the tree. Valid schemas are less deep. The limit protects the call stack against hostile
 * schemas.
 */
const maxDepth = 12;
/** Maximum number of fields. The limit protects against schemas whose references multiply the fields. */
const maxFields = 5_000;

class SchemaReader {
  readonly #root: SchemaNode;
  #count = 0;

  constructor(root: SchemaNode) {
    this.#root = root;
  }

  childrenOf(node: SchemaNode, depth: number): FieldNode[] {
    if (depth > maxDepth) return [];
    const properties = node.properties ?? {};
    const ordered = [
      ...(node.required ?? []).filter((key) => Object.hasOwn(properties, key)),
      ...Object.keys(properties),
    ];
    return [...new Set(ordered)].flatMap((key) => {
      this.#count += 1;
      return this.#count > maxFields ? [] : [this.#field(key, properties[key] as SchemaNode, depth)];
    });
  }

  #field(key: string, raw: SchemaNode, depth: number): FieldNode {
    const { node, orText } = resolveSchemaNode(raw, this.#root);
    const name = node[brandedKey(node, 'name') ?? ''];
    const kind = kindOf(node);
    const items = kind === 'array' ? resolveSchemaNode(node.items ?? {}, this.#root).node : undefined;
    const itemKind = items === undefined ? undefined : kindOf(items);
    const isList = items !== undefined && itemKind !== 'object' && Object.keys(items).length > 0;
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
      children:
        kind === 'object' || (kind === 'array' && !isList) ? this.childrenOf(items ?? node, depth + 1) : [],
      ...(isList && depth < maxDepth && { element: this.#field('', node.items as SchemaNode, depth + 1) }),
      ...(orText && { orText }),
      ...(typeof node.format === 'string' && { format: node.format }),
      ...(typeof node.default === 'string' && { fallback: node.default }),
    };
  }
}

function kindOf(node: SchemaNode): FieldKind {
  const custom = customTypeOf(node);
  if (custom === 'date' || custom === 'currency' || custom === 'signature') return custom;
  if (node.enum !== undefined) return 'enum';
  const type = typesOf(node)[0];
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type === 'object' || type === 'array') return type;
  return node.format === 'date' ? 'date' : 'string';
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
