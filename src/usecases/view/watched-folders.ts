import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSearchedFolder, maxDepth } from './list-records.ts';

/**
 * Yields the absolute paths of the folders in which a change can add, change or remove a record. These are all folders
 * that the search for records visits, and their subfolders `record`. Omits the data folder of a local service.
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
