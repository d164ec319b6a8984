import type { DocumentIndex } from '../../model/report/document-index.ts';

/** One term of the filter. */
interface Term {
  readonly key: string;
  readonly value: string;
  readonly negated: boolean;
}

/** Splits `new-errors field:total tag:"two words" -state:failed` into terms. */
export function parseFilter(text: string): Term[] {
  const terms: Term[] = [];
  for (const match of text.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)) {
    const [, dash, key, quoted, bare] = match;
    const value = quoted ?? bare ?? '';
    if (value !== '') terms.push({ key: (key ?? '').toLowerCase(), value, negated: dash === '-' });
  }
  return terms;
}

/** Returns a filter term, with quotation marks if the value needs them. */
export function filterTerm(key: string, value: string): string {
  return /[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`;
}

const changeWords = new Map([
  ['new-errors', 'e'],
  ['fixed', 'f'],
  ['changed', 'efw'],
  ['same', 's'],
]);
const states = new Map([
  ['scored', 's'],
  ['failed', 'f'],
  ['cancelled', 'c'],
  ['not-run', 'n'],
]);

type Test = (item: number) => boolean;

/** Returns the numbers of the documents that match all terms, in their order. */
export function filterDocuments(index: DocumentIndex, text: string): number[] {
  const tests = parseFilter(text).map((term) => {
    const test = testOf(index, term);
    return term.negated ? (item: number) => !test(item) : test;
  });
  const found: number[] = [];
  for (let item = 0; item < index.ids.length; item++) if (tests.every((test) => test(item))) found.push(item);
  return found;
}

function testOf(index: DocumentIndex, term: Term): Test {
  const value = term.value.toLowerCase();
  switch (term.key) {
    case 'field':
      return fieldTest(index, value);
    case 'tag':
      return tagTest(index, value);
    case 'state': {
      const letter = states.get(value) ?? '?';
      return (item) => index.versions.some((version) => version.state[item] === letter);
    }
    case 'expected':
    case 'got':
    case 'was':
      return cellTest(index, term.key, term.value);
    case 'cell':
    case 'cell-was':
      return exactCellTest(index, term.value, term.key === 'cell-was' ? 0 : index.versions.length - 1);
    case 'id':
      return (item) => index.ids[item] === term.value;
    case '':
      return wordTest(index, value);
    default:
      return plainTest(index, `${term.key}:${value}`);
  }
}

function wordTest(index: DocumentIndex, word: string): Test {
  const letters = changeWords.get(word);
  if (letters !== undefined) return (item) => letters.includes(index.change[item] ?? '?');
  if (word === 'wrong') return (item) => index.versions.some((version) => version.exact[item] !== '1');
  if (word === 'right') return (item) => index.versions.every((version) => version.exact[item] === '1');
  if (word === 'failed') return (item) => index.versions.some((version) => version.state[item] === 'f');
  return plainTest(index, word);
}

function plainTest(index: DocumentIndex, word: string): Test {
  return (item) =>
    (index.ids[item] ?? '').toLowerCase().includes(word) ||
    (index.names[item] ?? '').toLowerCase().includes(word);
}

/** Returns a test for documents with an error in a field, in a field below it, or in a field with this last name. */
function fieldTest(index: DocumentIndex, value: string): Test {
  const wanted = new Set(
    index.fields.flatMap((field, number) => {
      const name = field.toLowerCase();
      const hit = name === value || name.startsWith(`${value}.`) || name.endsWith(`.${value}`);
      return hit ? [number] : [];
    }),
  );
  if (wanted.size === 0) {
    index.fields.forEach((field, number) => {
      if (field.toLowerCase().includes(value)) wanted.add(number);
    });
  }
  return (item) => index.versions.some((version) => version.wrong[item]?.some((field) => wanted.has(field)));
}

function tagTest(index: DocumentIndex, value: string): Test {
  const mark = value.indexOf('=');
  const name = mark < 0 ? null : value.slice(0, mark);
  const wanted = mark < 0 ? value : value.slice(mark + 1);
  const columns = index.tags.filter((tag) => name === null || tag.name.toLowerCase() === name);
  return (item) => columns.some((tag) => tag.values[(tag.of[item] ?? 0) - 1]?.toLowerCase() === wanted);
}

function cellTest(index: DocumentIndex, key: 'expected' | 'got' | 'was', label: string): Test {
  const size = index.labels.length;
  const number = index.labels.indexOf(label);
  const version = index.versions[key === 'was' ? 0 : index.versions.length - 1];
  return (item) =>
    version?.cells[item]?.some(
      (cell) => (key === 'expected' ? Math.floor(cell / size) : cell % size) === number,
    ) ?? false;
}

/** Returns a test for `cell:expected>predicted`. Both labels must belong to the same page of a packet. */
function exactCellTest(index: DocumentIndex, pair: string, version: number): Test {
  const size = index.labels.length;
  const wanted = index.labels.flatMap((expected, row) =>
    index.labels.flatMap((got, column) =>
      `${expected.replaceAll('"', '')}>${got.replaceAll('"', '')}` === pair ? [row * size + column] : [],
    ),
  );
  return (item) => index.versions[version]?.cells[item]?.some((cell) => wanted.includes(cell)) ?? false;
}

const changeRank = 'ewfsn';

/** Sorts document numbers by a column name, in descending order if the name starts with `-`. Ties keep their order. */
export function sortDocuments(index: DocumentIndex, items: number[], sort: string): number[] {
  const name = sort.replace(/^-/, '');
  if (name === '') return items;
  const direction = sort.startsWith('-') ? -1 : 1;
  if (name === 'id') {
    const collator = new Intl.Collator('en', { numeric: true });
    const id = (item: number) => index.ids[item] ?? '';
    return [...items].sort((a, b) => direction * collator.compare(id(a), id(b)));
  }
  const key = keyOf(index, name);
  return [...items].sort((a, b) => direction * (key(a) - key(b)) || a - b);
}

function keyOf(index: DocumentIndex, name: string): (item: number) => number {
  const last = index.versions.at(-1);
  if (name === 'change') return (item) => changeRank.indexOf(index.change[item] ?? 'n');
  if (name === 'confidence') return (item) => last?.confidence[item] ?? -1;
  if (name === 'latency') return (item) => last?.latency[item] ?? -1;
  const version = index.versions[Number(name.replace('wrong', ''))];
  return (item) =>
    version?.state[item] === 's'
      ? (version.incorrect[item] ?? 0) + (version.missing[item] ?? 0) + (version.spurious[item] ?? 0)
      : 1e9;
}
