import type { ExtractConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import { type FieldNode, schemaTree } from '../../scorers/extraction/field-tree.ts';

/** Type of a declared field, which decides how its values are compared. Only texts and dates can be fuzzy. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'currency' | 'json';

/** A node in the tree of declared fields. An object without declared members is one cell. */
export type CellTree =
  | { readonly kind: 'cell'; readonly cell: CellKind }
  | { readonly kind: 'object' | 'array'; readonly members: ReadonlyMap<string, CellTree> };

/** Returns the tree of the fields that a config declares. */
export function cellTree(config: ExtractConfig): CellTree {
  const tree = schemaTree(config);
  return tree === null ? { kind: 'object', members: new Map() } : cellTreeOf(tree, true);
}

function cellTreeOf(node: FieldNode, isRoot: boolean): CellTree {
  if (node.kind === 'leaf') {
    return { kind: 'cell', cell: node.type === 'string' || node.type === 'enum' ? 'text' : node.type };
  }
  const inside = node.kind === 'array' ? node.items : node;
  const entries = inside?.kind === 'object' ? [...inside.members] : [];
  if (node.kind === 'object' && entries.length === 0 && !isRoot) return { kind: 'cell', cell: 'json' };
  return {
    kind: node.kind,
    members: new Map(entries.map(([key, child]) => [key, cellTreeOf(child, false)])),
  };
}

/** Removes fields and everything inside them. `fields` are dotted paths. */
export function withoutFields(tree: CellTree, fields: readonly string[]): CellTree {
  const left = new Set(fields);
  const visit = (node: CellTree, field: string): CellTree => {
    if (node.kind === 'cell') return node;
    const members = [...node.members].flatMap(([key, member]): [string, CellTree][] => {
      const path = field === '' ? key : `${field}.${key}`;
      return left.has(path) ? [] : [[key, visit(member, path)]];
    });
    return { kind: node.kind, members: new Map(members) };
  };
  return visit(tree, '');
}

/**
 * Converts the tree to a schema. The schema has only texts and money, because `inCellForm` converts all other values to
 * texts.
 */
export function scoringSchema(tree: CellTree): SchemaNode {
  if (tree.kind === 'cell')
    return tree.cell === 'currency'
      ? { type: 'object', properties: {}, 'service:type': 'currency' }
      : { type: ['string', 'null'] };
  const properties = Object.fromEntries(
    [...tree.members].map(([key, member]) => [key, scoringSchema(member)]),
  );
  const object: SchemaNode = { type: 'object', properties, required: Object.keys(properties) };
  return tree.kind === 'array' ? { type: 'array', items: object } : object;
}

/** Lists every declared field by its dotted name, parents first. */
export function declaredFields(tree: CellTree): { field: string; node: CellTree }[] {
  const found: { field: string; node: CellTree }[] = [];
  const visit = (node: CellTree, field: string): void => {
    if (field !== '') found.push({ field, node });
    if (node.kind === 'cell') return;
    for (const [key, member] of node.members) visit(member, field === '' ? key : `${field}.${key}`);
  };
  visit(tree, '');
  return found;
}
