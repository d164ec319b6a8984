import type { JobHandler, QueueAccess } from '../../queue/job-queue.ts';

interface EngineWorkerRequest {
  /** Number of processes that read documents. */
  readonly processes: number;
  readonly log: (message: string) => void;
}

/** Prepares to read the documents of a local service with `--queue`. Throws as `EngineWorker.open` does. */
export async function openEngineWorker(
  shared: unknown,
  access: QueueAccess,
  request: EngineWorkerRequest,
): Promise<JobHandler & { readonly baseUrl: string }> {
  const { EngineWorker } = await import('../../service/engine-worker.ts');
  return EngineWorker.open(shared, access, request);
}
