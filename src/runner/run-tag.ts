import { z } from 'zod';
import type { Client } from '../client/create-client.ts';
import { errorStatus } from '../client/request-errors.ts';
import type { ProcessorRun, ProcessorRunSummary } from '../model/wire/processor-run.ts';
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

export interface TagSearch {
  /** Ids of this record and of the earlier records that it continues. */
  readonly recordIds: readonly string[];
  readonly processorId: string;
  /** Earliest creation time of the runs to find, in epoch milliseconds by the clock of the service. */
  readonly since: number;
  /** Ids of the runs that are already in the record. The search does not return these runs. */
  readonly known: { has(runId: string): boolean };
  /** Called for each run that the service lists and that is already in the record (`known`). */
  readonly onKnown?: (runId: string) => void;
  /** Keys of the planned runs to search for. Default: search for all runs of the record. */
  readonly keys?: { has(key: string): boolean };
  /** Whether to request a run separately if the service's list of runs shows it without metadata. Default: true. */
  readonly single?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface TaggedRun {
  readonly key: string;
  /** Id of the record that created the run. */
  readonly record: string;
  readonly run: ProcessorRun;
}

/** After this many requests for single runs, the search skips runs that the service's list shows without metadata. */
const maxSingleRequests = 500;
const pageSize = 100;
/**
 * Maximum number of pages of the service's list of runs to read. This limit ends the search if the service does not
 * sort the list.
 */
const maxPages = 200;

/**
 * Yields the runs of the record that are on the service but not in `known`. Reads the service's list of runs, newest
 * run first, until a page ends with a run from before `since`. Reads at most `maxPages` pages.
 */
export async function* taggedRuns(client: Client, search: TagSearch): AsyncGenerator<TaggedRun> {
  const { processorId, since, known, signal } = search;
  const query = { processorId, sortBy: 'createdAt', sortDir: 'desc', maxPageSize: pageSize } as const;
  let requests = search.single === false ? maxSingleRequests : 0;
  let pages = 0;
  for await (const page of client.processorRuns.listPages(query, { signal })) {
    for (const summary of page) {
      if (known.has(summary.id)) {
        search.onKnown?.(summary.id);
        continue;
      }
      const listedTag = tagOf(summary.metadata);
      const isUnknown = listedTag === null && summary.metadata === undefined;
      if (isUnknown && summary.createdAt !== undefined && Date.parse(summary.createdAt) < since) continue;
      if (isUnknown ? requests >= maxSingleRequests : !matchesSearch(listedTag, search)) continue;
      requests++;
      const run = await findRun(client, summary.id, { signal });
      const tag = run === null ? null : tagOf(run.metadata);
      if (run !== null && tag !== null && matchesSearch(tag, search))
        yield { key: keyOf(tag), record: tag.record, run };
    }
    if (++pages === maxPages || isEndOfRecentRuns(page, since)) return;
  }
}

/** Returns whether a page is sorted by creation time, newest first, and ends with a run from before `since`. */
function isEndOfRecentRuns(page: readonly ProcessorRunSummary[], since: number): boolean {
  const times = page.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [first, last] = [times[0] ?? Number.NaN, times.at(-1) ?? Number.NaN];
  return first > last && last < since && times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0));
}

function matchesSearch(tag: RunTag | null, search: TagSearch): boolean {
  if (tag === null || !search.recordIds.includes(tag.record)) return false;
  return search.keys?.has(keyOf(tag)) ?? true;
}

function keyOf(tag: RunTag): string {
  return runKey({ itemId: tag.item, version: tag.version, repeat: tag.repeat });
}

/** Returns a run, or `null` if the service does not have it. */
export async function findRun(
  client: Client,
  id: string,
  call: Parameters<Client['processorRuns']['get']>[1],
): Promise<ProcessorRun | null> {
  try {
    return await client.processorRuns.get(id, call);
  } catch (thrown) {
    if (errorStatus(thrown) === 404) return null;
    throw thrown;
  }
}
