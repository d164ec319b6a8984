import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { presentKey, presentValue } from './renamed-keys.ts';
import { presentSentence } from './words.ts';

export type Fact = string | number | boolean | null;

/** Output of a command, as facts and as lines of text. A fact is a single value of the output, stored under a key. */
export interface Outputs {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** Result of a finished command: its exit code, its streams, and its text files by relative path. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Per table: the columns that together identify a row. */
const rowKeys: Readonly<Record<string, readonly string[]>> = {
  summary: ['section', 'metric', 'label', 'scope', 'version'],
  documents: ['item', 'version'],
  fields: ['field', 'version'],
  leaves: ['item', 'version', 'path'],
  changes: ['item', 'path'],
  confusion: ['version', 'unit', 'expected', 'predicted'],
  confidence: ['scope', 'version', 'part', 'name', 'from', 'to'],
  plan: ['scope', 'label', 'effect'],
  'sample-size': ['scope', 'label', 'effect'],
  suspects: ['item', 'path'],
  'label-issues': ['item', 'path'],
  splits: ['item', 'source', 'type', 'start_page', 'end_page'],
  gate: ['check'],
};

/** Members that can identify an element of a list. The first entry with different values for all elements is used. */
const elementKeys: readonly (readonly string[])[] = [
  ['itemId', 'path', 'version'],
  ['itemId', 'path'],
  ['itemId', 'version'],
  ['itemId'],
  ['tag', 'value'],
  ['metric', 'scope'],
  ['field'],
  ['scope', 'version'],
  ['scope', 'source'],
  ['metric'],
  ['name'],
  ['label'],
  ['id'],
  ['version'],
];

/**
 * Reads the output of a command. Omits the documents in report.json (`items`): later versions limit their number, and
 * documents.csv and leaves.csv have the same figures.
 */
export function readOutputs({ code, stdout, stderr, files }: Finished): Outputs {
  const facts = new Map<string, Fact>([['exit code', code]]);
  const texts = new Map<string, readonly string[]>();
  const errorCode = /^(?:error: )?([A-Z]+_[A-Z_]+)\b/m.exec(stderr)?.[1];
  if (errorCode !== undefined) facts.set('error', errorCode);
  if (stdout.startsWith('{')) flatten(JSON.parse(stdout), 'stdout', facts);
  else texts.set('stdout', lines(stdout));
  for (const [name, content] of Object.entries(files)) {
    const { ext, name: table } = path.parse(name);
    if (ext === '.json') {
      const value = JSON.parse(content) as Record<string, unknown>;
      if (table === 'report') delete value.items;
      flatten(value, name, facts);
    } else if (ext === '.csv') flattenTable(content, table, facts);
    else texts.set(name, lines(content));
  }
  return { facts: new Map([...facts].map(([key, fact]) => [presentKey(key), presentValue(fact)])), texts };
}

const lines = (text: string) => text.split('\n').map(presentSentence);

/**
 * Adds one fact per member and element of a value to `facts`. The key of a list element contains its identifying
 * members (`elementKeys`), or its index if it has none.
 */
export function flatten(value: unknown, key: string, facts: Map<string, Fact>): void {
  if (Array.isArray(value)) {
    const names = namesOf(value);
    facts.set(`${key}.length`, value.length);
    if (names !== null) facts.set(`${key} (order)`, names.join(' | '));
    for (const [i, element] of value.entries()) flatten(element, `${key}[${names?.[i] ?? i}]`, facts);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) flatten(member, `${key}.${name}`, facts);
  } else facts.set(key, (value ?? null) as Fact);
}

function namesOf(list: readonly unknown[]): string[] | null {
  if (!list.every((element) => typeof element === 'object' && element !== null)) return null;
  for (const members of elementKeys) {
    const names = (list as Record<string, unknown>[]).map((element) =>
      members.every((member) => ['string', 'number'].includes(typeof element[member]))
        ? members.map((member) => element[member]).join(' ')
        : null,
    );
    if (!names.includes(null) && new Set(names).size === names.length) return names as string[];
  }
  return null;
}

/**
 * Adds one fact per cell. Rows with equal keys are sorted by their cells and numbered, so that the order of the table
 * does not matter.
 */
function flattenTable(content: string, table: string, facts: Map<string, Fact>): void {
  const rows = parse(content, { columns: true, bom: true, skip_empty_lines: true }) as Record<
    string,
    string
  >[];
  const columns = Object.keys(rows[0] ?? {});
  const keys = (rowKeys[table] ?? columns).filter((column) => columns.includes(column));
  const groups = new Map<string, Record<string, string>[]>();
  for (const row of rows) {
    const key = keys.map((column) => `${column}=${row[column]}`).join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  facts.set(`${table}.csv rows`, rows.length);
  facts.set(`${table}.csv columns`, columns.join(','));
  for (const [key, group] of groups) {
    const sorted = group.length === 1 ? group : group.toSorted((a, b) => (cells(a) < cells(b) ? -1 : 1));
    for (const [i, row] of sorted.entries())
      for (const column of columns)
        facts.set(
          `${table}.csv[${key}${i === 0 ? '' : ` #${i + 1}`}].${column}`,
          numberOr(row[column] ?? ''),
        );
  }
}

const cells = (row: Record<string, string>) => JSON.stringify(Object.values(row));
const numberOr = (cell: string) => (/^-?\d+(\.\d+)?(e[-+]?\d+)?$/.test(cell) ? Number(cell) : cell);
