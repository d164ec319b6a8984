import { pathSteps } from '../../base/value-path.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ExtractConfig, FieldDefinition, SchemaNode } from '../../model/processor/processor-config.ts';
import { type KnownName, knownName } from './near-name.ts';

/** The keys that a schema declares for one value. */
export interface SchemaNames {
  /** Name of the field without row numbers. Empty if the value is the whole document. */
  readonly field: string;
  /** Declared members of an object; `undefined` for a value that cannot have members. */
  readonly members: ReadonlyMap<string, SchemaNames> | undefined;
  /** Keys of each row of a list; `undefined` unless the value is a list. */
  readonly rows: SchemaNames | undefined;
  /** Whether the schema allows further members. */
  readonly isOpen: boolean;
  /**
   * `readable` counts the gold values that the schema declares. `unreadable` counts gold objects without any declared
   * key.
   */
  readonly seen: { readable: number; unreadable: number };
}

function namesOf(field: string, declared: Partial<SchemaNames> = {}): SchemaNames {
  const seen = { readable: 0, unreadable: 0 };
  return { field, members: undefined, rows: undefined, isOpen: false, seen, ...declared };
}

/** Maximum depth to which a schema is read. Valid schemas have three levels. */
const maxDepth = 32;

/** Returns the keys that a config declares in its JSON schema, or in its list of fields if there is no schema. */
export function schemaNames({ schema, fields = [] }: ExtractConfig): SchemaNames {
  return schema === undefined ? ofFields(fields, '', 0) : ofSchema(schema, '', 0);
}

function ofSchema(node: SchemaNode, field: string, depth: number): SchemaNames {
  const [type] = typesOf(node);
  const { items, properties } = node;
  if (depth > maxDepth || (type === 'array' && items === undefined)) return namesOf(field, { isOpen: true });
  if (customTypeOf(node) === 'currency') return ofKeys(field, moneyKeys);
  if (type === 'array' && items !== undefined)
    return namesOf(field, { rows: ofSchema(items, field, depth + 1) });
  if (type !== 'object' && properties === undefined) return namesOf(field);
  const members = new Map(
    Object.entries(properties ?? {}).map(([key, child]) => [
      key,
      ofSchema(child, below(field, key), depth + 1),
    ]),
  );
  return namesOf(field, { members, isOpen: node.additionalProperties === true });
}

/**
 * Returns the keys of a list of fields. Each field has two keys, its id and its name, because the gold may use either.
 */
function ofFields(fields: readonly FieldDefinition[], field: string, depth: number): SchemaNames {
  const members = new Map<string, SchemaNames>();
  if (depth > maxDepth) return namesOf(field, { isOpen: true });
  for (const definition of fields) {
    const names = ofField(definition, below(field, definition.id), depth + 1);
    if (!members.has(definition.name)) members.set(definition.name, names);
    members.set(definition.id, names);
  }
  return namesOf(field, { members });
}

const moneyKeys = ['amount', 'iso_4217_currency_code'];
const signatureKeys = ['printed_name', 'signature_date', 'is_signed', 'title_or_role'];

function ofField({ type, schema = [] }: FieldDefinition, field: string, depth: number): SchemaNames {
  if (type === 'array') return namesOf(field, { rows: ofFields(schema, field, depth) });
  if (type === 'object') return ofFields(schema, field, depth);
  if (type === 'currency') return ofKeys(field, moneyKeys);
  return type === 'signature' ? ofKeys(field, signatureKeys) : namesOf(field);
}

function ofKeys(field: string, keys: readonly string[]): SchemaNames {
  return namesOf(field, { members: new Map(keys.map((key) => [key, namesOf(below(field, key))])) });
}

export function below(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

/** Returns the names of all members at any depth. Omits members inside lists. */
export function knownNames(names: SchemaNames, prefix = ''): KnownName[] {
  return [...(names.members ?? [])].flatMap(([key, member]) => {
    const name = below(prefix, key);
    return [knownName(name), ...knownNames(member, name)];
  });
}

/** Keys that an entry such as `{id, type, value}` can have. */
const entryKeys = new Set('id type value confidence references enum citations insights'.split(' '));

function isEntry(value: JsonValue | undefined): value is JsonObject {
  return (
    isJsonObject(value) &&
    typeof value.id === 'string' &&
    typeof value.type === 'string' &&
    Object.keys(value).every((key) => entryKeys.has(key))
  );
}

/**
 * Returns the members of a gold object. The gold can have any form that the scorer reads: a plain object, `{value,
 * metadata}`, or a map of entries `{id, type, value}`. Further members next to `value` and `metadata` are also
 * returned, although the scorer ignores them.
 */
export function goldMembers(gold: JsonObject, { members }: SchemaNames): JsonObject {
  const wrapped = isWrapper(gold, members);
  const values = wrapped ? (gold.value as JsonObject) : gold;
  const isMap = isEntryMap(values, members);
  const others = wrapped ? Object.entries(gold).filter(([key]) => key !== 'value' && key !== 'metadata') : [];
  if (others.length === 0 && !isMap) return values;
  const entries = Object.entries(values).map(([key, entry]): [string, JsonValue] => {
    if (!isMap) return [key, entry];
    const { id, value = null } = entry as JsonObject;
    return [members?.has(String(id)) === true ? String(id) : key, value];
  });
  return Object.fromEntries([...others, ...entries]);
}

function isEntryMap(values: JsonObject, members: SchemaNames['members']): boolean {
  const keys = Object.keys(values);
  return keys.length > 0 && keys.every((key) => isEntry(values[key]) && !isObject(members?.get(key)));
}

/**
 * Returns whether the schema declares members `id` and `type` for an object. An object with these members is then not
 * an entry `{id, type, value}`.
 */
function isObject(names: SchemaNames | undefined): boolean {
  return names?.members?.has('id') === true && names.members.has('type');
}

function isWrapper(gold: JsonObject, members: SchemaNames['members']): boolean {
  const { value } = gold;
  if (!isJsonObject(value)) return false;
  const others = Object.keys(gold).filter((key) => key !== 'value' && key !== 'metadata');
  if (members?.has('value') !== true) return others.every((key) => members?.has(key) !== true);
  return others.length === 0 && Object.keys(value).some((key) => members.has(key));
}

/** Returns whether a schema allows a value at a path such as `line_items[2].amount`. */
export function allowsPath(names: SchemaNames, path: string): boolean {
  let at: SchemaNames | undefined = names;
  for (const step of pathSteps(path)) {
    if (at.isOpen) return true;
    at = typeof step === 'number' ? at.rows : at.members?.get(step);
    if (at === undefined) return false;
  }
  return true;
}
