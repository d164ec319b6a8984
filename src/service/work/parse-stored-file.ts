import { randomUUID } from 'node:crypto';
import { storageFailure } from '../errors/storage-failure.ts';
import type { StoredFile } from '../stores/file-store.ts';
import type { Store } from '../stores/store.ts';
import type { JobFailure, JobResult } from './job.ts';
import type { WorkQueue } from './work-queue.ts';

export type ParseResult =
  | Extract<JobResult, { kind: 'parse' }>
  | { readonly ok: false; readonly failure: JobFailure };

/** Parses a stored file in a worker, by default ahead of all waiting tasks. */
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
  if (result.kind !== 'parse') throw new Error('a parse job returned another kind of result');
  try {
    context.store.files.setPageCount(file.hash, result.pages.length);
  } catch (error) {
    // Return the result anyway. A later parse stores the page count.
    if (storageFailure(error) === null) throw error;
  }
  return result;
}
