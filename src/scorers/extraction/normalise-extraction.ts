import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { FieldDefinition } from '../../model/processor/processor-config.ts';
import { type FieldNode, leafTypes } from './field-tree.ts';

/** A gold or an output as one tree of values. */
export interface NormalisedExtraction {
  readonly value: JsonValue | undefined;
  readonly shape: 'value-and-metadata' | 'fields-array' | 'bare' | 'none';
  /**
   * Types that a fields-array output declares in its entries `{id, type, value}`; `null` for other outputs.
   */
  readonly tree: FieldNode | null;
}

/**
 * Converts an output to a bare object. Accepts `{value, metadata}`, the map of a fields array (key to `{id, type,
 * value}`), and a bare object. `tree` and `fields` show whether a member "value" is a field or a wrapper.
 */
export function normaliseExtraction(
  output: unknown,
  tree: FieldNode | null,
  fields?: readonly FieldDefinition[],
): NormalisedExtraction {
  if (output === undefined || output === null) return { value: undefined, shape: 'none', tree: null };
  if (!isJsonObject(output)) return { value: output as JsonValue, shape: 'bare', tree: null };
  if (isFieldsMap(output, tree, fields !== undefined)) return fromFieldsMap(output, fields);
  if (isWrapper(output, tree)) {
    const inner = (output.value ?? {}) as JsonObject;
    if (isFieldsMap(inner, tree, fields !== undefined)) return fromFieldsMap(inner, fields);
    return { value: inner, shape: 'value-and-metadata', tree: null };
  }
  return { value: output, shape: 'bare', tree: null };
}

function knownMembers(tree: FieldNode | null): ReadonlyMap<string, FieldNode> | null {
  return tree?.kind === 'object' ? tree.members : null;
}

function isWrapper(output: JsonObject, tree: FieldNode | null): boolean {
  const inner = output.value;
  if (!(isJsonObject(inner) || inner === null) || !Object.hasOwn(output, 'value')) return false;
  const others = Object.keys(output).filter((key) => key !== 'value' && key !== 'metadata');
  const known = knownMembers(tree);
  if (known === null) return others.length === 0 || isJsonObject(output.metadata);
  if (!known.has('value')) return others.every((key) => !known.has(key));
  // The schema has a field "value". The "value" of a wrapper must therefore contain a declared field.
  return others.length === 0 && isJsonObject(inner) && Object.keys(inner).some((key) => known.has(key));
}

function isFieldsMap(output: JsonObject, tree: FieldNode | null, hasDefinitions: boolean): boolean {
  const known = knownMembers(tree);
  let found = false;
  let hasValue = hasDefinitions;
  for (const key in output) {
    const entry = output[key];
    // Check the first entry without the slow `hasOwn`: the first entry is an own member, because `for in` visits own
    // members first.
    if (!found && !isJsonObject(entry)) return false;
    if (!Object.hasOwn(output, key)) continue;
    if (!isEntry(entry, known?.get(key))) return false;
    found = true;
    hasValue ||= Object.hasOwn(entry, 'value');
  }
  return found && hasValue;
}

/** Keys of an entry of a fields-array output. An object with any other key is not an entry. */
const entryKeys = new Set('id type value confidence references enum citations insights'.split(' '));

function isEntry(entry: unknown, node: FieldNode | undefined): entry is JsonObject {
  if (!isJsonObject(entry) || typeof entry.id !== 'string' || typeof entry.type !== 'string') return false;
  if (!Object.keys(entry).every((key) => entryKeys.has(key))) return false;
  // If the schema declares the members "id" and "type" for an object, the object is a value and not an entry.
  return !(node?.kind === 'object' && node.members.has('id') && node.members.has('type'));
}

function fromFieldsMap(
  map: JsonObject,
  fields: readonly FieldDefinition[] | undefined,
): NormalisedExtraction {
  const value: Record<string, JsonValue> = {};
  const members = new Map<string, FieldNode>();
  for (const [key, entry] of Object.entries(map)) {
    const { id, type, value: inner } = entry as JsonObject;
    const definition =
      fields?.find((field) => field.id === id) ??
      fields?.find((field) => field.id === key || field.name === key);
    const name = definition?.id ?? key;
    // Assigning to a key such as `__proto__` would not create a member.
    Object.defineProperty(value, name, {
      value: inner === undefined ? null : unwrapNested(inner, definition?.schema),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    const leafType = leafTypes.find((known) => known === type);
    if (leafType !== undefined) members.set(name, { kind: 'leaf', type: leafType });
  }
  return { value, shape: 'fields-array', tree: { kind: 'object', members } };
}

/**
 * Converts a nested value of a fields-array output. The specification has bare nested values, but this function also
 * accepts nested `{id, type, value}`. Replaces the names of members by their ids.
 */
function unwrapNested(value: JsonValue, schema: readonly FieldDefinition[] | undefined): JsonValue {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return value.map((row: JsonValue) => unwrapNested(row, schema));
  if (!isJsonObject(value)) return value;
  const unwrapped: [string, JsonValue][] = Object.entries(value).map(([key, member]) => {
    const definition = schema.find((field) => field.id === key) ?? schema.find((field) => field.name === key);
    const inner = isEntry(member, undefined) ? (member.value ?? null) : member;
    return [definition?.id ?? key, unwrapNested(inner, definition?.schema)];
  });
  return Object.fromEntries(unwrapped);
}
