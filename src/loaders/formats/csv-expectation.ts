import { parseNumeral } from '../../base/exact-json.ts';
import { isScalar, type JsonValue } from '../../model/json/json-value.ts';
import { typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';

type Key = string | number;

/** Returns the keys in a column name such as `expected.lines[0].amount`; `null` for any other name. */
export function parseColumnPath(column: string): Key[] | null {
  if (!column.startsWith('expected.')) return null;
  const parts = column
    .slice('expected.'.length)
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  if (parts.some((part) => part === '' || part === '__proto__')) return null;
  return parts.map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : part));
}

type CellType = 'string' | 'number' | 'boolean';

/**
 * Matches names of columns that contain identifiers. The cells of these columns stay texts, so that leading zeros are
 * kept.
 */
const identifierColumn =
  /(^|_|\.)(no|number|nr|id|code|zip|postal_code|phone|fax|reference|ref|account|iban|vat|sku)(_|$)/i;
const numeral = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const numeralWithComma = /^-?(0|[1-9]\d*)([.,]\d+)?$/;

/** Type of each column: taken from the config, or inferred from the cells of the column if there is no config. */
export class CsvTypes {
  readonly #config: ProcessorConfig | undefined;
  readonly #learned = new Map<string, CellType>();
  readonly #numeral: RegExp;

  /**
   * If semicolons separate the cells, numbers may have a decimal comma, as in the CSV files of spreadsheets in some
   * languages.
   */
  constructor(config: ProcessorConfig | undefined, delimiter = ',') {
    this.#config = config;
    this.#numeral = delimiter === ';' ? numeralWithComma : numeral;
  }

  learn(cells: Readonly<Record<string, string>>): void {
    for (const [column, cell] of Object.entries(cells)) {
      if (cell === '' || !column.startsWith('expected.')) continue;
      const type = typeOfCell(column, cell, this.#numeral);
      // A column has the same type in all rows of a table, so remove the row numbers from its name.
      const name = withoutIndices(column);
      const known = this.#learned.get(name);
      this.#learned.set(name, known === undefined || known === type ? type : 'string');
    }
  }

  valueOf(column: string, path: readonly Key[], cell: string): JsonValue {
    if (cell === '') return null;
    switch (this.#declared(path) ?? this.#learned.get(withoutIndices(column)) ?? 'string') {
      case 'number':
        // A cell that is not a number stays text, so that the check of the gold reports it.
        return this.#numeral.test(cell.trim()) ? parseNumeral(cell.trim().replace(',', '.')) : cell;
      case 'boolean':
        return /^(true|false)$/i.test(cell.trim()) ? cell.trim().toLowerCase() === 'true' : cell;
      default:
        return cell;
    }
  }

  #declared(path: readonly Key[]): CellType | undefined {
    if (this.#config === undefined) return undefined;
    if (this.#config.type === 'SPLITTER')
      return path.at(-1) === 'startPage' || path.at(-1) === 'endPage' ? 'number' : 'string';
    if (this.#config.type === 'CLASSIFY' || this.#config.schema === undefined) return 'string';
    const keys = path[0] === 'value' ? path.slice(1) : path;
    let node: SchemaNode | undefined = this.#config.schema;
    for (const key of keys) node = typeof key === 'number' ? node?.items : node?.properties?.[key];
    const type = node === undefined ? undefined : typesOf(node)[0];
    if (type === 'number' || type === 'integer') return 'number';
    return type === 'boolean' ? 'boolean' : 'string';
  }
}

function typeOfCell(column: string, cell: string, numerals: RegExp): CellType {
  if (/^(true|false)$/i.test(cell.trim())) return 'boolean';
  if (/\.(startPage|endPage)$/.test(column)) return 'number';
  return numerals.test(cell.trim()) && !identifierColumn.test(column) ? 'number' : 'string';
}

function withoutIndices(column: string): string {
  return column.replace(/\[\d+\]/g, '').replace(/\.\d+(?=\.|$)/g, '');
}

export function expectationOf(
  cells: Readonly<Record<string, string>>,
  columns: readonly string[],
  types: CsvTypes,
): JsonValue {
  const root: Container = {};
  for (const column of columns) {
    const path = parseColumnPath(column);
    if (path === null) continue;
    put(root, path, types.valueOf(column, path, cells[column] ?? ''));
  }
  return withoutEmptyRows(root as JsonValue);
}

interface Container {
  [key: string]: JsonValue | Container;
}

function put(root: Container, path: readonly Key[], value: JsonValue): void {
  let inside = root;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const next = inside[key];
    if (typeof next === 'object' && next !== null) inside = next as Container;
    else {
      const made = (typeof path[depth + 1] === 'number' ? [] : {}) as unknown as Container;
      inside[key] = made;
      inside = made;
    }
  }
  inside[path.at(-1) as Key] = value;
}

/**
 * Removes table rows that have only empty cells. The file has columns for the longest table, so a shorter table has
 * such rows.
 */
function withoutEmptyRows(value: JsonValue): JsonValue {
  if (Array.isArray(value))
    return value.map(withoutEmptyRows).filter((row) => row !== undefined && !isBlank(row));
  if (isScalar(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutEmptyRows(member)]));
}

function isBlank(value: JsonValue): boolean {
  if (value === null) return true;
  if (isScalar(value)) return false;
  const members = Array.isArray(value) ? value : Object.values(value);
  return members.every((member) => isBlank(member));
}
