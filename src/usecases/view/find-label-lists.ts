import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { labelListKind, labelOf, restPath } from '../../model/record/label-list.ts';
import type { LabelListEntry } from '../../model/results/label-list-entry.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { readLabelList } from '../compare/read-label-list.ts';
import { isSearchedFolder, maxDepth, recordKey } from './list-records.ts';
import type { ComparedVersions } from './open-report.ts';
import { isBelow } from './record-stamp.ts';

/** Number of bytes to read from a file. The first line of a label list contains its format within this length. */
const headBytes = 4096;
const headPattern = new RegExp(`^\\uFEFF?\\s*\\{[^\\n]*"list"\\s*:\\s*"${labelListKind}"`);

/**
 * Yields the absolute paths of lists that `goldset compare --label-differences` wrote. Searches a folder and its
 * subfolders. Omits subfolders that are a record or a dataset.
 */
export async function* findLabelLists(folder: string, depth = 0): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map(({ name }) => name));
  const isData = names.has('plan.json') || names.has('items.jsonl');
  if (!isData || depth === 0)
    for (const entry of entries)
      if (entry.isFile() && entry.name.endsWith('.jsonl')) {
        const file = path.join(folder, entry.name);
        if (await isLabelList(file)) yield file;
      }
  if (isData || depth >= maxDepth) return;
  const folders = entries.filter(isSearchedFolder).map(({ name }) => name);
  for (const name of folders.filter((one) => one !== 'record' && one !== 'service').sort())
    yield* findLabelLists(path.join(folder, name), depth + 1);
}

/**
 * Returns whether the first line of a file says that the file is a list of label differences. Returns false for an
 * unreadable file.
 */
async function isLabelList(file: string): Promise<boolean> {
  let head = '';
  try {
    for await (const chunk of createReadStream(file, { end: headBytes - 1, encoding: 'utf8' })) head += chunk;
  } catch {
    return false;
  }
  return headPattern.test(head);
}

/**
 * Returns the two versions that a list compares. If `root` is set, the records of the two versions must be inside this
 * folder. Throws LABELS_INVALID if the list does not name its records. Also throws LABELS_INVALID if a named record is
 * missing or outside the folder, or if its folder now has a different record.
 */
export async function versionsOfList(file: string, root?: string): Promise<ComparedVersions> {
  const { head } = await readLabelList(file);
  const { compared } = head;
  const invalid = (place: string, found: string, expected: string, fix: string) =>
    new GoldsetError('LABELS_INVALID', { file, line: 1, path: place, found, expected, fix });
  const again =
    'Write the list again with goldset compare --label-differences, and copy its answers with --labels.';
  if (compared === undefined) throw invalid('compared', 'nothing', 'the compared records', again);
  const realRoot = root === undefined ? undefined : await realpath(root);
  const sides = [];
  for (const name of ['baseline', 'candidate'] as const) {
    const { record, recordId, version, repeat } = compared[name];
    const place = `compared.${name}`;
    const folder = path.resolve(path.dirname(file), record);
    if (realRoot !== undefined && !isBelow(realRoot, folder))
      throw invalid(
        `${place}.record`,
        record,
        'a record in the opened folder',
        `Open the list itself, for example goldset view ${path.basename(file)}.`,
      );
    const plan = await openRecord(folder).then(
      (reader) => reader.plan,
      (thrown) => {
        throw invalid(`${place}.record`, record, `a readable record (${messageOf(thrown)})`, again);
      },
    );
    if (plan.recordId !== recordId) throw invalid(`${place}.record`, plan.recordId, recordId, again);
    const at = plan.versions.findIndex(({ requested, resolved }) => [requested, resolved].includes(version));
    if (at < 0) throw invalid(`${place}.version`, version, 'a version of the record', again);
    sides.push({ folder, at, repeat });
  }
  const [before, after] = sides as [(typeof sides)[number], (typeof sides)[number]];
  return {
    baseline: before.folder,
    candidate: after.folder,
    versions: [before.at, after.at],
    commonItems: compared.commonItems,
    ...(before.repeat !== undefined &&
      after.repeat !== undefined && { repeats: [before.repeat, after.repeat] as const }),
  };
}

/**
 * Returns the folder that `goldset view` opens together with a list. For the candidate record
 * `reports/invoices/record`, this is `reports`. For a candidate record with another name, such as `old/invoices`, this
 * is `old`.
 */
export async function folderOfList(file: string): Promise<string> {
  const { candidate } = await versionsOfList(path.resolve(file));
  return path.dirname(path.basename(candidate) === 'record' ? path.dirname(candidate) : candidate);
}

/** Returns the address of the page on which a person answers the lines of a list. */
export function pageOfList(file: string): string {
  return `/label-lists/${recordKey(path.resolve(file))}`;
}

/** Describes a list. The promise is never rejected: a list that cannot be used gets the state `damaged`. */
export async function describeLabelList(file: string, root?: string): Promise<LabelListEntry> {
  const relative = path.relative('.', file);
  const facts = { key: recordKey(file), path: relative.startsWith('..') ? file : relative };
  try {
    await versionsOfList(file, root);
    const { head, list } = await readLabelList(file);
    const values = list.lines.filter((line) => line.path !== restPath);
    return {
      ...facts,
      state: 'readable',
      versions: [head.compared?.baseline.version ?? '', head.compared?.candidate.version ?? ''],
      values: values.length,
      answered: values.filter(({ answer }) => labelOf(answer).state !== 'open').length,
    };
  } catch (thrown) {
    const fix = thrown instanceof GoldsetError ? thrown.fix : 'Write the list again.';
    return { ...facts, state: 'damaged', problem: messageOf(thrown), fix };
  }
}

/** Returns a text that changes if the list changes. */
export async function labelListStamp(file: string): Promise<string> {
  const facts = await stat(file).catch(() => null);
  return facts === null ? '-' : `${facts.size}:${facts.mtimeMs}`;
}
