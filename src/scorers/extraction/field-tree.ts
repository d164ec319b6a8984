import { isJsonObject } from '../../model/json/json-value.ts';
import { brandedKey, customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { FieldDefinition, SchemaNode } from '../../model/processor/processor-config.ts';

/** Type of a leaf; selects the default comparator. */
export const leafTypes = ['string', 'number', 'currency', 'date', 'boolean', 'enum'] as const;
export type LeafType = (typeof leafTypes)[number];

/** Declaration of one value in the configuration of a processor; `undefined` for an unknown type. */
export type FieldNode =
  | { readonly kind: 'leaf'; readonly type: LeafType; readonly label?: string }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, FieldNode>; readonly label?: string }
  | { readonly kind: 'array'; readonly items: FieldNode | undefined; readonly label?: string };

export interface FieldLine {
  /** Dotted name, such as `line_items.amount`. */
  readonly field: string;
  readonly label: string;
  readonly depth: number;
  readonly type: LeafType | 'object' | 'array';
  /** Whether the field itself has values. False for objects and tables, because their members have the values. */
  readonly isLeaf: boolean;
}

/** Largest depth that is read. Valid configurations have three levels, but invalid ones can nest deeper. */
const maxDepth = 32;

/** Returns the tree of a JSON schema, or of a fields array if there is no schema; `null` if there is neither. */
export function schemaTree(config: {
  readonly schema?: SchemaNode;
  readonly fields?: readonly FieldDefinition[];
}): FieldNode | null {
  if (config.schema !== undefined) return treeOfSchema(config.schema, 0) ?? null;
  return config.fields === undefined ? null : treeOfFields(config.fields, 0);
}

function treeOfSchema(node: SchemaNode, depth: number): FieldNode | undefined {
  if (depth > maxDepth) return undefined;
  const custom = customTypeOf(node);
  const name = node[brandedKey(node, 'name') ?? ''];
  const label = typeof name === 'string' ? { label: name } : {};
  if (custom === 'currency' || custom === 'date') return { kind: 'leaf', type: custom, ...label };
  const type = typesOf(node)[0];
  if (type === 'object' || (type === undefined && node.properties !== undefined)) {
    const members = new Map<string, FieldNode>();
    for (const key of memberOrder(node)) {
      const child = treeOfSchema(node.properties?.[key] as SchemaNode, depth + 1);
      if (child !== undefined) members.set(key, child);
    }
    return { kind: 'object', members, ...label };
  }
  if (type === 'array') {
    const items = isJsonObject(node.items) ? treeOfSchema(node.items as SchemaNode, depth + 1) : undefined;
    return { kind: 'array', items, ...label };
  }
  if (node.enum !== undefined) return { kind: 'leaf', type: 'enum', ...label };
  if (type === 'number' || type === 'integer') return { kind: 'leaf', type: 'number', ...label };
  if (type === 'boolean' || type === 'string') return { kind: 'leaf', type, ...label };
  return undefined;
}

/** Returns the members in the order of the `required` list, then all other members (rule 10 of the specification). */
function memberOrder(node: SchemaNode): string[] {
  const properties = node.properties ?? {};
  const known = (node.required ?? []).filter((key) => Object.hasOwn(properties, key));
  return [...new Set([...known, ...Object.keys(properties)])].filter((key) => isJsonObject(properties[key]));
}

/** Members of a signature (rule 8 of the specification). */
const signatureMembers: ReadonlyMap<string, FieldNode> = new Map<string, FieldNode>([
  ['printed_name', { kind: 'leaf', type: 'string' }],
  ['signature_date', { kind: 'leaf', type: 'date' }],
  ['is_signed', { kind: 'leaf', type: 'boolean' }],
  ['title_or_role', { kind: 'leaf', type: 'string' }],
]);

function treeOfFields(fields: readonly FieldDefinition[], depth: number): FieldNode {
  const members = new Map<string, FieldNode>();
  if (depth <= maxDepth) for (const field of fields) members.set(field.id, treeOfField(field, depth));
  return { kind: 'object', members };
}

function treeOfField(field: FieldDefinition, depth: number): FieldNode {
  const label = field.name;
  switch (field.type) {
    case 'array':
      return { kind: 'array', items: treeOfFields(field.schema ?? [], depth + 1), label };
    case 'object':
      return { ...treeOfFields(field.schema ?? [], depth + 1), label };
    case 'signature':
      return { kind: 'object', members: signatureMembers, label };
    default:
      return { kind: 'leaf', type: field.type, label };
  }
}

/** Returns every field below the root with its dotted name, parents before their members; empty for `null`. */
export function listFields(tree: FieldNode | null): FieldLine[] {
  const lines: FieldLine[] = [];
  const visit = (node: FieldNode, field: string, key: string, depth: number): void => {
    if (field !== '') {
      const type = node.kind === 'leaf' ? node.type : node.kind;
      lines.push({ field, label: node.label ?? key, depth, type, isLeaf: hasValues(node) });
    }
    const below = node.kind === 'array' ? node.items : node;
    if (below?.kind !== 'object') return;
    for (const [name, child] of below.members) {
      visit(child, field === '' ? name : `${field}.${name}`, name, field === '' ? 0 : depth + 1);
    }
  };
  if (tree !== null) visit(tree, '', '', 0);
  return lines;
}

/** Returns whether the values of a field are leaves: a leaf, or a list of plain values. */
function hasValues(node: FieldNode | undefined): boolean {
  return node === undefined || node.kind === 'leaf' || (node.kind === 'array' && hasValues(node.items));
}
