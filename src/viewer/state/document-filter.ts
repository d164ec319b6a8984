import { type DocumentIndex, stateLetters, stateOfLetter } from '../../model/report/document-index.ts';
import { type DocumentChange, documentStates } from '../../model/report/document-state.ts';

interface Term {
  readonly key: string;
  readonly value: string;
  readonly negated: boolean;
}

/** Splits a filter such as `new-errors field:total tag:"two words" -state:failed` into terms. */
export function parseFilter(text: string): Term[] {
  const terms: Term[] = [];
  for (const match of text.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)) {
    const [, dash, key, quoted, bare] = match;
    const value = quoted ?? bare ?? '';
    if (value !== '') terms.push({ key: (key ?? '').toLowerCase(), value, negated: dash === '-' });
  }
  return terms;
}

/** Returns a filter term. Adds quotation marks if the value needs them. */
export function filterTerm(key: string, value: string): string {
  return /[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`;
}

const { newlyWrong, lostResult, moreErrors, mixed, otherWrong, fewerErrors, nowRight } = stateLetters;
const stateWords = new Map([
  ['newly-wrong', newlyWrong + lostResult],
  ['fewer-errors', fewerErrors + nowRight],
  ['changed', newlyWrong + lostResult + moreErrors + mixed + otherWrong + fewerErrors + nowRight],
  ['unchanged', stateLetters.unchanged],
]);
const runLetters = new Map([
  ['scored', 's'],
  ['without-gold', 'w'],
  ['failed', 'f'],
  ['cancelled', 'c'],
  ['not-run', 'n'],
]);

type Test = (item: number) => boolean;

/**
 * Returns the numbers of those documents in `items` that match all terms, in the order of `items`. By default, `items`
 * contains all documents.
 */
export function filterDocuments(
  index: DocumentIndex,
  text: string,
  items: readonly number[] = [...index.ids.keys()],
): readonly number[] {
  return parseFilter(text).reduce((left: readonly number[], term) => {
    const test = testOf(index, term);
    return left.filter((item) => test(item) !== term.negated);
  }, items);
}

/** Caches the sorted list of all documents, because sorting takes much longer than filtering. */
let sorted: {
  readonly index: DocumentIndex;
  readonly sort: string;
  readonly items: readonly number[];
} | null = null;

/** Returns the numbers of the documents that match the filter, sorted by `sortDocuments`. */
export function listDocuments(index: DocumentIndex, text: string, sort: string): readonly number[] {
  if (sorted?.index !== index || sorted.sort !== sort)
    sorted = { index, sort, items: sortDocuments(index, [...index.ids.keys()], sort) };
  return filterDocuments(index, text, sorted.items);
}

function testOf(index: DocumentIndex, term: Term): Test {
  const value = term.value.toLowerCase();
  const last = index.versions.length - 1;
  const label = index.labels.indexOf(term.value);
  switch (term.key) {
    case 'field':
      return fieldTest(index, value);
    case 'tag':
      return tagTest(index, value);
    case 'state':
      return stateTest(index, value);
    case 'expected':
      return cellTest(index, last, (expected) => expected === label);
    case 'got':
      return cellTest(index, last, (_, got) => got === label);
    case 'was':
      return cellTest(index, 0, (_, got) => got === label);
    case 'cell':
      return pairTest(index, last, term.value);
    case 'cell-was':
      return pairTest(index, 0, term.value);
    case 'id':
      return (item) => index.ids[item] === term.value;
    case '':
      return wordTest(index, value);
    default:
      return plainTest(index, `${term.key}:${value}`);
  }
}

/**
 * Returns a function that tests documents for a state, such as `newlyWrong`, or for the state of a run, such as
 * `failed`.
 */
function stateTest({ versions, change }: DocumentIndex, value: string): Test {
  const state = documentStates.find((name) => name.toLowerCase() === value);
  if (state !== undefined) return (item) => stateOfLetter(change[item]) === state;
  const letter = runLetters.get(value);
  return (item) => versions.some((version) => version.state[item] === letter);
}

function wordTest(index: DocumentIndex, word: string): Test {
  const { versions, change } = index;
  const letters = stateWords.get(word);
  if (letters !== undefined) return (item) => letters.includes(change[item] ?? '?');
  if (word === 'new-errors') return (item) => (index.newErrors[item] ?? 0) > 0;
  if (word === 'wrong') return (item) => versions.some(({ exact }) => exact[item] !== '1');
  if (word === 'right') return (item) => versions.every(({ exact }) => exact[item] === '1');
  if (word === 'failed') return (item) => versions.some(({ state }) => state[item] === 'f');
  return plainTest(index, word);
}

function plainTest({ ids, names }: Pick<DocumentIndex, 'ids' | 'names'>, word: string): Test {
  const has = (text: string | null | undefined) => text?.toLowerCase().includes(word) === true;
  return (item) => has(ids[item]) || has(names[item]);
}

/**
 * Returns a function that tests documents for errors in a field. `total` matches `total`, `total.net` and `bill.total`.
 * If there is no such field, `total` matches all fields with `total` in their names.
 */
function fieldTest({ fields, versions }: DocumentIndex, value: string): Test {
  const names = fields.map((field) => field.toLowerCase());
  const numbersOf = (matches: (name: string) => boolean) =>
    names.flatMap((name, number) => (matches(name) ? [number] : []));
  const exact = numbersOf(
    (name) => name === value || name.startsWith(`${value}.`) || name.endsWith(`.${value}`),
  );
  const matching = new Set(exact.length > 0 ? exact : numbersOf((name) => name.includes(value)));
  return (item) => versions.some(({ wrong }) => wrong[item]?.some((field) => matching.has(field)));
}

/**
 * Returns a function that tests documents for the tag `name=value`. If `text` is only a value, the function tests
 * whether any tag has this value.
 */
function tagTest({ tags }: DocumentIndex, text: string): Test {
  const mark = text.indexOf('=');
  const expected = text.slice(mark + 1);
  const columns = mark < 0 ? tags : tags.filter(({ name }) => name.toLowerCase() === text.slice(0, mark));
  return (item) => columns.some((tag) => tag.values[(tag.of[item] ?? 0) - 1]?.toLowerCase() === expected);
}

/**
 * Returns a function that tests documents for cells of the confusion matrix. `matches` receives the numbers of the
 * expected and the predicted class.
 */
function cellTest(
  { labels, versions }: DocumentIndex,
  version: number,
  matches: (expected: number, got: number) => boolean,
): Test {
  const isMatch = (cell: number) => matches(Math.floor(cell / labels.length), cell % labels.length);
  return (item) => versions[version]?.cells[item]?.some(isMatch) ?? false;
}

/**
 * Returns a function that tests documents for a cell of the confusion matrix, given as `expected>predicted`. In a
 * packet, both classes must belong to the same page.
 */
function pairTest(index: DocumentIndex, version: number, pair: string): Test {
  const labels = index.labels.map((label) => label.replaceAll('"', ''));
  return cellTest(index, version, (expected, got) => `${labels[expected]}>${labels[got]}` === pair);
}

/** Returns how a document differs between the two versions. Returns `null` if nothing was compared. */
export function changeAt(index: DocumentIndex, item: number): DocumentChange | null {
  const letter = index.change[item];
  const state = stateOfLetter(letter);
  if (state === null) return null;
  return {
    state,
    newlyWrong: letter === newlyWrong || letter === lostResult,
    newErrors: index.newErrors[item] ?? 0,
    errorsBefore: wrongValues(index.versions[0], item),
    errorsNow: wrongValues(index.versions.at(-1), item),
  };
}

function wrongValues(version: DocumentIndex['versions'][number] | undefined, item: number): number {
  return (version?.incorrect[item] ?? 0) + (version?.missing[item] ?? 0) + (version?.spurious[item] ?? 0);
}

const changeRank = `${Object.values(stateLetters).join('')}-`;
const unchangedRank = changeRank.indexOf(stateLetters.unchanged);

/**
 * Sorts document numbers by a column. The order is descending if `sort` starts with `-`. Without a column, documents
 * that changed for the worse come first. Equal documents keep their order.
 */
export function sortDocuments(index: DocumentIndex, items: readonly number[], sort: string): number[] {
  const name = sort.replace(/^-/, '');
  const isDescending = sort.startsWith('-');
  if (name === 'id') {
    const keys = index.ids.map(sortableId);
    const direction = isDescending ? -1 : 1;
    return items.toSorted((a, b) => direction * compareTexts(keys[a] ?? '', keys[b] ?? ''));
  }
  const groups = groupBy(items, name === '' || name === 'change' ? importanceOf(index) : keyOf(index, name));
  const keys = [...groups.keys()].sort((a, b) => (isDescending ? b - a : a - b));
  return keys.flatMap((key) => groups.get(key) ?? []);
}

/**
 * Groups documents by their sort keys. Many documents have equal keys, so sorting the groups is several times faster
 * than sorting the documents.
 */
function groupBy<Key>(items: readonly number[], keyOfItem: (item: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Returns a text for sorting ids as people expect: `bill-9` before `bill-10`, and `Bill` next to `bill`. In this text,
 * a character before each number stands for the number of digits. Comparing such texts by code units is several times
 * faster than `Intl.Collator`.
 */
function sortableId(id: string): string {
  return id.toLowerCase().replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=.)/, '');
    return `${String.fromCharCode(0x30 + number.length)}${number}`;
  });
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns a function that computes the sort key of a document. Documents that changed for the worse have the smallest
 * keys.
 */
function importanceOf(index: DocumentIndex): (item: number) => number {
  const [before, now] = index.versions;
  return (item) => {
    const letter = index.change[item] ?? '-';
    const rank = changeRank.indexOf(letter);
    const rise = rank < unchangedRank ? wrongValues(now, item) - wrongValues(before, item) : 0;
    const isImproved = letter === fewerErrors || letter === nowRight;
    // Documents of equal rank are sorted by two numbers, the largest first: the number of new errors, then the change
    // in the number of wrong values.
    const withErrors = rank * 2 ** 22 + (2 ** 21 - (index.newErrors[item] ?? 0));
    return withErrors * 2 ** 22 + (2 ** 21 - (isImproved ? -rise : rise));
  };
}

function keyOf(index: DocumentIndex, name: string): (item: number) => number {
  const last = index.versions.at(-1);
  if (name === 'confidence') return (item) => last?.confidence[item] ?? -1;
  if (name === 'latency') return (item) => last?.latency[item] ?? -1;
  if (name === 'credits') return (item) => last?.credits[item] ?? -1;
  const version = index.versions[Number(name.replace('wrong', ''))];
  return (item) => (version?.state[item] === 's' ? wrongValues(version, item) : 1e9);
}
