import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { valueAt, withValueAt } from '../../base/value-path.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';

type CellType = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'money' | 'list';

interface Cell {
  /** Path of the value. In a table, the path of the column inside a row. */
  readonly path: string;
  readonly type: CellType;
  readonly options: readonly string[] | null;
}

/** A value of a document that needs one decision: a field outside tables, or a whole table. */
export interface LabelField {
  readonly path: string;
  readonly group: string;
  readonly cell: Omit<Cell, 'path'> | null;
  /** Columns of a table; `null` for a field outside tables. */
  readonly columns: readonly Cell[] | null;
}

/** Thrown if a text is not a value of its field. */
export class InvalidLabel extends Error {}

/**
 * Returns the values that need a decision, in the order of the schema. A classified document has the one value `type`, a
 * packet has the table `splits`. Throws USAGE for a config with the deprecated list `fields`.
 */
export function labelFields(config: ProcessorConfig): LabelField[] {
  switch (config.type) {
    case 'CLASSIFY': {
      const options = config.classifications.map(({ type }) => type);
      return [{ path: 'type', group: '', cell: { type: 'text', options }, columns: null }];
    }
    case 'SPLITTER': {
      const options = config.splitClassifications.map(({ type }) => type);
      const page = (path: string): Cell => ({ path, type: 'integer', options: null });
      const columns: Cell[] = [{ path: 'type', type: 'text', options }, page('startPage'), page('endPage')];
      return [{ path: 'splits', group: 'splits', cell: null, columns }];
    }
    default:
      if (config.schema === undefined)
        throw new GoldsetError('USAGE', {
          problem: 'found a config with "fields", expected "schema"',
          fix: 'Replace the deprecated "fields" in dataset.json by a JSON schema.',
        });
      return fieldsOf(config.schema, '', '');
  }
}

function fieldsOf(node: SchemaNode, path: string, group: string): LabelField[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]): LabelField[] => {
    const at = path === '' ? key : `${path}.${key}`;
    if (isObject(child)) return fieldsOf(child, at, at);
    if (typesOf(child)[0] !== 'array') return [{ path: at, group, cell: cellOf(child), columns: null }];
    const row = child.items ?? {};
    // A list of plain values is a table with one column without a name.
    const columns = isObject(row) ? columnsOf(row, '') : [{ path: '', ...cellOf(row) }];
    return [{ path: at, group: at, cell: null, columns }];
  });
}

function columnsOf(node: SchemaNode, path: string): Cell[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return isObject(child) ? columnsOf(child, at) : [{ path: at, ...cellOf(child) }];
  });
}

function isObject(node: SchemaNode): boolean {
  return (
    customTypeOf(node) !== 'currency' && (typesOf(node)[0] === 'object' || node.properties !== undefined)
  );
}

function cellOf(node: SchemaNode): Omit<Cell, 'path'> {
  const custom = customTypeOf(node);
  const [type] = typesOf(node);
  const options = node.enum?.filter((option) => option !== null) ?? null;
  if (custom === 'currency') return { type: 'money', options: null };
  if (custom === 'date') return { type: 'date', options: null };
  if (type === 'array') return { type: 'list', options: null };
  if (type === 'number' || type === 'integer' || type === 'boolean') return { type, options: null };
  return { type: 'text', options };
}

const phrases: Record<CellType, string> = {
  text: 'a text',
  number: 'a number such as 749.35',
  integer: 'a whole number',
  boolean: 'true or false',
  date: 'a date as yyyy-mm-dd',
  money: 'an amount and a currency code, such as 749.35 USD',
  list: 'a list as JSON, such as ["a", "b"]',
};

export function expectedText({ cell, columns }: LabelField): string {
  if (columns !== null || cell === null) return 'a table';
  return cell.options === null ? phrases[cell.type] : `one of ${cell.options.join(', ')}`;
}

/**
 * Reads a value or the cells of a table from texts. Returns `null` for an empty text. Throws InvalidLabel for a text
 * that is not a value of the field.
 */
