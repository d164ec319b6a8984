import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, notFound } from '../../errors/http-error.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import type { JobResult } from '../../work/job.ts';

/** A page of a stored file as PNG, drawn in a worker; 404 where there is no such page, 422 where it cannot be drawn. */
export async function drawStoredPage(
  { queue, store }: Pick<ServiceContext, 'store' | 'queue'>,
  file: StoredFile,
  page: number,
  width: number,
): Promise<Buffer> {
  const id = randomUUID();
  const result = await new Promise<JobResult>((resolve) => {
    queue.add({
      id,
      // Someone looks at the page and waits.
      priority: 0,
      parseKey: null,
      begin: () => ({
        kind: 'draw',
        id,
        file: { content: store.blobs.content(file.hash), name: file.name, hash: file.hash },
        page,
        width,
      }),
      end: resolve,
    });
  });
  if (!result.ok) throw new HttpError(422, result.failure.message);
  if (result.kind !== 'draw') throw new Error('a page to draw was answered with something else');
  if (result.image === null) throw notFound();
  return Buffer.from(result.image);
}
