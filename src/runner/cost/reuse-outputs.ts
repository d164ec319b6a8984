import { getOrCreate } from '../../base/collections.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ItemRun, RecordedItem, ResolvedVersion, RunPlan } from '../../model/record/run-record.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import { differingPart, documentKey, equalParts, versionKey } from './reuse-key.ts';

/** An earlier record whose outputs may be reused. */
export type ReuseSource = Pick<RecordReader, 'dir' | 'plan' | 'summary' | 'documents'>;

export interface ReuseChoice {
  /** Earlier records, in the order in which they are searched. */
  readonly sources: readonly ReuseSource[];
  /** Returns whether to execute an item run even if an earlier record has its output. Default: never. */
  readonly runsAgain?: ((itemId: string, version: string) => boolean) | undefined;
  /** Called if an earlier record cannot be read. If this function does not throw, the record is omitted. */
  readonly onUnreadable: (dir: string, thrown: GoldsetError) => void;
}

/** The outputs that one version of a new record takes from earlier records. */
export interface ReusedVersion {
  /** Name under which the version was requested. */
  readonly version: string;
  /** Number of item runs that are planned for this version. */
  readonly planned: number;
  readonly outputs: number;
  /** Credits that the reused outputs cost in the earlier runs. */
  readonly credits: number;
  /**
   * Reason why no output was reused: the part of the reuse key that differs, with both values. `null` if an output was
   * reused.
   */
  readonly reason: string | null;
}

/**
 * Reason why an earlier record has no output for a planned version. `equal` is the number of equal parts of the reuse
 * keys.
 */
interface Miss {
  readonly equal: number;
  readonly reason: string;
}

/**
 * Numbers of those versions in an earlier record that have the same reuse key as a planned version. If there is no such
 * version, `miss` states the reason.
 */
type Match = { readonly numbers: readonly number[] } | { readonly miss: Miss };

/** Look-up tables for the items of a new record. */
interface Wanted {
  /** Maps a document key to the ids of the items that have this document. */
  readonly idsOf: ReadonlyMap<string, readonly string[]>;
  /** Maps an item id to the key of its document; `null` for a document at a URL. */
  readonly documentOf: ReadonlyMap<string, string | null>;
}

/**
 * Copies outputs of earlier records into a new record that has a plan and no result rows. Copies an output if its item
 * run did not fail and all parts of its reuse key are equal (docs/decisions/0079-reused-outputs.md). Each copied row
 * names the record whose run returned the output.
 */
export async function reuseOutputs(
  plan: RunPlan,
  items: AsyncIterable<RecordedItem>,
  { sources, runsAgain = () => false, onUnreadable }: ReuseChoice,
  append: (row: ItemRun) => void,
): Promise<ReusedVersion[]> {
  const wanted = await wantedItems(items);
  const filled = new Set<string>();
  const counts = plan.versions.map(() => ({ outputs: 0, credits: 0 }));
  const misses = plan.versions.map((): Miss[] => []);
  const mostRows = countReusable(plan, wanted, runsAgain);
  for (const source of sources) {
    if (mostRows > 0 && filled.size === mostRows) break;
    const matches = plan.versions.map((version) => matchVersion(plan, version, source));
    const onRow = (number: number, row: ItemRun): void => {
      if (runsAgain(row.itemId, row.version)) return;
      const slot = JSON.stringify([row.itemId, number, row.repeat]);
      if (filled.has(slot)) return;
      filled.add(slot);
      append(row);
      const count = counts[number] as (typeof counts)[number];
      count.outputs++;
      count.credits += row.credits ?? 0;
    };
    try {
      const found = await copyRows(plan, source, matches, wanted, onRow);
      for (const [number, miss] of found.entries()) misses[number]?.push(miss);
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      onUnreadable(source.dir, thrown);
    }
  }
  return plan.versions.map(({ requested: version }, number) => {
    const count = counts[number] as (typeof counts)[number];
    const [closest] = (misses[number] ?? []).sort((a, b) => b.equal - a.equal);
    const reason = count.outputs > 0 ? null : (closest?.reason ?? 'there is no earlier record');
    return { version, planned: wanted.documentOf.size * plan.repeats, ...count, reason };
  });
}

async function wantedItems(items: AsyncIterable<RecordedItem>): Promise<Wanted> {
  const idsOf = new Map<string, string[]>();
  const documentOf = new Map<string, string | null>();
  for await (const item of items) {
    const key = documentKey(item);
    documentOf.set(item.id, key);
    if (key !== null) getOrCreate(idsOf, key, () => []).push(item.id);
  }
  return { idsOf, documentOf };
}