export function parseLabel(field: LabelField, given: string | readonly (readonly string[])[]): JsonValue {
  const { cell, columns, path } = field;
  if (cell !== null) {
    if (typeof given !== 'string') throw new InvalidLabel(`${path}: found a table, expected one value`);
    return parseCell(path, cell, given);
  }
  if (typeof given === 'string')
    throw new InvalidLabel(`${path}: found a text, expected the rows of a table`);
  return given.map((texts, row) =>
    (columns ?? []).reduce<JsonValue>((value, column, at) => {
      const parsed = parseCell(`${path}[${row}].${column.path}`, column, texts[at] ?? '');
      return column.path === '' ? parsed : (withValueAt(value, column.path, parsed) as JsonValue);
    }, {}),
  );
}

function parseCell(path: string, { type, options }: Omit<Cell, 'path'>, given: string): JsonValue {
  const text = given.trim();
  const invalid = (expected: string) => new InvalidLabel(`${path}: found "${text}", expected ${expected}`);
  if (text === '') return null;
  if (options !== null && !options.includes(text)) throw invalid(`one of ${options.join(', ')}`);
  switch (type) {
    case 'number':
    case 'integer':
      if (!isNumber(text) || (type === 'integer' && !Number.isInteger(Number(text))))
        throw invalid(phrases[type]);
      return exactNumber(text);
    case 'boolean': {
      const word = text.toLowerCase();
      if (['true', 'yes'].includes(word)) return true;
      if (['false', 'no'].includes(word)) return false;
      throw invalid(phrases.boolean);
    }
    case 'date':
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw invalid(phrases.date);
      return text;
    case 'money': {
      const [, amount = '', code] = /^(\S+)(?:\s+([A-Za-z]{3}))?$/.exec(text) ?? [];
      if (!isNumber(amount)) throw invalid(phrases.money);
      return { amount: exactNumber(amount), iso_4217_currency_code: code?.toUpperCase() ?? null };
    }
    case 'list': {
      const list = jsonOf(text);
      if (!Array.isArray(list)) throw invalid(phrases.list);
      return list;
    }
    default:
      return text;
  }
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function isNumber(text: string): boolean {
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(text) && Number.isFinite(Number(text));
}

/**
 * Returns the number in a text that `isNumber` accepts, with all its digits. Rewrites forms that JSON does not allow:
 * `+5`, `007`, `.5` and `5.`.
 */
function exactNumber(text: string): JsonValue {
  const [, minus = '', whole = '', decimals = ''] = /^\+?(-?)0*(\d*)\.?(\d*)$/.exec(text) ?? [];
  const point = decimals === '' ? '' : '.';
  return parseJson(`${minus}${whole === '' ? '0' : whole}${point}${decimals}`) as JsonValue;
}

/** Returns a label as the texts that `parseLabel` reads; `null` for no value. */
export function labelText(
  { cell, columns }: LabelField,
  label: JsonValue,
): string | readonly (readonly string[])[] | null {
  if (label === null) return null;
  if (cell !== null) return cellText(cell.type, label);
  if (!Array.isArray(label)) return null;
  return label.map((row: JsonValue) =>
    (columns ?? []).map(({ path, type }) => cellText(type, (path === '' ? row : valueAt(row, path)) ?? null)),
  );
}

function cellText(type: CellType, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'money' && typeof value === 'object' && 'amount' in value) {
    const { amount, iso_4217_currency_code: code } = value as {
      amount: unknown;
      iso_4217_currency_code?: unknown;
    };
    return amount === null ? '' : [String(amount), ...(typeof code === 'string' ? [code] : [])].join(' ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the single values of a label by path. For a table, these are the cells. Money is one value. Omits `null`. */
export function leavesOf({ cell, columns, path }: LabelField, label: JsonValue): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const add = (at: string, value: unknown) => {
    if (value !== null && value !== undefined) leaves.set(at, value as JsonValue);
  };
  if (cell !== null) add(path, label);
  else if (Array.isArray(label))
    label.forEach((row: JsonValue, number) => {
      for (const column of columns ?? [])
        add(
          `${path}[${number}]${column.path === '' ? '' : `.${column.path}`}`,
          column.path === '' ? row : valueAt(row, column.path),
        );
    });
  return leaves;
}
