export interface WorkerMemory {
  readonly residentMb: number;
  /** Sequence number of the worker's job in order of arrival, or `undefined` if the worker is idle. */
  readonly order: number | undefined;
}

const smallWorkerMb = 200;
/** Expected memory of a job that starts again, as a multiple of `endedAtMb`. */
const expectedGrowth = 1.25;

/**
 * Returns the worker to end next if all workers together use too much memory, otherwise `undefined`. Idle workers are
 * ended first, then workers with large jobs, then workers with small jobs, the newest job first. Never selects the
 * oldest large job or the oldest small job, so that every document is processed in the end.
 */
export function workerToEnd<W extends WorkerMemory>(
  workers: readonly W[],
  documentLimitMb: number,
): W | undefined {
  const large = workers.filter((worker) => worker.order !== undefined && isLarge(worker.residentMb));
  const limit = large.length > 1 ? documentLimitMb : documentLimitMb + smallWorkerMb;
  if (sumMb(workers) <= limit) return undefined;
  const idle = workers.filter(({ order }) => order === undefined);
  if (idle.length > 0) return idle.reduce((a, b) => (b.residentMb > a.residentMb ? b : a));
  const group = large.length > 1 ? large : workers.filter(({ residentMb }) => !isLarge(residentMb));
  return group.length > 1 ? group.reduce((a, b) => ((b.order ?? 0) > (a.order ?? 0) ? b : a)) : undefined;
}

/**
 * Returns whether a job that was ended to free memory can start again. The job can start if there is enough
 * memory, or if no older job is running.
 */
export function canStartAgain(
  workers: readonly WorkerMemory[],
  job: { readonly order: number; readonly endedAtMb: number },
  documentLimitMb: number,
): boolean {
  if (workers.every(({ order }) => order === undefined || order > job.order)) return true;
  const limit = documentLimitMb + (isLarge(job.endedAtMb) ? 0 : smallWorkerMb);
  return sumMb(workers) + job.endedAtMb * expectedGrowth <= limit;
}

export function isLarge(residentMb: number): boolean {
  return residentMb > smallWorkerMb;
}

function sumMb(workers: readonly WorkerMemory[]): number {
  return workers.reduce((sum, { residentMb }) => sum + residentMb, 0);
}
