import { z } from 'zod';
import type { CallOptions } from '../client/client-options.ts';
import type { Client } from '../client/create-client.ts';
import { errorStatus } from '../client/request-errors.ts';
import type { ProcessorRun } from '../model/wire/processor-run.ts';
import { runKey } from '../record/write/record-states.ts';

/** Content of `metadata.goldset`, which identifies a run on the service. */
const runTagSchema = z.object({
  record: z.string(),
  set: z.string(),
  item: z.string(),
  version: z.string(),
  repeat: z.number(),
  attempt: z.number(),
});
export type RunTag = z.infer<typeof runTagSchema>;

export function tagOf(metadata: unknown): RunTag | null {
  const parsed = z.looseObject({ goldset: runTagSchema }).safeParse(metadata);
  return parsed.success ? parsed.data.goldset : null;
}

interface TagSearch {
  readonly recordId: string;
  readonly processorId: string;
  /** Earliest creation time in epoch milliseconds, by the clock of the service. */
  readonly since: number;
  /** Ids of the runs in the record, which are skipped. */
  readonly known: { has(runId: string): boolean };
  /** Key of the planned run to search for. Default: all runs of the record. */
  readonly key?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Largest number of requests for single runs. Needed if the service lists runs without metadata. */
const maxSingleRequests = 500;

/** Returns the runs that are on the service but not in the record: per planned run, only the newest. */
export async function findTaggedRuns(client: Client, search: TagSearch): Promise<Map<string, ProcessorRun>> {
  const found = new Map<string, ProcessorRun>();
  let requests = 0;
  const query = {
    processorId: search.processorId,
    sortBy: 'createdAt',
    sortDir: 'desc',
    maxPageSize: 100,
  } as const;
  for await (const summary of client.processorRuns.list(query, { signal: search.signal })) {
    if (summary.createdAt !== undefined && Date.parse(summary.createdAt) < search.since) break;
    if (search.known.has(summary.id)) continue;
    const listedTag = tagOf(summary.metadata);
    if (listedTag === null && (summary.metadata !== undefined || requests >= maxSingleRequests)) continue;
    if (listedTag !== null && !matchesSearch(listedTag, search)) continue;
    requests++;
    const run = await findRun(client, summary.id, { signal: search.signal });
    const tag = run === null ? null : tagOf(run.metadata);
    if (run === null || tag === null || !matchesSearch(tag, search)) continue;
    const key = keyOf(tag);
    if (!found.has(key)) found.set(key, run);
    if (search.key !== undefined) break;
  }
  return found;
}

function matchesSearch(tag: RunTag, search: TagSearch): boolean {
  return tag.record === search.recordId && (search.key === undefined || keyOf(tag) === search.key);
}

function keyOf(tag: RunTag): string {
  return runKey({ itemId: tag.item, version: tag.version, repeat: tag.repeat });
}

/** Returns a run, or `null` if the service does not have it. */
export async function findRun(client: Client, id: string, call: CallOptions): Promise<ProcessorRun | null> {
  try {
    return await client.processorRuns.get(id, call);
  } catch (thrown) {
    if (errorStatus(thrown) === 404) return null;
    throw thrown;
  }
}
