import { customTypeOf, typesOf } from '../../model/json-schema-rules.ts';
import type { FieldDefinition, ProcessorConfig, SchemaNode } from '../../model/processor-config.ts';

export interface ListedField {
  /** `line_items.amount` */
  readonly field: string;
  readonly label: string;
  readonly depth: number;
  readonly type: string;
  readonly isLeaf: boolean;
}

/** The fields of a config in schema order, nodes before their children; fields only seen in ledgers follow. */
export function listFields(config: ProcessorConfig, seen: Iterable<string>): ListedField[] {
  const listed: ListedField[] = [];
  if (config.type === 'EXTRACT') {
    if (config.schema !== undefined) addSchema(config.schema, '', 0);
    else for (const field of config.fields ?? []) addDefinition(field, '', 0);
  }
  const known = new Set(listed.map((entry) => entry.field));
  const extra = [...seen].filter((field) => !known.has(field)).sort();
  for (const field of extra)
    listed.push({ field, label: field, depth: 0, type: 'not in the schema', isLeaf: true });
  return listed;

  function addSchema(node: SchemaNode, path: string, depth: number): void {
    const properties = node.properties ?? {};
    const first = (node.required ?? []).filter((key) => key in properties);
    const order = [...first, ...Object.keys(properties).filter((key) => !first.includes(key))];
    for (const key of order) {
      const child = properties[key] as SchemaNode;
      const field = path === '' ? key : `${path}.${key}`;
      const custom = customTypeOf(child);
      const type = custom ?? (child.enum === undefined ? (typesOf(child)[0] ?? 'any') : 'enum');
      const inner =
        type === 'array' ? child.items : type === 'object' || type === 'signature' ? child : undefined;
      listed.push({ field, label: key, depth, type, isLeaf: inner === undefined });
      if (inner !== undefined) addSchema(inner, field, depth + 1);
    }
  }

  function addDefinition(definition: FieldDefinition, path: string, depth: number): void {
    const field = path === '' ? definition.id : `${path}.${definition.id}`;
    const inner = definition.schema;
    listed.push({ field, label: definition.name, depth, type: definition.type, isLeaf: inner === undefined });
    for (const child of inner ?? []) addDefinition(child, field, depth + 1);
  }
}
