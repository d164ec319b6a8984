import { GoldsetError } from '../../base/goldset-error.ts';
import { valueAt, withValueAt } from '../../base/value-path.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import { labelText } from '../../model/review/label-text.ts';
import { NotAValue, typedValue, type ValueType, valuePhrases, valueTypeAt } from './typed-value.ts';

interface Cell extends ValueType {
  /** Path of the column inside a row. Empty for a list of plain values. */
  readonly path: string;
}

/** A value for which a person makes one decision: a field outside tables, or a whole table. */
export interface LabelField {
  readonly path: string;
  readonly group: string;
  /** `null` for a table. */
  readonly cell: ValueType | null;
  /** Columns of a table; `null` for a field outside tables. */
  readonly columns: readonly Cell[] | null;
}

/**
 * Returns the values that need a decision, in the order of the schema. A classified document has the one value `type`,
 * a packet has the table `splits`. Throws USAGE for a config with the deprecated list `fields`.
 */
export function labelFields(config: ProcessorConfig): LabelField[] {
  switch (config.type) {
    case 'CLASSIFY':
      return [{ path: 'type', group: '', cell: typeAt(config, 'type'), columns: null }];
    case 'SPLITTER': {
      const columns = ['type', 'startPage', 'endPage'].map((name) => columnAt(config, 'splits', name));
      return [{ path: 'splits', group: 'splits', cell: null, columns }];
    }
    default:
      if (config.schema === undefined)
        throw new GoldsetError('USAGE', {
          problem: 'found a config with "fields", expected "schema"',
          fix: 'Replace the deprecated "fields" in dataset.json by a JSON schema.',
        });
      return fieldsOf(config, config.schema, '', '');
  }
}

function fieldsOf(config: ProcessorConfig, node: SchemaNode, path: string, group: string): LabelField[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]): LabelField[] => {
    const at = path === '' ? key : `${path}.${key}`;
    if (isObject(child)) return fieldsOf(config, child, at, at);
    if (typesOf(child)[0] !== 'array') return [{ path: at, group, cell: typeAt(config, at), columns: null }];
    const row = child.items ?? {};
    // A list of plain values is a table with one column without a name.
    const columns = isObject(row) ? columnPaths(row, '') : [''];
    return [{ path: at, group: at, cell: null, columns: columns.map((name) => columnAt(config, at, name)) }];
  });
}

function columnPaths(node: SchemaNode, path: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return isObject(child) ? columnPaths(child, at) : [at];
  });
}

function columnAt(config: ProcessorConfig, table: string, path: string): Cell {
  return { path, ...typeAt(config, cellPath(table, 0, path)) };
}

function cellPath(table: string, row: number, column: string): string {
  return `${table}[${row}]${column === '' ? '' : `.${column}`}`;
}

function typeAt(config: ProcessorConfig, path: string): ValueType {
  return valueTypeAt(config, path) ?? { type: 'text', options: null };
}

function isObject(node: SchemaNode): boolean {
  return (
    customTypeOf(node) !== 'currency' && (typesOf(node)[0] === 'object' || node.properties !== undefined)
  );
}

export function expectedText({ cell, columns }: LabelField): string {
  if (columns !== null || cell === null) return 'a table';
  return cell.options === null ? valuePhrases[cell.type] : `one of ${cell.options.join(', ')}`;
}

/**
 * Reads a value or the cells of a table with `typedValue`. `shown` has the labels of the field that the person could
 * see, the current label first. If the text of a cell equals the text of a shown cell in the same column, the cell gets
 * the value of the shown cell. Throws NotAValue for a text that is not a value of the field, for a table in a field
 * outside tables, and for a single text in a table field.
 */
export function parseLabel(
  field: LabelField,
  given: string | readonly (readonly string[])[],
  config: ProcessorConfig,
  shown: readonly JsonValue[],
): JsonValue {
  const { cell, columns, path } = field;
  if (cell !== null) {
    if (typeof given !== 'string') throw new NotAValue(`${path}: found a table, expected one value`);
    return typedValue(given, path, config, shown);
  }
  if (typeof given === 'string') throw new NotAValue(`${path}: found a text, expected the rows of a table`);
  const shownRows = shown.flatMap((label) => (Array.isArray(label) ? label : []));
  const shownCells = (columns ?? []).map((column) => shownRows.map((row) => cellOf(row, column.path)));
  return given.map((texts, row) =>
    (columns ?? []).reduce<JsonValue>((value, column, at) => {
      const place = cellPath(path, row, column.path);
      const parsed = typedCell(texts[at] ?? '', place, config, shownCells[at] ?? []);
      return column.path === '' ? parsed : (withValueAt(value, column.path, parsed) as JsonValue);
    }, {}),
  );
}

function typedCell(
  text: string,
  place: string,
  config: ProcessorConfig,
  shown: readonly JsonValue[],
): JsonValue {
  try {
    // The first entry of the list is the current value of the cell. Pass `null`, because the rows may have moved, so
    // the current value is unknown.
    return typedValue(text, place, config, [null, ...shown]);
  } catch (thrown) {
    if (thrown instanceof NotAValue) throw new NotAValue(`${place}: ${thrown.message}`);
    throw thrown;
  }
}

function cellOf(row: JsonValue, column: string): JsonValue {
  return column === '' ? row : ((valueAt(row, column) ?? null) as JsonValue);
}

/** Returns a label as the texts that `parseLabel` reads; `null` for no value. */
export function labelTexts(
  { cell, columns }: LabelField,
  label: JsonValue,
): string | readonly (readonly string[])[] | null {
  if (label === null) return null;
  if (cell !== null) return labelText(label);
  if (!Array.isArray(label)) return null;
  return label.map((row: JsonValue) => (columns ?? []).map(({ path }) => labelText(cellOf(row, path))));
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
      for (const column of columns ?? []) add(cellPath(path, number, column.path), cellOf(row, column.path));
    });
  return leaves;
}
