import { getOrCreate, increment } from '../../base/collections.ts';
import { isJsonObject } from '../../model/json/json-value.ts';

const cent = 0.011;
/** A relation is kept only if at least this many documents have all values of the relation. */
const minDocuments = 8;
const maxNames = 16;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** Counts in how many documents each field name has a number, a text or a date. */
export class NameCounts {
  readonly #numbers = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  readonly #days = new Map<string, number>();
  /** The first three distinct values of each text field. */
  readonly #values = new Map<string, Set<string>>();
  readonly #columns = new Map<string, Set<string>>();
  #documents = 0;

  add({ numbers, texts, rows }: DocumentValues): void {
    this.#documents++;
    for (const name of numbers.keys()) increment(this.#numbers, name);
    for (const [name, text] of texts) {
      increment(this.#texts, name);
      if (isoDay.test(text)) increment(this.#days, name);
      const values = getOrCreate(this.#values, name, () => new Set());
      if (values.size < 3) values.add(text);
    }
    for (const [array, ofArray] of rows) {
      const columns = getOrCreate(this.#columns, array, () => new Set());
      for (const row of ofArray)
        for (const name of row.keys()) if (columns.size < maxNames) columns.add(name);
    }
  }

  /** Returns all relations that are possible between frequent fields, before they are checked. */
  candidates(): Relation[] {
    const numbers = mostFrequent(this.#numbers);
    const columns = [...this.#columns].map(([array, names]) => ({ array, names: [...names] }));
    // Text fields with at most two distinct values are often equal by chance.
    const varied = mostFrequent(this.#texts).filter((name) => this.#distinct(name) > 2);
    const days = mostFrequent(this.#days);
    return [
      ...triples(numbers).map(rootSum),
      ...columns.flatMap(({ array, names }) => triples(names).map((triple) => rowProduct(array, triple))),
      ...columns.flatMap(({ array, names }) =>
        names.flatMap((column) => numbers.map((total) => columnSum(array, column, total))),
      ),
      ...days.flatMap((a) => days.filter((b) => b !== a).map((b) => dateOrder(a, b))),
      ...pairs(varied).map(([a, b]) => equalTexts(a, b)),
    ];
  }

  /**
   * Returns the number of distinct values of a text field. Stops counting at 3. A missing text counts as one more
   * value.
   */
  #distinct(name: string): number {
    const missing = (this.#texts.get(name) ?? 0) < this.#documents ? 1 : 0;
    return (this.#values.get(name)?.size ?? 0) + missing;
  }
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count >= minDocuments)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxNames)
    .map(([name]) => name);
}

function pairs(names: readonly string[]): [string, string][] {
  return names.flatMap((a, at) => names.slice(at + 1).map((b): [string, string] => [a, b]));
}

type Triple = readonly [a: string, b: string, c: string];

/**
 * Returns every combination of three names in three orders, so that each of the three names comes last once: (a, b, c),
 * (a, c, b) and (b, c, a).
 */
function triples(names: readonly string[]): Triple[] {
  return pairs(names).flatMap(([a, b]) =>
    names.filter((c) => c !== a && c !== b).map((c): Triple => [a, b, c]),
  );
}

/**
 * Learns relations between fields from the gold, such as subtotal + tax_amount = total_amount. A case is a document or
 * row that has all values of the relation. A relation is kept if at least 8 documents have a case and the relation
 * holds in at least 75 % of all cases (90 % for dates and texts). A label that violates a kept relation is probably
 * wrong.
 */
export class RelationCounts {
  readonly #candidates: readonly {
    readonly relation: Relation;
    /** Array in whose rows the relation is checked; `null` for a relation outside arrays. */
    readonly array: string | null;
    /**
     * Number of cases (`applied`), number of cases in which the relation holds (`held`), and number of documents with a
     * case.
     */
    readonly seen: { applied: number; held: number; documents: number };
  }[];

  constructor(candidates: readonly Relation[]) {
    this.#candidates = candidates.map((relation) => {
      const [first] = relation.fields;
      const array = first?.includes('[]') ? (first.split('[]')[0] ?? '') : null;
      return { relation, array, seen: { applied: 0, held: 0, documents: 0 } };
    });
  }

  add(values: DocumentValues): void {
    for (const { relation, array, seen } of this.#candidates) {
      const before = seen.applied;
      const rows = array === null ? 1 : (values.rows.get(array)?.length ?? 0);
      for (let row = 0; row < rows; row++) {
        const holds = relation.holds(values, array === null ? null : row);
        if (holds !== null) seen.applied++;
        if (holds === true) seen.held++;
      }
      if (seen.applied > before) seen.documents++;
    }
  }

  kept(): Relation[] {
    return this.#candidates
      .filter(({ relation: { kind }, seen: { applied, held, documents } }) => {
        return documents >= minDocuments && held >= applied * (kind === 'totals' ? 0.75 : 0.9);
      })
      .map(({ relation }) => relation);
  }
}

function rootSum([a, b, c]: Triple): Relation {
  return {
    kind: 'totals',
    text: `${a} + ${b} = ${c}`,
    fields: [a, b, c],
    holds: ({ numbers }) => {
      const [x, y, z] = [numbers.get(a), numbers.get(b), numbers.get(c)];
      // x + 0 = x holds for any two equal numbers, so a zero says nothing about the relation.
      if (x === undefined || y === undefined || z === undefined || x === 0 || y === 0) return null;
      return Math.abs(x + y - z) < cent;
    },
  };
}

function rowProduct(array: string, [a, b, c]: Triple): Relation {
  return {
    kind: 'totals',
    text: `${array}: ${a} × ${b} = ${c}`,
    fields: [a, b, c].map((column) => `${array}[].${column}`),
    holds: ({ rows }, row) => {
      const cells = row === null ? undefined : rows.get(array)?.[row];
      const [x, y, z] = [cells?.get(a), cells?.get(b), cells?.get(c)];
      if (x === undefined || y === undefined || z === undefined || z === 0) return null;
      return Math.abs(x * y - z) < cent;
    },
  };
}

function columnSum(array: string, column: string, total: string): Relation {
  return {
    kind: 'totals',
    text: `sum of ${array}.${column} = ${total}`,
    fields: [total, `${array}.${column}`],
    holds: ({ rows, numbers }) => {
      const cells = rows.get(array) ?? [];
      const expectedTotal = numbers.get(total);
      if (cells.length === 0 || expectedTotal === undefined || !cells.every((row) => row.has(column)))
        return null;
      return Math.abs(cells.reduce((sum, row) => sum + (row.get(column) ?? 0), 0) - expectedTotal) < cent;
    },
  };
}

function dateOrder(a: string, b: string): Relation {
  return {
    kind: 'dates',
    text: `${a} is not after ${b}`,
    fields: [a, b],
    holds: ({ texts }) => {
      const [x, y] = [texts.get(a), texts.get(b)];
      return x === undefined || y === undefined || !isoDay.test(x) || !isoDay.test(y) ? null : x <= y;
    },
  };
}

function equalTexts(a: string, b: string): Relation {
  return {
    kind: 'same',
    text: `${a} = ${b}`.replaceAll('#code', '’s currency'),
    fields: [a.replace('#code', ''), b.replace('#code', '')],
    holds: ({ texts }) => {
      const [x, y] = [texts.get(a), texts.get(b)];
      return x === undefined || y === undefined ? null : x === y;
    },
  };
}

/**
 * The numbers and texts of one document by dotted name, and the numbers in the rows of its arrays. An amount of money
 * gives a number and a currency code.
 */
export interface DocumentValues {
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, string>;
  /** Numbers by array, row and column. */
  readonly rows: ReadonlyMap<string, readonly ReadonlyMap<string, number>[]>;
}

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

/** A rule between fields of a document, such as subtotal + tax_amount = total_amount. */
export interface Relation {
  readonly kind: 'totals' | 'dates' | 'same';
  readonly text: string;
  readonly fields: readonly string[];
  /**
   * Returns whether the relation holds; `null` if the values do not show this, for example because one is missing. For
   * relations within rows, `row` is the row to check.
   */
  readonly holds: (values: DocumentValues, row: number | null) => boolean | null;
}
