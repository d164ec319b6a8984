import { randomUUID } from 'node:crypto';
import { storageFailure } from '../errors/storage-failure.ts';
import type { StoredFile } from '../stores/file-store.ts';
import type { Store } from '../stores/store.ts';
import type { JobFailure, JobResult } from './job.ts';
import type { WorkQueue } from './work-queue.ts';

export type ParseResult =
  | Extract<JobResult, { kind: 'parse' }>
  | { readonly ok: false; readonly failure: JobFailure };

/** Parses a stored file in a worker; before everything that waits there, if nothing else is said. */
export async function parseStoredFile(
  context: { readonly store: Store; readonly queue: WorkQueue },
  file: StoredFile,
  id: string = randomUUID(),
  priority = 0,
): Promise<ParseResult> {
  const result = await new Promise<JobResult>((resolve) => {
    context.queue.add({
      id,
      priority,
      parseKey: `${file.hash}:performance:`,
      begin: () => ({
        kind: 'parse',
        id,
        file: { content: context.store.blobs.content(file.hash), name: file.name, hash: file.hash },
      }),
      end: resolve,
    });
  });
  if (!result.ok) return result;
  if (result.kind !== 'parse') throw new Error('a parse was answered with a run');
  try {
    context.store.files.setPageCount(file.hash, result.pages.length);
  } catch (error) {
    // The parse is worth more than the count, which every further parse brings again.
    if (storageFailure(error) === null) throw error;
  }
  return result;
}
