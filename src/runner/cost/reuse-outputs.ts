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
  /** Returns whether an item run has to be executed although an earlier record has its output. Default: never. */
  readonly runsAgain?: ((itemId: string, version: string) => boolean) | undefined;
  /** Called for an earlier record that cannot be read. Throws, or the record is omitted. */
  readonly onUnreadable: (dir: string, thrown: GoldsetError) => void;
}

/** Outputs that one version of a new record takes from earlier records. */
export interface ReusedVersion {
  /** Requested version. */
  readonly version: string;
  /** Number of planned item runs. */
  readonly planned: number;
  readonly outputs: number;
  /** Credits that the reused outputs cost in their own runs. */
  readonly credits: number;
  /** Why no output was reused, with both values of the part of the key that differs; `null` if one was reused. */
  readonly reason: string | null;
}

/** Why an earlier record has no output for a planned version. `equal` is the number of equal parts of the key. */
interface Miss {
  readonly equal: number;
  readonly reason: string;
}

/** Versions of an earlier record whose key equals that of a planned version, or the reason why there is none. */
type Match = { readonly numbers: readonly number[] } | { readonly miss: Miss };

/** The items of a new record, by what earlier records are searched for. */
interface Wanted {
  /** Ids of the items with a document. */
  readonly idsOf: ReadonlyMap<string, readonly string[]>;
  /** Key of the document of an item; `null` if its document is an address. */
  readonly documentOf: ReadonlyMap<string, string | null>;
}

/**
 * Copies outputs of earlier records into a new record that has a plan and no rows. An output is copied if all parts of
 * its key are equal (docs/decisions/0079-reused-outputs.md) and its item run did not fail. Each copied row names the
 * record whose run returned the output.
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

/** Returns the number of item runs that earlier records could provide. */
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
  if (key === null) return { miss: { equal: -1, reason: 'this run does not state its service' } };
  const numbers: number[] = [];
  let miss: Miss = {
    equal: -1,
    reason: `${dir} does not state the service that ran it, because an earlier version of goldset wrote it`,
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
      miss = { equal, reason: `the ${part.name} is ${part.planned} here and ${part.recorded} in ${dir}` };
  }
  if (numbers.length === 0) return { miss };
  const edited = version.resolved === 'draft' ? editedDraft(earlier, summary) : null;
  return edited === null ? { numbers } : { miss: { equal: key.length, reason: `${edited} (${dir})` } };
}

/** Returns why the outputs of a draft may come from another config than the plan states; `null` if they do not. */
function editedDraft({ target }: RunPlan, summary: RecordReader['summary']): string | null {
  if (summary?.draftEdited) return 'the draft was edited during the earlier run';
  if (target.kind === 'remote' && summary === null)
    return 'the earlier run did not end, so its draft may have been edited while it ran';
  return null;
}

/**
 * Calls `onRow` with each reusable row of an earlier record, as a row of the new record. Returns why a planned version
 * got no row.
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
          // The plan states another service than the one that returned this output.
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

/** Returns that an item of the new record has another document than in the earlier record; `null` if it has not. */
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
  return `the document of ${JSON.stringify(id)} is ${planned} here and ${recorded ?? 'an address'} in ${dir}`;
}
