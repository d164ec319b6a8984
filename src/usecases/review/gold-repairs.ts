import { valueAt, withValueAt } from '../../base/value-path.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import { extractPlace } from '../../model/dataset/extract-place.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import type { UnknownGold } from '../../model/record/unknown-gold.ts';
import { NotAValue, typedValue } from './typed-value.ts';

/** A change that makes one label follow the schema without changing its meaning. */
export interface LabelRepair {
  /** Path of the label after the change, such as `line_items[2].amount`. */
  readonly path: string;
  /** Path with the misspelt key, if the change renames a key. */
  readonly from: string | null;
  /** Name by which a user selects the change: the field without row numbers, or the misspelt key. */
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Returns the changes that an expected output of extracted values needs. If a text has exactly one reading, the value
 * that the schema demands replaces the text. For example, `"1.234,50"` in a number field becomes 1234.5, but `"1,234"`
 * has two readings and stays. If an object does not have the correct key, its misspelt key is renamed. `misspelt` has
 * the misspelt keys of the dataset.
 */
export function labelRepairs(
  expected: JsonValue,
  config: ExtractConfig,
  misspelt: readonly Pick<UnknownGold, 'name' | 'nearest'>[],
): LabelRepair[] {
  if (!isJsonObject(expected)) return [];
  const values = checkGold(expected, config).flatMap(({ path: found }) =>
    valueRepair(expected, config, found),
  );
  return [...values, ...keyRepairs(expected, config, misspelt)];
}

function valueRepair(expected: JsonObject, config: ExtractConfig, found: string): LabelRepair[] {
  const before = valueAt(expected, found);
  const path = isJsonObject(expected.value) ? found.replace(/^value\./, '') : found;
  if (typeof before !== 'string' || extractPlace(expected, path).value !== found) return [];
  const after = onlyReading(before, path, config);
  if (after === undefined || hasFaultAt(withValueAt(expected, found, after) as JsonObject, config, found))
    return [];
  return [{ path, from: null, field: fieldOf(path), before, after }];
}

function keyRepairs(
  expected: JsonObject,
  config: ExtractConfig,
  misspelt: readonly Pick<UnknownGold, 'name' | 'nearest'>[],
): LabelRepair[] {
  const found: LabelRepair[] = [];
  for (const { name, nearest } of misspelt) {
    const [steps, wanted] = [name.split('.'), (nearest ?? '').split('.')];
    const [key = '', correct = ''] = [steps.pop(), wanted.pop()];
    // Rename a key only inside the same object, because a label may have another meaning in another object.
    if (key === '' || correct === '' || steps.join('.') !== wanted.join('.')) continue;
    for (const parent of placesOf(expected, steps)) {
      const object = parent === '' ? rootOf(expected) : valueAt(rootOf(expected), parent);
      if (!isJsonObject(object) || !Object.hasOwn(object, key) || Object.hasOwn(object, correct)) continue;
      const below = (member: string) => (parent === '' ? member : `${parent}.${member}`);
      const before = object[key] as JsonValue;
      const path = below(correct);
      const place = extractPlace(expected, path).value;
      const written = (value: JsonValue) => withValueAt(expected, place, value) as JsonObject;
      const isValid = (value: JsonValue) => !hasFaultAt(written(value), config, place);
      const read = typeof before === 'string' ? onlyReading(before, path, config) : undefined;
      const after = isValid(before) ? before : read !== undefined && isValid(read) ? read : undefined;
      if (after !== undefined) found.push({ path, from: below(key), field: name, before, after });
    }
  }
  // A person must decide if two keys, such as `Total` and `TOTAL`, would get the same name. So omit both repairs.
  return found.filter(({ path }) => found.filter((one) => one.path === path).length === 1);
}

function rootOf(expected: JsonObject): JsonValue {
  return isJsonObject(expected.value) ? expected.value : expected;
}

/**
 * Returns the paths of all objects to which a field name refers. If the name leads through a table, each row has its
 * own path.
 */
function placesOf(expected: JsonObject, steps: readonly string[]): string[] {
  let places = rowsAt(rootOf(expected), '');
  for (const step of steps)
    places = places.flatMap((place) => {
      const at = place === '' ? step : `${place}.${step}`;
      return rowsAt(valueAt(rootOf(expected), at), at);
    });
  return places;
}

function rowsAt(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((row, at) => rowsAt(row, `${path}[${at}]`));
  return isJsonObject(value as JsonValue) ? [path] : [];
}

function fieldOf(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

function hasFaultAt(expected: JsonObject, config: ExtractConfig, place: string): boolean {
  return checkGold(expected, config).some(
    ({ path }) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`),
  );
}

/** Digits with separators and a sign. Other texts, such as `12 kg` or `5 %`, may have a meaning that a number lacks. */
const plainNumber = /^[-+\u2212]?(?!0\d)[\d.,'’\s]+$/u;
const figures = /^(\d{1,2})\D+(\d{1,2})\D+\d{4}\.?$/;
const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * Returns the value that a text means for the schema; `undefined` if the text has no possible meaning, or several.
 * Accepts fewer forms of dates and amounts than `typedValue`, because no person checks the value before it is stored.
 */
function onlyReading(text: string, path: string, config: ExtractConfig): JsonValue | undefined {
  const plain = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (plain === '') return undefined;
  const value = readOrNot(plain, path, config);
  if (typeof value === 'string') {
    // Reject a text with a time, which can be on another day in another time zone. Also reject `03.04.2025`, which is a
    // day in March in some countries and in April in others.
    const [, first, second] = figures.exec(plain) ?? [];
    const isUnclear = first !== second && Number(first) <= 12 && Number(second) <= 12;
    return /\d:\d/.test(plain) || isUnclear ? undefined : value;
  }
  if (typeof value === 'boolean') return value;
  if (isJsonObject(value) && !/^[[{]/.test(plain)) {
    const { iso_4217_currency_code: code } = value;
    const amount = plain.replace(/(?<!\p{L})[A-Z]{3}(?!\p{L})|\p{Sc}/u, '').trim();
    return typeof code === 'string' && currencies.has(code) && plainNumber.test(amount) ? value : undefined;
  }
  if (isJsonObject(value) || Array.isArray(value)) return value;
  return value !== undefined && plainNumber.test(plain) ? value : undefined;
}

function readOrNot(text: string, path: string, config: ExtractConfig): JsonValue | undefined {
  try {
    return typedValue(text, path, config, []);
  } catch (thrown) {
    if (thrown instanceof NotAValue) return undefined;
    throw thrown;
  }
}
