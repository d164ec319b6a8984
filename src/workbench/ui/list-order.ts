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
const tieTexts = new WeakMap<RecordEntry, string>();
/**
 * Returns a text by which entries with equal values are sorted: the path, with padded numbers. Comparing such texts is
 * 20 times faster than `byPath`, and the list is sorted again and again while it arrives.
 */
function tieText(entry: RecordEntry): string {
  const known = tieTexts.get(entry);
  if (known !== undefined) return known;
  const text = entry.path.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(15, '0'));
  tieTexts.set(entry, text);
  return text;
}

function byTie(a: RecordEntry, b: RecordEntry): number {
  const [left, right] = [tieText(a), tieText(b)];
  return left < right ? -1 : Number(left > right);
}

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
        return missing || byTie(a.entry, b.entry);
      }
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return direction * order || byTie(a.entry, b.entry);
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
 * Returns a function that takes the key of a record and returns its trend. The trend has the share of fully right
 * documents of this record, and the shares of up to 11 earlier records of the same dataset and processor. The trend is
 * divided into lists. A new list begins at a record whose items, gold or scoring options differ from those of the
 * record before it. The trend of a record without a share is empty.
 */
export function trendsOf(records: readonly RecordEntry[]): (key: string) => TrendShares {
  // Compute a trend only when its row is drawn, because only visible rows show a trend.
  let places: ReadonlyMap<string, { readonly group: readonly ReadableRecord[]; readonly at: number }>;
  return (key) => {
    places ??= placesOf(records);
    const { group, at } = places.get(key) ?? { group: [], at: -1 };
    return comparableParts(group.slice(Math.max(0, at + 1 - trendLength), at + 1));
  };
}

/**
 * Maps the key of each scored record to `group` and `at`. `group` has all scored records of the same dataset and
 * processor, the oldest first. `at` is the index of the record in `group`.
 */
function placesOf(records: readonly RecordEntry[]) {
  const isScored = (entry: RecordEntry): entry is ReadableRecord =>
    entry.state !== 'damaged' && entry.headline?.share != null;
  const oldestFirst = records.filter(isScored).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const groups = [...Map.groupBy(oldestFirst, groupOf).values()];
  return new Map(groups.flatMap((group) => group.map(({ key }, at) => [key, { group, at }] as const)));
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
