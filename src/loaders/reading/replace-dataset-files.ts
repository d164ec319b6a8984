import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, temporaryFor, writeFailure, writeFileAtomically } from '../../base/write-file.ts';

/**
 * Replaces several files of a dataset in one step. Writes all new files to a temporary folder, and renames this folder
 * to `history/pending`. From then on, the change is final. Then moves the files from this folder into the dataset. If
 * the process is killed before all files are moved, the next reader of the dataset moves the remaining ones. The names
 * of `files` are relative to the dataset.
 */
export async function replaceDatasetFiles(
  dataset: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const history = path.join(dataset, 'history');
  const part = temporaryFor(path.join(history, 'pending'));
  try {
    for (const [name, text] of Object.entries(files))
      await writeFileAtomically(path.join(part, encodeURIComponent(name)), text, { sync: true });
    await syncFolder(part);
    await rename(part, pendingFolder(dataset));
    await syncFolder(history);
  } catch (thrown) {
    await rm(part, { recursive: true, force: true });
    throw writeFailure(dataset, thrown);
  }
  await completePendingFiles(dataset);
}

/**
 * Moves the remaining files of an interrupted replacement into the dataset. Several processes can do this at the same
 * time.
 */
export async function completePendingFiles(dataset: string): Promise<void> {
  const pending = pendingFolder(dataset);
  if (!existsSync(pending)) return;
  try {
    for (const name of await readdir(pending)) {
      const target = path.join(dataset, decodeURIComponent(name));
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(pending, name), target).catch(ignoreMissing);
    }
    await syncFolder(dataset);
    await rmdir(pending).catch(ignoreMissing);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw writeFailure(dataset, thrown);
  }
}

function pendingFolder(dataset: string): string {
  return path.join(dataset, 'history', 'pending');
}

function ignoreMissing(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'ENOENT') throw thrown;
}
