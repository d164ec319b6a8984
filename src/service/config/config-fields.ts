import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type {
  ExtractConfig,
  FieldDefinition,
  FieldType,
  SchemaNode,
} from '../../model/processor/processor-config.ts';

/** A field of an extraction config. The config has either a JSON schema or a list of fields. */
export interface ConfigField {
  readonly name: string;
  /** Path of the field from the root, without row numbers, such as `line_items.amount`. */
  readonly path: string;
  readonly kind: FieldType | 'integer';
  readonly choices: readonly string[];
  /** Whether the config has a (possibly empty) list of fields for this object or for the rows of this array. */
  readonly hasFields: boolean;
  readonly children: readonly ConfigField[];
}

export function configFields({ schema, fields = [] }: ExtractConfig): ConfigField[] {
  return schema === undefined ? fromDefinitions(fields, '') : fromProperties(schema, '');
}

function fromProperties(node: SchemaNode | undefined, parent: string): ConfigField[] {
  return Object.entries(node?.properties ?? {}).map(([name, child]) => {
    const path = `${parent}${name}`;
    const type = child.enum === undefined ? typesOf(child)[0] : 'enum';
    const kind = (customTypeOf(child) ?? type) as ConfigField['kind'];
    const choices = (child.enum ?? []).filter((choice) => choice !== null);
    const holder = kind === 'array' ? child.items : child;
    return {
      name,
      path,
      kind,
      choices,
      hasFields: kind !== 'currency' && holder?.properties !== undefined,
      children: kind === 'currency' ? [] : fromProperties(holder, `${path}.`),
    };
  });
}

function fromDefinitions(fields: readonly FieldDefinition[], parent: string): ConfigField[] {
  return fields.map(({ id, type, enum: options = [], schema = [] }) => {
    const path = `${parent}${id}`;
    const hasFields = type === 'array' || type === 'object';
    const children = hasFields ? fromDefinitions(schema, `${path}.`) : [];
    return { name: id, path, kind: type, choices: options.map(({ value }) => value), hasFields, children };
  });
}
