import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import { type FieldLine, listFields, schemaTree } from '../../../scorers/extraction/field-tree.ts';

export type ListedField = Omit<FieldLine, 'type'> & { readonly type: string };

/** The fields of a config in schema order, nodes before their children; fields only seen in ledgers follow. */
export function fieldList(config: ProcessorConfig, seen: Iterable<string>): ListedField[] {
  const tree = config.type === 'EXTRACT' ? schemaTree(config) : null;
  const listed: ListedField[] = tree === null ? [] : listFields(tree);
  const known = new Set(listed.map((entry) => entry.field));
  const extra = [...seen].filter((field) => !known.has(field)).sort();
  return [
    ...listed,
    ...extra.map((field) => ({ field, label: field, depth: 0, type: 'not in the schema', isLeaf: true })),
  ];
}
