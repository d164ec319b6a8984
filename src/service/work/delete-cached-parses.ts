import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '../stores/store.ts';
import type { WorkQueue } from './work-queue.ts';

/** Drops the stored parses of a file, of every version of the parse code, so that the next run reads it anew. */
export async function deleteCachedParses(
  context: { readonly store: Store; readonly queue: WorkQueue; readonly parseCacheDir: string },
  fileId: string,
): Promise<void> {
  const file = context.store.files.find(fileId);
  if (file === undefined) return;
  context.queue.deleteCachedParses(file.hash);
  for (const version of await namesIn(context.parseCacheDir)) {
    const folder = path.join(context.parseCacheDir, version, file.hash.slice(0, 2));
    for (const name of await namesIn(folder))
      if (name.startsWith(`${file.hash}-`)) await rm(path.join(folder, name), { force: true });
  }
}

/** Empty where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
