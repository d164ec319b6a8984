import { z } from 'zod';
import type { Client } from '../client/create-client.ts';
import { errorStatus } from '../client/service-error.ts';
import type { ProcessorRun, ProcessorRunSummary } from '../model/wire/processor-run.ts';
import { runKey } from '../record/write/record-states.ts';

/** What a run carries in `metadata.goldset`, so that it can be recognised among others. */
const runTagSchema = z.object({
  record: z.string(),
  set: z.string(),
  item: z.string(),
  version: z.string(),
  repeat: z.number(),
  attempt: z.number(),
});
export type RunTag = z.infer<typeof runTagSchema>;

/** The tag of a run of ours, or null. */
export function tagOf(metadata: unknown): RunTag | null {
  const parsed = z.looseObject({ goldset: runTagSchema }).safeParse(metadata);
  return parsed.success ? parsed.data.goldset : null;
}

export interface TagSearch {
  readonly recordId: string;
  readonly processorId: string;
  /** Epoch milliseconds by the service's clock: older runs are not looked at. */
  readonly since: number;
  /** Runs that are accounted for. */
  readonly known: { has(runId: string): boolean };
  /** Only this one, and stop at it; all where it is left out. */
  readonly key?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A service may keep metadata out of its lists: then each run is asked for, up to this many. */
const mostSingleLooks = 500;

/** The runs of a record that the service knows and we do not, by their planned run: newest first, so the newest wins. */
export async function findTaggedRuns(client: Client, search: TagSearch): Promise<Map<string, ProcessorRun>> {
  const found = new Map<string, ProcessorRun>();
  let looks = 0;
  const query = {
    processorId: search.processorId,
    sortBy: 'createdAt',
    sortDir: 'desc',
    maxPageSize: 100,
  } as const;
  for await (const summary of client.processorRuns.list(query, { signal: search.signal })) {
    if (summary.createdAt !== undefined && Date.parse(summary.createdAt) < search.since) break;
    if (search.known.has(summary.id)) continue;
    const told = tagOf(summary.metadata);
    if (told === null && (summary.metadata !== undefined || looks >= mostSingleLooks)) continue;
    if (told !== null && !isWanted(told, search)) continue;
    looks++;
    const run = await lookAt(client, summary, search.signal);
    const tag = run === null ? null : tagOf(run.metadata);
    if (run === null || tag === null || !isWanted(tag, search)) continue;
    const key = keyOf(tag);
    if (!found.has(key)) found.set(key, run);
    if (search.key !== undefined) break;
  }
  return found;
}

function isWanted(tag: RunTag, search: TagSearch): boolean {
  return tag.record === search.recordId && (search.key === undefined || keyOf(tag) === search.key);
}

function keyOf(tag: RunTag): string {
  return runKey({ itemId: tag.item, version: tag.version, repeat: tag.repeat });
}

async function lookAt(
  client: Client,
  summary: ProcessorRunSummary,
  signal: AbortSignal | undefined,
): Promise<ProcessorRun | null> {
  try {
    return await client.processorRuns.get(summary.id, { signal });
  } catch (thrown) {
    if (errorStatus(thrown) === 404) return null;
    throw thrown;
  }
}
