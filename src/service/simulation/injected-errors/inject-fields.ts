import { customTypeOf, typesOf } from '../../../model/processor/json-schema-rules.ts';
import type {
  ExtractConfig,
  FieldDefinition,
  SchemaNode,
} from '../../../model/processor/processor-config.ts';
import type { InjectedError } from '../../../model/wire/local/injected-errors.ts';

type InjectedFieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'currency'
  | 'enum'
  | 'object'
  | 'array'
  | 'other';

/** A field of a config, as the injection needs it. */
export interface InjectionField {
  readonly name: string;
  readonly kind: InjectedFieldKind;
  readonly choices: readonly string[];
  readonly children: readonly InjectionField[];
}

export function injectionFields(config: ExtractConfig): InjectionField[] {
  return config.schema === undefined
    ? (config.fields ?? []).map(fromDefinition)
    : fromProperties(config.schema);
}

function fromProperties(node: SchemaNode | undefined): InjectionField[] {
  return Object.entries(node?.properties ?? {}).map(([name, child]) => {
    const kind = kindOf(child);
    return {
      name,
      kind,
      choices: (child.enum ?? []).filter((choice) => choice !== null),
      children:
        kind === 'array' ? fromProperties(child.items) : kind === 'object' ? fromProperties(child) : [],
    };
  });
}

function kindOf(node: SchemaNode): InjectedFieldKind {
  const custom = customTypeOf(node);
  if (custom === 'date' || custom === 'currency') return custom;
  if (custom !== undefined) return 'other';
  if (node.enum !== undefined) return 'enum';
  const type = typesOf(node)[0];
  if (type === 'object') return node.properties === undefined ? 'other' : 'object';
  return type === 'string' ||
    type === 'number' ||
    type === 'integer' ||
    type === 'boolean' ||
    type === 'array'
    ? type
    : 'other';
}

function fromDefinition(field: FieldDefinition): InjectionField {
  return {
    name: field.id,
    kind: field.type === 'signature' ? 'other' : field.type,
    choices: (field.enum ?? []).map(({ value }) => value),
    children: (field.schema ?? []).map(fromDefinition),
  };
}

/** An output after the injection, with the injected errors. */
export interface InjectedOutput {
  readonly output: unknown;
  readonly errors: readonly Omit<InjectedError, 'injectionId'>[];
}
