import { ExactNumber } from '../../base/exact-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { isIsoDate } from '../../model/processor/is-iso-date.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import { type Mismatch, shown } from '../../model/processor/mismatch.ts';
import {
  type Classification,
  type FieldDefinition,
  maxPageNumber,
  type ProcessorConfig,
  type SchemaNode,
} from '../../model/processor/processor-config.ts';
import { splitsIn } from '../reading/infer-config.ts';

/**
 * Returns the mismatches between an expected output and the config. Missing keys are valid. `GoldCheck` finds the keys
 * and classes that the config does not have.
 */
export function checkGold(expected: JsonValue, config: ProcessorConfig): Mismatch[] {
  const found: Mismatch[] = [];
  if (config.type === 'CLASSIFY') checkClass(expected, '', config.classifications, found);
  else if (config.type === 'SPLITTER') checkSplits(expected, config.splitClassifications, found);
  else if (config.schema !== undefined) {
    const whole = isWrapper(expected, config.schema);
    const value = whole ? expected.value : expected;
    checkNode((value ?? null) as JsonValue, config.schema, whole ? 'value' : '', found);
  } else checkFields(expected, config.fields ?? [], found);
  return found;
}

/**
 * Returns whether an expected output is `{value: {...}}`, where the inner object has the values of the document. If the
 * schema has a field `value`, two further conditions apply: the inner object has a field of the schema, and the outer
 * object has no members except `value` and `metadata`.
 */
function isWrapper(
  expected: JsonValue,
  { properties = {} }: SchemaNode,
): expected is JsonObject & { readonly value: JsonObject } {
  if (!isJsonObject(expected) || !isJsonObject(expected.value)) return false;
  if (!Object.hasOwn(properties, 'value')) return true;
  const isAlone = Object.keys(expected).every((key) => key === 'value' || key === 'metadata');
  return isAlone && Object.keys(expected.value).some((key) => Object.hasOwn(properties, key));
}

function checkNode(value: JsonValue, node: SchemaNode, path: string, found: Mismatch[]): void {
  if (value === null) return;
  const [type] = typesOf(node);
  if (type === 'object') return checkObject(value, node, path, found);
  if (type === 'array') {
    if (!Array.isArray(value)) return mismatch(found, path, value, 'an array or null');
    value.forEach((row: JsonValue, index: number) => {
      if (node.items !== undefined) checkNode(row, node.items, `${path}[${index}]`, found);
    });
    return;
  }
  if (node.enum !== undefined) {
    if (!node.enum.includes(value as string))
      mismatch(found, path, value, `one of ${node.enum.map((option) => shown(option)).join(', ')}`);
    return;
  }
  const fits =
    value instanceof ExactNumber
      ? type === 'number' || (type === 'integer' && value.isInteger)
      : type === 'integer'
        ? Number.isInteger(value)
        : typeof value === type;
  if (!fits) return mismatch(found, path, value, `${type} or null`);
  if (customTypeOf(node) === 'date' && !isIsoDate(value))
    mismatch(found, path, value, 'a date as yyyy-mm-dd, or null');
}

function checkObject(value: JsonValue, node: SchemaNode, path: string, found: Mismatch[]): void {
  if (!isJsonObject(value)) return mismatch(found, path, value, 'an object or null');
  for (const [key, member] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const child =
      node.properties !== undefined && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
    if (child !== undefined) checkNode(member, child, at, found);
  }
}

function checkFields(expected: JsonValue, fields: readonly FieldDefinition[], found: Mismatch[]): void {
  if (!isJsonObject(expected)) return mismatch(found, '', expected, 'an object with the field ids as keys');
  for (const [key, entry] of Object.entries(expected)) {
    const field = fields.find(({ id, name }) => id === key || name === key);
    if (field === undefined) continue;
    if (isJsonObject(entry) && typeof entry.type === 'string' && entry.type !== field.type)
      mismatch(found, `${key}.type`, entry.type, field.type);
  }
}

function checkClass(
  expected: JsonValue,
  path: string,
  classes: readonly Classification[],
  found: Mismatch[],
  idKey = 'id',
): void {
  if (!isJsonObject(expected)) return mismatch(found, path, expected, `an object {${idKey}, type}`);
  const { type } = expected;
  const id = expected[idKey];
  const byId = classes.find((one) => one.id === id);
  const byType = classes.find((one) => one.type === type);
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const ids = `one of ${classes.map((one) => one.id).join(', ')}`;
  if (id !== undefined && byId === undefined && byType !== undefined) mismatch(found, at(idKey), id, ids);
  else if (typeof (type ?? id) !== 'string')
    mismatch(found, at('type'), type ?? null, `one of ${classes.map((one) => one.type).join(', ')}`);
  else if (byId !== undefined && type !== undefined && byId.type !== type)
    mismatch(found, at('type'), type, `"${byId.type}", the type of id "${byId.id}"`);
}

function checkSplits(expected: JsonValue, classes: readonly Classification[], found: Mismatch[]): void {
  const { list, path } = splitsIn(expected);
  if (list === null) return mismatch(found, '', expected, 'a split, a list of splits, or {splits}');
  list.forEach((split, index) => {
    const at = Array.isArray(expected) || path !== '' ? `${path}[${index}]` : '';
    checkClass(split, at, classes, found, 'classificationId');
    if (!isJsonObject(split)) return;
    const { startPage, endPage } = split;
    const key = (name: string) => (at === '' ? name : `${at}.${name}`);
    if (!isPage(startPage))
      mismatch(found, key('startPage'), startPage ?? null, `a page number from 1 to ${maxPageNumber}`);
    else if (!isPage(endPage) || endPage < startPage)
      mismatch(found, key('endPage'), endPage ?? null, `a page number from ${startPage} to ${maxPageNumber}`);
  });
}

function isPage(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxPageNumber;
}

function mismatch(found: Mismatch[], path: string, value: JsonValue, expected: string): void {
  found.push({ path: path === '' ? 'expectedOutput' : path, found: shown(value), expected });
}
