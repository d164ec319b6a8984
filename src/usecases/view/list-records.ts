import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLocked } from '../../base/file-lock.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type {
  ReadableRecord,
  RecordEntry,
  RecordHeadline,
  ReportHead,
} from '../../model/results/record-list.ts';
import { type RecordFiles, recordFiles, recordFolder } from '../../record/files/record-files.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { leavesFolder } from './record-stamp.ts';

/** Number of folder levels to search below the listed folder. */
export const maxDepth = 5;
/** Names of folders that are not searched, because they contain no records or very many files. */
const skipped = new Set(['node_modules', 'csv', 'charts', 'history', 'review', 'scores']);

/** After this many folders, the search pauses so that the process can handle other events. */
const foldersPerTurn = 100;

/**
 * Searches a folder for folders with records. Yields their relative paths in alphabetical order. Omits hidden folders,
 * and does not follow symbolic links. `depth` is the number of folder levels to search below the folder.
 */
export async function* findRecords(dir: string, depth = maxDepth): AsyncGenerator<string> {
  let folders = 0;
  for (const relative of search(path.resolve(dir), '', depth)) {
    if (relative !== null) yield relative;
    folders++;
    if (folders % foldersPerTurn === 0) await nextTurn();
  }
}

/** Yields the path of each folder with a record, and `null` for each folder without a record. */
function* search(root: string, relative: string, levels: number): Generator<string | null> {
  const here = path.join(root, relative);
  const isInner = isRecord(here);
  yield isInner || isRecord(path.join(here, 'record')) ? relative || '.' : null;
  if (levels === 0 || isInner) return;
  const names = foldersIn(here)
    .filter((name) => name !== 'record')
    .sort();
  for (const name of names) yield* search(root, relative === '' ? name : `${relative}/${name}`, levels - 1);
}

/** Returns whether an entry of a folder is a folder that can contain records. */
export function isSearchedFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name);
}

function foldersIn(folder: string): string[] {
  try {
    // Reading many small folders asynchronously would take several times as long.
    return readdirSync(folder, { withFileTypes: true })
      .filter(isSearchedFolder)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function isRecord(dir: string): boolean {
  return existsSync(recordFiles(dir).plan);
}

export function recordKey(relative: string): string {
  return createHash('sha256').update(relative).digest('hex').slice(0, 12);
}

/** Describes one record of a folder. Never throws an error: a record that cannot be read gets the state `damaged`. */
export async function describeRecord(dir: string, relative: string): Promise<RecordEntry> {
  const found = { key: recordKey(relative), path: relative };
  try {
    if (leavesFolder(dir, relative)) return { ...found, state: 'damaged', ...leavingLink };
    const { plan, summary, dir: folder } = await openRecord(path.join(dir, relative));
    const files = recordFiles(folder);
    const isFinished = summary !== null;
    return {
      ...found,
      state: isFinished ? 'finished' : isLocked(files.lock) ? 'running' : 'unfinished',
      createdAt: plan.createdAt,
      dataset: plan.dataset.name,
      processor: plan.processor.name,
      kind: plan.processor.kind,
      versions: plan.versions.map(({ requested }) => requested),
      items: plan.items.count,
      comparable: comparableKey(plan),
      headline: await readHeadline(files, path.join(dir, relative), summary?.finishedAt ?? plan.createdAt),
    };
  } catch (thrown) {
    const fix = thrown instanceof GoldsetError ? thrown.fix : 'Run goldset record verify with this folder.';
    return { ...found, state: 'damaged', problem: messageOf(thrown), fix };
  }
}

const leavingLink = {
  problem: 'The folder or a file of the record is a symbolic link that leaves the listed folder.',
  fix: 'Copy the record into the folder, or open the folder that contains it.',
};

/** Options of a run that affect the figures of documents. */
const scoringOptions = [
  'failures',
  'comparators',
  'exclude',
  'alignment',
  'presence.emptiness',
  'presence.unlabelled',
];

function comparableKey({ dataset, options }: RunPlan): string {
  const scoring = scoringOptions.map((name) => options[name]?.value ?? null);
  return sha256Json([dataset.checksum, dataset.presence ?? null, scoring]).slice(0, 16);
}

/**
 * Reads the headline of the report in a folder. Returns `null` if there is no readable report with the creation time
 * `createdAt`, or if rows were added to the record after the report was written.
 */
async function readHeadline(
  files: RecordFiles,
  dir: string,
  createdAt: string,
): Promise<RecordHeadline | null> {
  const file = path.join(dir, 'summary.json');
  if (file === files.summary) return null;
  try {
    const [report, rows] = await Promise.all([stat(file), stat(files.rows)]);
    if (report.mtimeMs < rows.mtimeMs) return null;
    const head = JSON.parse(await readFile(file, 'utf8')) as ReportHead;
    return head.schemaVersion === 1 && head.createdAt === createdAt ? headlineOf(head) : null;
  } catch {
    // Ignore an unreadable report. The list of records then shows the record without a headline.
    return null;
  }
}

export function headlineOf({
  summary,
  changeCounts,
}: Pick<ReportHead, 'summary' | 'changeCounts'>): RecordHeadline {
  const { state, sign, tone, headline } = summary.outcome;
  const measure = summary.numbers.find(({ key }) => key === 'fullyRight');
  return {
    state,
    sign,
    tone,
    headline,
    measure: measure?.text ?? null,
    range: measure?.range ?? '',
    share: measure?.mark?.after ?? null,
    newErrors: changeCounts?.newErrors ?? null,
  };
}

/**
 * Returns the newest record below a folder. If `item` is given, returns the newest record that has this item. Throws
 * RECORD_NOT_FOUND if the folder has no record, and USAGE if no record has the item.
 */
export async function newestRecord(dir: string, item?: string): Promise<ReadableRecord> {
  const records: ReadableRecord[] = [];
  for await (const relative of findRecords(dir)) {
    const entry = await describeRecord(dir, relative);
    if (entry.state !== 'damaged') records.push(entry);
  }
  records.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  for (const record of records)
    if (item === undefined || (await hasItem(path.join(dir, record.path), item))) return record;
  if (records.length === 0)
    throw new GoldsetError('RECORD_NOT_FOUND', { path: recordFolder(path.resolve(dir)) });
  throw new GoldsetError('USAGE', {
    problem: `no record below ${dir} has the item "${item}"`,
    fix: 'Check the id. In ITEM/FIELD, the last slash separates the field from the id.',
  });
}

async function hasItem(folder: string, item: string): Promise<boolean> {
  for await (const { id } of (await openRecord(folder)).items()) if (id === item) return true;
  return false;
}
