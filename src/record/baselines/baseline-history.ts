import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256File, sha256Json } from '../../base/hash.ts';
import { removeAbandonedParts, temporaryFor, writeFailure } from '../../base/write-file.ts';
import { type BaselineEntry, baselineEntrySchema } from '../../model/record/baseline-entry.ts';
import { isSubset } from '../../model/record/rerun.ts';
import { LineFile } from '../files/jsonl-file.ts';
import { type RecordFiles, recordFiles, sealedFiles } from '../files/record-files.ts';
import { assertNotShard, openRecord, type RecordReader, versionOf } from '../read/open-record.ts';
import { readLines } from '../read/read-lines.ts';

export interface BaselineRequest {
  readonly dir: string;
  readonly name: string;
  readonly record: string;
  /** Version of the record. Required if the record has several versions. */
  readonly version?: string | undefined;
  readonly author: string;
  readonly reason: string;
  /** If true, the baseline refers to the original record. Otherwise, the record is copied. */
  readonly link?: boolean | undefined;
  readonly at: string;
}

/**
 * Sets a record as the named baseline by adding a line to `<dir>/<name>/history.jsonl`. The last line of this file
 * states the current baseline. Copies the record into the folder of the history, because the original may be deleted or
 * changed. With `link`, makes no copy.
 */
export async function addBaseline(request: BaselineRequest): Promise<BaselineEntry> {
  const { dir, name } = request;
  assertPlainName(name, 'invoices-main');
  const reader = await openRecord(path.resolve(request.record));
  const source = reader.dir;
  assertNotShard(reader);
  assertFinished(reader);
  // Verify the whole record, so that a changed record cannot become a baseline.
  await reader.index();
  const version = chosenVersion(reader, request.version);
  const contentHash = await hashRecord(source);
  const folder = path.join(path.resolve(dir), name);
  const unlock = acquireLock(path.join(folder, 'lock.db'), 'FOLDER_LOCKED');
  try {
    return await addEntry(request, folder, reader, version, contentHash);
  } finally {
    unlock();
  }
}

async function addEntry(
  request: BaselineRequest,
  folder: string,
  reader: RecordReader,
  version: RecordReader['plan']['versions'][number],
  contentHash: string,
): Promise<BaselineEntry> {
  const { dir, name, author, reason } = request;
  const source = reader.dir;
  const before = (await readBaselineHistory(dir, name)).at(-1);
  const kept = request.link
    ? source
    : await copyRecord(source, path.join(folder, contentHash.slice(0, 12)), contentHash);
  const { plan } = reader;
  const place = path.relative(path.resolve(dir), kept).split(path.sep).join('/');
  const isSet =
    before?.contentHash === contentHash &&
    before.version === version.requested &&
    before.record === place &&
    before.author === author &&
    before.reason === reason;
  // An earlier call, whose process was killed, may already have added this entry. Do not add it again.
  if (isSet) return before;
  const entry: BaselineEntry = {
    name,
    setAt: request.at,
    author,
    reason,
    recordId: plan.recordId,
    record: place,
    version: version.requested,
    resolved: version.resolved,
    configHash: version.configHash,
    dataset: { name: plan.dataset.name, checksum: plan.dataset.checksum, items: plan.items.count },
    contentHash,
    replaces: before?.recordId ?? null,
  };
  const history = new LineFile(historyFile(dir, name));
  try {
    history.append(entry);
  } finally {
    history.close();
  }
  return entry;
}

/** Returns the history of the baseline `name`, oldest entry first. Empty if there is no such baseline. */
export async function readBaselineHistory(dir: string, name: string): Promise<BaselineEntry[]> {
  return Array.fromAsync(readLines(historyFile(dir, name), { schema: baselineEntrySchema }));
}

export async function listBaselines(dir: string): Promise<string[]> {
  const entries = await readdir(path.resolve(dir)).catch(() => []);
  return entries.filter((entry) => existsSync(historyFile(dir, entry))).sort();
}

/**
 * Opens the record that is the current baseline `name`. Throws BASELINE_UNKNOWN if there is no such baseline. Throws
 * BASELINE_CHANGED if the files of the record have changed.
 */
