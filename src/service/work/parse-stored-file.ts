import { randomUUID } from 'node:crypto';
import { storageFailure } from '../errors/storage-failure.ts';
import type { StoredFile } from '../stores/file-store.ts';
import type { Store } from '../stores/store.ts';
import type { JobResult } from './job.ts';
import type { WorkQueue } from './work-queue.ts';

/** Parses a stored file in a worker, by default ahead of all waiting tasks. */
export async function parseStoredFile(
  { store, queue }: { readonly store: Store; readonly queue: WorkQueue },
  file: StoredFile,
  id: string = randomUUID(),
  priority = 0,
): Promise<JobResult<'parse'>> {
  const { hash, name } = file;
  const result = await queue.perform({ id, priority, parseKey: `${hash}:performance:` }, () => ({
    kind: 'parse',
    file: { content: store.blobs.content(hash), name, hash },
  }));
  if (!result.ok) return result;
  try {
    store.files.setPageCount(hash, result.pages.length);
  } catch (error) {
    // Return the result anyway. A later parse stores the page count.
    if (storageFailure(error) === null) throw error;
  }
  return result;
}
