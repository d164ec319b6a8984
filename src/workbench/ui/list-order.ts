import type { ReadableRecord, RecordEntry } from '../../model/results/record-list.ts';

/** Filters and order of the list of records, as in the address of the page. An empty text does not filter. */
export interface ListQuery {
  /** Words that an entry must contain. */
  readonly q: string;
  readonly dataset: string;
  readonly processor: string;
  /**
   * Name of the column by which the list is sorted, in descending order if it starts with `-`. If empty, the newest
   * records come first.
   */
  readonly sort: string;
}

interface SearchedEntry {
  readonly entry: RecordEntry;
  readonly text: string;
}

/** Returns the entries with the texts to search. Preparing these texts takes longer than a search. */
export function searchable(records: readonly RecordEntry[]): SearchedEntry[] {
  return records.map((entry) => {
    const parts =
      entry.state === 'damaged'
        ? [entry.path, 'damaged']
        : [entry.path, entry.dataset, entry.processor, entry.state, entry.headline?.headline];
    return { entry, text: parts.join(' ').toLowerCase() };
  });
}

/** Returns the entries that contain all words and match the selected dataset and processor. */
export function filterRecords(
  entries: readonly SearchedEntry[],
  { q, dataset, processor }: Omit<ListQuery, 'sort'>,
): RecordEntry[] {
  const words = q.toLowerCase().split(/\s+/);
  const hasName = (entry: RecordEntry, name: 'dataset' | 'processor', wanted: string) =>
    wanted === '' || (entry.state !== 'damaged' && entry[name] === wanted);
  return entries
    .filter(
      ({ entry, text }) =>
        hasName(entry, 'dataset', dataset) &&
        hasName(entry, 'processor', processor) &&
        words.every((word) => text.includes(word)),
    )
    .map(({ entry }) => entry);
}

/** Returns the names of all datasets or processors, in alphabetical order. */
export function namesOf(records: readonly RecordEntry[], name: 'dataset' | 'processor'): string[] {
  return [...new Set(records.flatMap((entry) => (entry.state === 'damaged' ? [] : [entry[name]])))].sort();
}

const byPath = new Intl.Collator('en', { numeric: true }).compare;
const timeOf = (entry: RecordEntry) => (entry.state === 'damaged' ? null : entry.createdAt);
const headlineOf = (entry: RecordEntry) => (entry.state === 'damaged' ? null : entry.headline);
const keys: Readonly<Record<string, (entry: RecordEntry) => string | number | null>> = {
  run: timeOf,
  right: (entry) => headlineOf(entry)?.share ?? null,
  errors: (entry) => headlineOf(entry)?.newErrors ?? null,
};

/**
 * Returns the entries sorted by a column. Entries without a value come last. Entries with equal values are sorted by
 * path.
 */
export function sortRecords(entries: readonly RecordEntry[], sort: string): RecordEntry[] {
  const name = sort === '' ? 'run' : sort.replace(/^-/, '');
  const direction = sort === '' || sort.startsWith('-') ? -1 : 1;
  const ranked = entries.map((entry) => ({ entry, key: keys[name]?.(entry) ?? null }));
  if (name === 'record') return entries.toSorted((a, b) => direction * byPath(a.path, b.path));
  return ranked
    .sort((a, b) => {
      if (a.key === null || b.key === null) {
        const missing = Number(a.key === null) - Number(b.key === null);
        return missing || byPath(a.entry.path, b.entry.path);
      }
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return direction * order || byPath(a.entry.path, b.entry.path);
    })
    .map(({ entry }) => entry);
}

/**
 * Shares of fully right documents: one share per record, with the oldest record first. There are several lists if some
 * records cannot be compared. Only shares in the same list can be compared.
 */
export type TrendShares = readonly (readonly number[])[];

/** A trend has at most this many records. */
const trendLength = 12;

/**
 * Returns a trend for each record, by key: the shares of fully right documents of this record and of up to 11 earlier
 * records of the same dataset and processor. A new list begins at a record whose items, gold or scoring options differ
 * from those of the previous record.
 */
export function trendsOf(records: readonly RecordEntry[]): ReadonlyMap<string, TrendShares> {
  const isScored = (entry: RecordEntry): entry is ReadableRecord =>
    entry.state !== 'damaged' && entry.headline?.share != null;
  const oldestFirst = records.filter(isScored).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const trends = new Map<string, TrendShares>();
  for (const group of Map.groupBy(oldestFirst, groupOf).values())
    for (const [at, { key }] of group.entries())
      trends.set(key, comparableParts(group.slice(Math.max(0, at + 1 - trendLength), at + 1)));
  return trends;
}

function groupOf({ dataset, processor }: ReadableRecord): string {
  return JSON.stringify([dataset, processor]);
}

function comparableParts(records: readonly ReadableRecord[]): TrendShares {
  const parts: number[][] = [];
  for (const [at, { comparable, headline }] of records.entries()) {
    if (at === 0 || records[at - 1]?.comparable !== comparable) parts.push([]);
    parts.at(-1)?.push(headline?.share ?? 0);
  }
  return parts;
}