export async function openBaseline(
  dir: string,
  name: string,
): Promise<{ readonly reader: RecordReader; readonly entry: BaselineEntry }> {
  const entry = isPlainName(name) ? (await readBaselineHistory(dir, name)).at(-1) : undefined;
  if (entry === undefined) {
    const known = (await listBaselines(dir)).join(', ') || 'none';
    throw new GoldsetError('BASELINE_UNKNOWN', { name, dir, known });
  }
  const record = path.resolve(dir, entry.record);
  const changed = (what: string) => new GoldsetError('BASELINE_CHANGED', { name, path: record, what });
  if (!existsSync(recordFiles(record).plan)) throw changed('the record no longer exists');
  if ((await hashRecord(record)) !== entry.contentHash) throw changed('its files have changed');
  return { reader: await openRecord(record), entry };
}

const contents = ['plan', 'items', 'rows', 'summary'] as const satisfies readonly (keyof RecordFiles)[];
/** Files to copy: those whose hashes are in the summary, and the summary itself. */
const copied = [...sealedFiles, 'summary'] as const satisfies readonly (keyof RecordFiles)[];

async function hashRecord(dir: string): Promise<string> {
  const files = recordFiles(dir);
  const hashes: Record<string, string> = {};
  for (const name of contents) hashes[name] = existsSync(files[name]) ? await sha256File(files[name]) : '';
  return sha256Json(hashes);
}

/**
 * Copies a record into a folder whose name contains the content hash. Equal records thus share one copy. Replaces a
 * damaged copy.
 */
async function copyRecord(source: string, target: string, contentHash: string): Promise<string> {
  removeAbandonedParts(target);
  if (source === target || (existsSync(target) && (await hashRecord(target)) === contentHash)) return target;
  const temporary = temporaryFor(target);
  try {
    await mkdir(temporary, { recursive: true });
    for (const name of copied) {
      const file = recordFiles(source)[name];
      if (existsSync(file)) await copyFile(file, recordFiles(temporary)[name]);
    }
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } catch (thrown) {
    await rm(temporary, { recursive: true, force: true });
    throw writeFailure(target, thrown);
  }
  return target;
}

/**
 * Throws BASELINE_REJECTED in four cases: the run has not ended, an item run has no result, no item run has an output,
 * or the record has only documents that were selected by their errors.
 */
function assertFinished({ dir, plan, summary }: RecordReader): void {
  const rejected = (reason: string) => new GoldsetError('BASELINE_REJECTED', { path: dir, reason });
  if (summary === null) throw rejected('its run has not ended');
  if (isSubset(plan)) throw rejected('it has only documents that were selected because of their errors');
  const { notRun, processed } = summary.byState;
  if (notRun > 0) throw rejected(`${notRun} of ${summary.planned} item runs have no result`);
  if (processed === 0) throw rejected('no item run has an output');
}

/**
 * Returns the version `named`. Without `named`, returns the only version, and throws USAGE if the record has several
 * versions.
 */
function chosenVersion(reader: RecordReader, named: string | undefined) {
  const { versions } = reader.plan;
  if (named !== undefined || versions.length === 1) return versionOf(reader, named);
  throw new GoldsetError('USAGE', {
    problem: `the record has several versions: ${versions.map(({ requested }) => requested).join(', ')}`,
    fix: 'Name one with --versions.',
  });
}

function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,79}$/u.test(name);
}

/** Throws USAGE unless the name is 1 to 80 letters, digits, `_`, `.` or `-`, and does not start with `.` or `-`. */
export function assertPlainName(name: string, example: string): void {
  if (isPlainName(name)) return;
  throw new GoldsetError('USAGE', {
    problem: `--name: found "${name}", expected at most 80 letters, digits, "_", "." and "-", and no "." or "-" at the start`,
    fix: `Choose another name, for example --name ${example}`,
  });
}

function historyFile(dir: string, name: string): string {
  return path.join(path.resolve(dir), name, 'history.jsonl');
}