function countReusable(
  { versions, repeats }: RunPlan,
  { idsOf }: Wanted,
  runsAgain: (id: string, version: string) => boolean,
) {
  let count = 0;
  for (const id of [...idsOf.values()].flat())
    for (const { requested } of versions) if (!runsAgain(id, requested)) count += repeats;
  return count;
}

function matchVersion(
  plan: RunPlan,
  version: ResolvedVersion,
  { dir, plan: earlier, summary }: ReuseSource,
): Match {
  const key = versionKey(plan, version);
  if (key === null)
    return { miss: { equal: -1, reason: 'the service of this run does not identify itself' } };
  const numbers: number[] = [];
  let miss: Miss = {
    equal: -1,
    reason: `${dir} does not name its service, because an earlier version of goldset wrote this record`,
  };
  for (const [number, recorded] of earlier.versions.entries()) {
    const other = versionKey(earlier, recorded);
    if (other === null) continue;
    const part = differingPart(key, other);
    if (part === null) {
      numbers.push(number);
      continue;
    }
    const equal = equalParts(key, other);
    if (equal > miss.equal)
      miss = {
        equal,
        reason: `the ${part.name} is ${part.planned} in this run and ${part.recorded} in ${dir}`,
      };
  }
  if (numbers.length === 0) return { miss };
  const edited = version.resolved === 'draft' ? editedDraft(earlier, summary) : null;
  return edited === null ? { numbers } : { miss: { equal: key.length, reason: `${edited} (${dir})` } };
}

/** Returns why the draft may have been edited during the earlier run. Returns `null` if nothing indicates an edit. */
function editedDraft({ target }: RunPlan, summary: RecordReader['summary']): string | null {
  if (summary?.draftEdited) return 'the draft was edited during the earlier run';
  if (target.kind === 'remote' && summary === null)
    return 'the earlier run did not end, so its draft may have been edited while it ran';
  return null;
}

/**
 * Converts each reusable result row of an earlier record to a row of the new record, and passes it to `onRow`. Returns,
 * per planned version, the reason to report if the version gets no row.
 */
async function copyRows(
  plan: RunPlan,
  source: ReuseSource,
  matches: readonly Match[],
  { idsOf, documentOf }: Wanted,
  onRow: (number: number, row: ItemRun) => void,
): Promise<Miss[]> {
  const notes = matches.map((match) => ('miss' in match ? match.miss : null));
  if (notes.every((miss) => miss !== null)) return notes;
  const equal = 100;
  const found = { other: null as string | null, failed: false };
  for await (const { item, runs } of source.documents()) {
    const key = documentKey(item);
    const ids = (key === null ? undefined : idsOf.get(key)) ?? [];
    if (ids.length === 0 && found.other === null)
      found.other = otherDocument(item, key, documentOf, source.dir);
    for (const id of ids)
      for (const [number, match] of matches.entries()) {
        if ('miss' in match) continue;
        const version = (plan.versions[number] as ResolvedVersion).requested;
        for (const row of match.numbers.flatMap((at) => runs[at] ?? [])) {
          if (row.repeat > plan.repeats) continue;
          if (row.state !== 'processed') found.failed = true;
          // A row names a service only if its output came from another service than the one in the plan. Such a row is
          // not reused.
          else if (row.service === undefined)
            onRow(number, {
              ...row,
              itemId: id,
              version,
              reused: row.reused ?? { recordId: source.plan.recordId },
            });
        }
      }
  }
  const reason = found.failed
    ? `the item runs of ${source.dir} failed`
    : (found.other ?? `${source.dir} has no output of these documents`);
  return notes.map((miss) => miss ?? { equal, reason });
}

/**
 * Returns a text on how the document of an item differs between the earlier record and the new record. Returns `null`
 * if the new record does not have the item.
 */
function otherDocument(
  { id }: RecordedItem,
  recorded: string | null,
  documentOf: Wanted['documentOf'],
  dir: string,
): string | null {
  const planned = documentOf.get(id);
  if (planned === undefined) return null;
  if (planned === null)
    return `the document of ${JSON.stringify(id)} is an address, whose content can change`;
  return `the document of ${JSON.stringify(id)} is ${planned} in this run and ${recorded ?? 'an address'} in ${dir}`;
}
