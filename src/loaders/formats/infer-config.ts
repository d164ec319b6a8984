import { asDouble } from '../../base/exact-json.ts';
import { isJsonObject, isScalar, type JsonValue } from '../../model/json/json-value.ts';
import { checkExtractionSchema } from '../../model/processor/json-schema-rules.ts';
import type {
  Classification,
  ProcessorConfig,
  ProcessorKind,
  SchemaNode,
} from '../../model/processor/processor-config.ts';

/**
 * Infers the config of a dataset from its expected outputs: an extraction schema, or a list of classes. Returns
 * `undefined` if no valid schema describes them, for example for lists of plain values, keys with capitals or more than
 * three levels.
 */
export function inferConfig(
  kind: ProcessorKind,
  expected: readonly JsonValue[],
): ProcessorConfig | undefined {
  if (kind === 'CLASSIFY') {
    const classifications = classesOf(expected, 'id');
    return classifications.length === 0 ? undefined : { type: 'CLASSIFY', classifications };
  }
  if (kind === 'SPLITTER') {
    const splits = expected.flatMap((one) => splitsOf(one));
    const splitClassifications = classesOf(splits, 'classificationId');
    return splitClassifications.length === 0 ? undefined : { type: 'SPLITTER', splitClassifications };
  }
  const values = expected.map((one) => (isJsonObject(one) && isJsonObject(one.value) ? one.value : one));
  const schema = inferNode(values);
  if (schema?.properties === undefined || checkExtractionSchema(schema).length > 0) return undefined;
  return { type: 'EXTRACT', schema };
}

/** Returns the kind of processor whose outputs look like these expected outputs. */
export function inferKind(expected: readonly JsonValue[]): ProcessorKind {
  if (expected.length > 0 && expected.every((one) => splitsOf(one).length > 0)) return 'SPLITTER';
  const isClass = (one: JsonValue): boolean =>
    isJsonObject(one) &&
    typeof one.type === 'string' &&
    Object.keys(one).every((key) => ['id', 'type', 'confidence'].includes(key));
  return expected.length > 0 && expected.every(isClass) ? 'CLASSIFY' : 'EXTRACT';
}

/**
 * Returns the list of splits in an expected output, and the path of the list. Accepts a list, an object with a list, and a single
 * split. The list is `null` for anything else.
 */
export function splitsIn(expected: unknown): { list: readonly JsonValue[] | null; path: string } {
  if (Array.isArray(expected)) return { list: expected, path: '' };
  if (!isJsonObject(expected)) return { list: null, path: '' };
  for (const key of ['splits', 'subDocumentClassifications']) {
    const list = expected[key];
    if (Array.isArray(list)) return { list, path: key };
  }
  return 'startPage' in expected ? { list: [expected], path: '' } : { list: null, path: '' };
}

/** Returns the splits of an expected output; empty if an element has no start page or no end page. */
function splitsOf(expected: JsonValue): readonly JsonValue[] {
  const { list } = splitsIn(expected);
  return list?.every(isSplit) ? list : [];
}

function isSplit(value: JsonValue): boolean {
  return isJsonObject(value) && 'startPage' in value && 'endPage' in value;
}

function classesOf(values: readonly JsonValue[], idKey: string): Classification[] {
  const classes = new Map<string, Classification>();
  for (const value of values) {
    if (!isJsonObject(value)) continue;
    const type = typeof value.type === 'string' ? value.type : value[idKey];
    if (typeof type !== 'string' || type === '') continue;
    const id = typeof value[idKey] === 'string' ? (value[idKey] as string) : slug(type);
    if (!classes.has(id)) classes.set(id, { id, type, description: inWords(type) });
  }
  return [...classes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns a text in lower case with underscores, the recommended form of class ids. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  return plain.replace(/^_+|_+$/g, '') || 'class';
}

export function inWords(text: string): string {
  return text.replace(/[_-]+/g, ' ').trim();
}

function inferNode(values: readonly (JsonValue | undefined)[]): SchemaNode | undefined {
  const there = values.filter((value) => value !== null && value !== undefined);
  if (there.length === 0) return { type: ['string', 'null'] };
  if (there.every(Array.isArray)) {
    const items = inferNode(there.flatMap((value) => value as readonly JsonValue[]));
    return items?.properties === undefined ? undefined : { type: 'array', items };
  }
  if (there.every(isJsonObject)) return inferObject(there);
  if (there.every((value) => asDouble(value) !== null)) return { type: ['number', 'null'] };
  if (!there.every(isScalar)) return undefined;
  if (there.every((value) => typeof value === 'boolean')) return { type: ['boolean', 'null'] };
  return { type: ['string', 'null'] };
}

function inferObject(values: readonly { readonly [key: string]: JsonValue }[]): SchemaNode | undefined {
  const keys = [...new Set(values.flatMap((value) => Object.keys(value)))];
  if (keys.includes('__proto__')) return undefined;
  const properties: Record<string, SchemaNode> = {};
  for (const key of keys) {
    const node = inferNode(values.map((value) => value[key]));
    if (node === undefined) return undefined;
    properties[key] = node;
  }
  return { type: 'object', properties, required: keys };
}
