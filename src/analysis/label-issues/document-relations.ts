import { isJsonObject } from '../../model/json/json-value.ts';

/** The numbers and texts of one document by dotted name; rows of arrays apart. Money gives an amount and a code. */
export interface DocumentValues {
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, string>;
  /** By array, its rows' numbers by column. */
  readonly rows: ReadonlyMap<string, readonly ReadonlyMap<string, number>[]>;
}

/** The values of one gold value. */
export function documentValues(value: unknown): DocumentValues {
  const numbers = new Map<string, number>();
  const texts = new Map<string, string>();
  const rows = new Map<string, ReadonlyMap<string, number>[]>();
  visit(value, '');
  return { numbers, texts, rows };

  function visit(node: unknown, name: string): void {
    if (typeof node === 'number') numbers.set(name, node);
    else if (typeof node === 'string' && node.trim() !== '') texts.set(name, node.trim());
    else if (Array.isArray(node)) rows.set(name, node.map(rowNumbers));
    else if (isJsonObject(node)) {
      if (typeof node.amount === 'number' && 'iso_4217_currency_code' in node) {
        numbers.set(name, node.amount);
        const code = node.iso_4217_currency_code;
        if (typeof code === 'string' && code !== '') texts.set(`${name}#code`, code);
        return;
      }
      for (const [key, member] of Object.entries(node)) visit(member, name === '' ? key : `${name}.${key}`);
    }
  }
}

function rowNumbers(row: unknown): ReadonlyMap<string, number> {
  return isJsonObject(row) ? documentValues(row).numbers : new Map();
}

/** Something that holds of nearly every document of the set, found in the gold itself. */
export interface Relation {
  readonly kind: 'totals' | 'dates' | 'same';
  readonly text: string;
  /** Fields that it speaks of, by dotted name. */
  readonly fields: readonly string[];
  /** Whether it holds; null where a value that it needs is not there. In rows: of the row with that number. */
  readonly holds: (values: DocumentValues, row: number | null) => boolean | null;
}
