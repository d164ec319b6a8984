import { isJsonObject } from '../../model/json-value.ts';

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

const cent = 0.011;
/** Fewer documents than this prove nothing. */
const leastDocuments = 8;
const mostNumbers = 16;

/**
 * Relations between fields, learned from the gold: sums of two numbers that are a third, rows' products and sums, dates in
 * order, texts that are equal. A relation is kept when it holds in at least 75 % (dates and texts: 90 %) of at least 8
 * documents that could break it, so labels that break it stand out. Nothing is known of any data set beforehand.
 */
export function learnRelations(documents: readonly DocumentValues[]): Relation[] {
  return [
    ...rootSums(documents),
    ...rowProducts(documents),
    ...columnSums(documents),
    ...dateOrders(documents),
    ...equalTexts(documents),
  ].filter((relation) => isKept(relation, documents));
}

function isKept({ kind, holds, fields }: Relation, documents: readonly DocumentValues[]): boolean {
  let held = 0;
  let asked = 0;
  let documentsAsked = 0;
  const array = fields[0]?.includes('[]') ? (fields[0].split('[]')[0] ?? '') : null;
  for (const values of documents) {
    const before = asked;
    const rows = array === null ? [null] : [...(values.rows.get(array) ?? []).keys()];
    for (const row of rows) {
      const answer = holds(values, row);
      if (answer === null) continue;
      asked++;
      if (answer) held++;
    }
    if (asked > before) documentsAsked++;
  }
  return documentsAsked >= leastDocuments && held >= asked * (kind === 'totals' ? 0.75 : 0.9);
}

function namesIn(
  documents: readonly DocumentValues[],
  of: (values: DocumentValues) => Iterable<string>,
): string[] {
  const counts = new Map<string, number>();
  for (const values of documents)
    for (const name of of(values)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= leastDocuments)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostNumbers)
    .map(([name]) => name);
}

function rootSums(documents: readonly DocumentValues[]): Relation[] {
  const names = namesIn(documents, ({ numbers }) => numbers.keys());
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
            // With a nought any two equal numbers would prove it.
            if (x === undefined || y === undefined || z === undefined || x === 0 || y === 0) return null;
            return Math.abs(x + y - z) < cent;
          },
        });
      }
  return found;
}

function columnsOf(documents: readonly DocumentValues[]): Map<string, string[]> {
  const arrays = new Set(documents.flatMap(({ rows }) => [...rows.keys()]));
  return new Map(
    [...arrays].map((array) => [
      array,
      [
        ...new Set(
          documents.flatMap(({ rows }) => (rows.get(array) ?? []).flatMap((row) => [...row.keys()])),
        ),
      ].slice(0, mostNumbers),
    ]),
  );
}

function rowProducts(documents: readonly DocumentValues[]): Relation[] {
  const found: Relation[] = [];
  for (const [array, columns] of columnsOf(documents))
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

function columnSums(documents: readonly DocumentValues[]): Relation[] {
  const totals = namesIn(documents, ({ numbers }) => numbers.keys());
  const found: Relation[] = [];
  for (const [array, columns] of columnsOf(documents))
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

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

function dateOrders(documents: readonly DocumentValues[]): Relation[] {
  const names = namesIn(documents, ({ texts }) =>
    [...texts].filter(([, text]) => isoDay.test(text)).map(([name]) => name),
  );
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

function equalTexts(documents: readonly DocumentValues[]): Relation[] {
  const names = namesIn(documents, ({ texts }) => texts.keys());
  const values = (name: string) => new Set(documents.map(({ texts }) => texts.get(name)));
  return names.flatMap((a, at) =>
    names
      .slice(at + 1)
      // Where nearly all documents have one value, equality says nothing.
      .filter((b) => values(a).size > 2 && values(b).size > 2)
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
