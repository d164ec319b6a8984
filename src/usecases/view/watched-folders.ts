import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isLocked } from '../../base/file-lock.ts';
import { recordFiles, recordFolder } from '../../record/files/record-files.ts';
import { isSearchedFolder, maxDepth } from './list-records.ts';

/**
 * Yields the folders in which a change can add, change or remove a record, as absolute paths. These are the searched
 * folders and their subfolders `record`. Omits the data of a local service next to a record.
 */
export async function* watchedFolders(dir: string, depth = 0): AsyncGenerator<string> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => null);
  if (entries === null) return;
  yield dir;
  if (depth > maxDepth) return;
  const names = entries.filter(isSearchedFolder).map(({ name }) => name);
  const hasRecord = names.includes('record');
  for (const name of names)
    if (!(hasRecord && name === 'service')) yield* watchedFolders(path.join(dir, name), depth + 1);
}

/** Facts about the files of a record. */
export interface RecordStamp {
  /** Sizes and times of the files that decide how a list shows the record. Rows that a run adds do not change it. */
  readonly files: string;
  /** Whether a process writes the record. */
  readonly isRunning: boolean;
}

/** Returns the stamp of the record in a folder. If two stamps are equal, the list shows the record in the same way. */
export async function recordStamp(folder: string): Promise<RecordStamp> {
  const files = recordFiles(recordFolder(folder));
  const [plan, rows, summary, report] = await Promise.all(
    [files.plan, files.rows, files.summary, path.join(folder, 'summary.json')].map((file) =>
      stat(file).then(
        ({ size, mtimeMs }) => `${size}:${mtimeMs}`,
        () => '-',
      ),
    ),
  );
  const isRunning = summary === '-' && isLocked(files.lock);
  const state = summary === '-' ? isRunning : rows;
  return { files: [plan, summary, report, state].join(' '), isRunning };
}
