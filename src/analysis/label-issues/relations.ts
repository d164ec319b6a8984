import { isJsonObject } from '../../model/json/json-value.ts';

const cent = 0.011;
/** Fewest documents from which a relation is learned. */
const leastDocuments = 8;
const mostNames = 16;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** The most frequent names. Relations are searched among them. */
interface RelationNames {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly days: readonly string[];
  /** Texts with more than two values in the set; a missing text counts as a value. */
  readonly varied: ReadonlySet<string>;
  /** Numeric columns per array. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Counts the documents in which each name has a number, a text or a date. */
export class NameCounts {
  readonly #numbers = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  readonly #days = new Map<string, number>();
  /** The first three values per text name. */
  readonly #values = new Map<string, Set<string>>();
  readonly #columns = new Map<string, Set<string>>();
  #documents = 0;

  add({ numbers, texts, rows }: DocumentValues): void {
    this.#documents++;
    for (const name of numbers.keys()) increment(this.#numbers, name);
    for (const [name, text] of texts) {
      increment(this.#texts, name);
      if (isoDay.test(text)) increment(this.#days, name);
      const values = this.#values.get(name) ?? new Set();
      if (values.size < 3) this.#values.set(name, values.add(text));
    }
    for (const [array, ofArray] of rows) {
      const columns = this.#columns.get(array) ?? new Set();
      this.#columns.set(array, columns);
      for (const row of ofArray)
        for (const name of row.keys()) if (columns.size < mostNames) columns.add(name);
    }
  }

  /**
   * Returns every relation that may hold: a sum of two numbers, a product in a row, a sum of a column, an order of dates,
   * or equal texts. Uses no knowledge about a dataset.
   */
  candidates(): Relation[] {
    const texts = mostFrequent(this.#texts);
    const names: RelationNames = {
      numbers: mostFrequent(this.#numbers),
      texts,
      days: mostFrequent(this.#days),
      varied: new Set(texts.filter((name) => this.#distinct(name) > 2)),
      columns: new Map([...this.#columns].map(([array, columns]) => [array, [...columns]])),
    };
    return [
      ...rootSums(names),
      ...rowProducts(names),
      ...columnSums(names),
      ...dateOrders(names),
      ...equalTexts(names),
    ];
  }

  #distinct(name: string): number {
    const missing = (this.#texts.get(name) ?? 0) < this.#documents ? 1 : 0;
    return (this.#values.get(name)?.size ?? 0) + missing;
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count >= leastDocuments)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostNames)
    .map(([name]) => name);
}

/**
 * Learns relations between fields from the gold. Counts for each candidate the cases that it applies to and those in
 * which it holds. Keeps a relation if it applies in at least 8 documents and holds in at least 75 % of the cases (90 % for
 * dates and texts), so that a label that violates it is probably wrong.
 */
export class RelationCounts {
  readonly #candidates: readonly {
    readonly relation: Relation;
    readonly array: string | null;
    readonly seen: Seen;
  }[];

  constructor(candidates: readonly Relation[]) {
    this.#candidates = candidates.map((relation) => {
      const [first] = relation.fields;
      const array = first?.includes('[]') ? (first.split('[]')[0] ?? '') : null;
      return { relation, array, seen: { held: 0, asked: 0, documents: 0 } };
    });
  }

  add(values: DocumentValues): void {
    for (const { relation, array, seen } of this.#candidates) {
      const before = seen.asked;
      const rows = array === null ? 1 : (values.rows.get(array)?.length ?? 0);
      for (let row = 0; row < rows; row++) {
        const answer = relation.holds(values, array === null ? null : row);
        if (answer === null) continue;
        seen.asked++;
        if (answer) seen.held++;
      }
      if (seen.asked > before) seen.documents++;
    }
  }

  kept(): Relation[] {
    return this.#candidates
      .filter(({ relation: { kind }, seen: { held, asked, documents } }) => {
        return documents >= leastDocuments && held >= asked * (kind === 'totals' ? 0.75 : 0.9);
      })
      .map(({ relation }) => relation);
  }
}

interface Seen {
  held: number;
  asked: number;
  /** Number of documents that the relation applies to. */
  documents: number;
}

function rootSums({ numbers: names }: RelationNames): Relation[] {
  const found: Relation[] = [];
  for (const [at, a] of names.entries())
    for (const b of names.slice(at + 1))
      for (const c of names) {
        if (c === a || c === b) continue;
        found.push({
          kind: 'totals',
          text: `${a} + ${b} = ${c}`,
          fields: [a, b, c],
          holds: ({ numbers }) => {
            const [x, y, z] = [numbers.get(a), numbers.get(b), numbers.get(c)];
            // With a zero, any two equal numbers would satisfy the relation.
            if (x === undefined || y === undefined || z === undefined || x === 0 || y === 0) return null;
            return Math.abs(x + y - z) < cent;
          },
        });
      }
  return found;
}

function rowProducts({ columns: columnsOf }: RelationNames): Relation[] {
  const found: Relation[] = [];
  for (const [array, columns] of columnsOf)
    for (const [at, a] of columns.entries())
      for (const b of columns.slice(at + 1))
        for (const c of columns) {
          if (c === a || c === b) continue;
          found.push({
            kind: 'totals',
            text: `${array}: ${a} × ${b} = ${c}`,
            fields: [a, b, c].map((column) => `${array}[].${column}`),
            holds: ({ rows }, row) => {
              const cells = row === null ? undefined : rows.get(array)?.[row];
              const [x, y, z] = [cells?.get(a), cells?.get(b), cells?.get(c)];
              if (x === undefined || y === undefined || z === undefined || z === 0) return null;
              return Math.abs(x * y - z) < cent;
            },
          });
        }
  return found;
}

function columnSums({ numbers: totals, columns: columnsOf }: RelationNames): Relation[] {
  const found: Relation[] = [];
  for (const [array, columns] of columnsOf)
    for (const column of columns)
      for (const total of totals)
        found.push({
          kind: 'totals',
          text: `sum of ${array}.${column} = ${total}`,
          fields: [total, `${array}.${column}`],
          holds: ({ rows, numbers }) => {
            const cells = rows.get(array) ?? [];
            const wanted = numbers.get(total);
            if (cells.length === 0 || wanted === undefined || !cells.every((row) => row.has(column)))
              return null;
            return Math.abs(cells.reduce((sum, row) => sum + (row.get(column) ?? 0), 0) - wanted) < cent;
          },
        });
  return found;
}

function dateOrders({ days: names }: RelationNames): Relation[] {
  return names.flatMap((a) =>
    names
      .filter((b) => b !== a)
      .map(
        (b): Relation => ({
          kind: 'dates',
          text: `${a} is not after ${b}`,
          fields: [a, b],
          holds: ({ texts }) => {
            const [x, y] = [texts.get(a), texts.get(b)];
            if (x === undefined || y === undefined || !isoDay.test(x) || !isoDay.test(y)) return null;
            return x <= y;
          },
        }),
      ),
  );
}

function equalTexts({ texts: names, varied }: RelationNames): Relation[] {
  return names.flatMap((a, at) =>
    names
      .slice(at + 1)
      // If nearly all documents have the same value, ignore their equality.
      .filter((b) => varied.has(a) && varied.has(b))
      .map(
        (b): Relation => ({
          kind: 'same',
          text: `${a} = ${b}`.replaceAll('#code', '’s currency'),
          fields: [a.replace('#code', ''), b.replace('#code', '')],
          holds: ({ texts }) => {
            const [x, y] = [texts.get(a), texts.get(b)];
            return x === undefined || y === undefined ? null : x === y;
          },
        }),
      ),
  );
}

/** The numbers and texts of one document by dotted name, without rows of arrays. Money has an amount and a code. */
export interface DocumentValues {
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, string>;
  /** Numbers per array, row and column. */
  readonly rows: ReadonlyMap<string, readonly ReadonlyMap<string, number>[]>;
}

/** Collects the numbers and texts of one gold value. */
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

/** A rule that holds in nearly every document of the set, learned from the gold. */
export interface Relation {
  readonly kind: 'totals' | 'dates' | 'same';
  readonly text: string;
  /** Dotted names of the fields in the relation. */
  readonly fields: readonly string[];
  /** Whether the relation holds; `null` if a value is missing. For relations in rows, `row` is the row to check. */
  readonly holds: (values: DocumentValues, row: number | null) => boolean | null;
}
