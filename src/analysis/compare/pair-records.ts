import { GoldsetError } from '../../base/goldset-error.ts';
import { pluralise } from '../../base/phrases.ts';
import type {
  ItemRun,
  PlannedItem,
  ResolvedVersion,
  RunPlan,
  RunSummary,
} from '../../model/record/run-record.ts';
import { itemsChecksum } from '../../record/files/checksums.ts';
import type { RecordedDocument, RecordReader } from '../../record/read/open-record.ts';
import type { RunState } from '../gate/run-progress.ts';
import type { ReportSource } from '../sections/build-report.ts';
import { countRuns } from './count-runs.ts';
import { documentsAt } from './documents-at.ts';
import { goldDifference } from './gold-difference.ts';

/** One side of a comparison: all repeats of a version in a record, or one repeat. */
export interface RecordSide {
  readonly reader: RecordReader;
  /**
   * Name of the version, as requested (such as `latest`) or as resolved (such as `1.0`). Not needed if the record has
   * only one version.
   */
  readonly version?: string | undefined;
  /** Number of the repeat to compare, from 1. By default, all repeats. */
  readonly repeat?: number | undefined;
}

interface PairedRecords {
  /** Both sides as one record with two versions, baseline first. */
  readonly reader: ReportSource;
  /** Descriptions of the items that `common` excluded; empty if both sides have the same items. */
  readonly notes: readonly string[];
}

/**
 * Joins two sides into one record with two versions. Throws RECORDS_NOT_COMPARABLE if the kinds, gold schemas or items
 * differ. With `common`, keeps only the items whose document and gold are equal on both sides, and describes the other
 * items in `notes`.
 */
export async function pairRecords(
  baseline: RecordSide,
  candidate: RecordSide,
  { common = false }: { readonly common?: boolean } = {},
): Promise<PairedRecords> {
  const sides = [await sideOf(baseline), await sideOf(candidate)] as const;
  const [before, after] = sides;
  assertSameGold(before, after);
  const groups = await sharedItems(before, after);
  const notes = describeExcluded(groups, before, after);
  if (notes.length > 0 && !common)
    throw notComparable(before, after, 'items', notes.join('; '), fixFor(groups.shared.length));
  if (groups.shared.length === 0)
    throw notComparable(
      before,
      after,
      'items',
      'no item has the same id, document and gold in both records',
      'Compare records of one dataset.',
    );
  const names = sideNames(before, after);
  const plan = await pairedPlan(before, after, groups.shared, names);
  const pairs = groups.shared.length;
  return {
    reader: {
      dir: after.reader.dir,
      plan,
      summary: pairedSummary(before, after, pairs),
      states: await Promise.all(sides.map(stateOfSide)),
      ...(before.reader.dir !== after.reader.dir && {
        recorded: sides.map(({ plan: { options } }) => options),
      }),
      documents: (positions) => joinedDocuments(sides, names, groups.shared, positions),
    },
    notes:
      notes.length === 0
        ? []
        : [`only the ${pluralise(pairs, 'shared item')}; left out: ${notes.join('; ')}`],
  };
}

interface Side extends RecordSide {
  readonly plan: RunPlan;
  readonly chosen: ResolvedVersion;
  /** Index of `chosen` in `plan.versions`. */
  readonly number: number;
}

async function sideOf(side: RecordSide): Promise<Side> {
  const { reader, version, repeat } = side;
  const { plan } = reader;
  const chosen = chooseVersion(reader, version);
  if (repeat !== undefined && (repeat < 1 || repeat > plan.repeats))
    throw new GoldsetError('USAGE', {
      problem: `${reader.dir} has no repeat ${repeat}, only ${pluralise(plan.repeats, 'repeat')}`,
      fix: 'Select other repeats with --repeats.',
    });
  return { ...side, plan, chosen, number: plan.versions.indexOf(chosen) };
}

/** Returns the progress of one side: its record folder, and its item runs counted by result. */
async function stateOfSide({ reader, plan, number, repeat }: Side): Promise<RunState> {
  const counts = await countRuns(reader, number, repeat);
  return { ...counts, finished: reader.summary !== null, dir: reader.dir, target: plan.target.kind };
}

function chooseVersion({ dir, plan }: RecordReader, name: string | undefined): ResolvedVersion {
  const { versions } = plan;
  const known = versions.map(({ requested }) => requested).join(', ');
  if (name === undefined && versions.length === 1) return versions[0] as ResolvedVersion;
  const found =
    versions.find(({ requested }) => requested === name) ??
    versions.find(({ resolved }) => resolved === name);
  if (found !== undefined) return found;
  throw new GoldsetError('USAGE', {
    problem:
      name === undefined
        ? `${dir} has several versions (${known}), and none was selected`
        : `${dir} has no version "${name}", expected one of ${known}`,
    fix: 'Select the versions with --versions BASELINE,CANDIDATE.',
  });
}

function assertSameGold(before: Side, after: Side): void {
  const kinds = [before.plan.dataset.kind, after.plan.dataset.kind] as const;
  const fix =
    'Compare records of one dataset; `goldset score --gold` scores an older record with newer gold.';
  if (kinds[0] !== kinds[1]) throw notComparable(before, after, 'kinds', `${kinds[0]} and ${kinds[1]}`, fix);
  const difference = goldDifference(before.plan.dataset.config, after.plan.dataset.config);
  if (difference.length > 0)
    throw notComparable(before, after, 'schemas of the gold', difference.slice(0, 5).join('; '), fix);
}

interface SharedItem {
  readonly before: number;
  readonly after: number;
}

interface ItemGroups {
  readonly shared: SharedItem[];
  readonly onlyBefore: string[];
  readonly onlyAfter: string[];
  readonly otherDocument: string[];
  readonly otherGold: string[];
}

async function sharedItems(before: Side, after: Side): Promise<ItemGroups> {
  const groups: ItemGroups = {
    shared: [],
    onlyBefore: [],
    onlyAfter: [],
    otherDocument: [],
    otherGold: [],
  };
  if (haveSameItems(before, after)) {
    for (let position = 0; position < after.plan.items.count; position++)
      groups.shared.push({ before: position, after: position });
  } else await matchItems(before, after, groups);
  return groups;
}

/** Matches the items of two records by their ids, documents and gold. */
async function matchItems(before: Side, after: Side, groups: ItemGroups): Promise<void> {
  const old = new Map<string, { readonly item: PlannedItem; readonly position: number }>();
  for (const [position, item] of (await itemsOf(before)).entries()) old.set(item.id, { item, position });
  for (const [position, item] of (await itemsOf(after)).entries()) {
    const known = old.get(item.id);
    old.delete(item.id);
    if (known === undefined) groups.onlyAfter.push(item.id);
    else if (known.item.documentHash !== item.documentHash) groups.otherDocument.push(item.id);
    else if (known.item.expectationHash !== item.expectationHash) groups.otherGold.push(item.id);
    else groups.shared.push({ before: known.position, after: position });
  }
  groups.onlyBefore.push(...old.keys());
}

/** Returns whether both records have identical item files, so that their items match by position. */
function haveSameItems(before: Side, after: Side): boolean {
  const { sha256 } = after.plan.items;
  return sha256 !== null && sha256 === before.plan.items.sha256;
}

async function itemsOf({ reader }: Side): Promise<PlannedItem[]> {
  const items: PlannedItem[] = [];
  for await (const { id, documentHash, expectationHash } of reader.items())
    items.push({ id, documentHash, expectationHash });
  return items;
}

const namedItems = 5;

function describeExcluded(groups: ItemGroups, before: Side, after: Side): string[] {
  const [one, other] = [before.reader.dir, after.reader.dir];
  const lines: readonly (readonly [readonly string[], string])[] = [
    [groups.onlyBefore, `only in ${one}`],
    [groups.onlyAfter, `only in ${other}`],
    [groups.otherDocument, 'with different documents'],
    [groups.otherGold, 'with different gold'],
  ];
  return lines
    .filter(([ids]) => ids.length > 0)
    .map(([ids, where]) => {
      const more = ids.length > namedItems ? ', ...' : '';
      return `${pluralise(ids.length, 'item')} ${where} (${ids.slice(0, namedItems).join(', ')}${more})`;
    });
}

function fixFor(shared: number): string {
  return shared === 0
    ? 'Compare records of one dataset.'
    : `--common-items compares the ${pluralise(shared, 'item')} that are the same in both records.`;
}

function notComparable(before: Side, after: Side, what: string, difference: string, fix: string) {
  const [baseline, candidate] = [before.reader.dir, after.reader.dir];
  return new GoldsetError('RECORDS_NOT_COMPARABLE', { baseline, candidate, what, difference, fix });
}

/**
 * Returns distinct names for the two sides: the versions if they differ, otherwise the repeats or the record folders.
 */
function sideNames(before: Side, after: Side): readonly [string, string] {
  const [a, b] = [before.chosen.requested, after.chosen.requested];
  if (a !== b) return [a, b];
  const [c, d] = [before.chosen.resolved, after.chosen.resolved];
  if (c !== d) return [c, d];
  if (before.reader.dir === after.reader.dir && before.repeat !== after.repeat)
    return [`${a} repeat ${before.repeat ?? 'all'}`, `${b} repeat ${after.repeat ?? 'all'}`];
  const folders = [folderName(before.reader.dir), folderName(after.reader.dir)] as const;
  if (folders[0] !== folders[1]) return folders;
  return [`${a} (baseline)`, `${b} (candidate)`];
}

/** Returns the short name of a record folder: `invoices` for `reports/invoices/record`. */
function folderName(dir: string): string {
  const parts = dir.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return (parts.at(-1) === 'record' ? parts.at(-2) : undefined) ?? parts.at(-1) ?? dir;
}

async function pairedPlan(
  before: Side,
  after: Side,
  shared: readonly SharedItem[],
  names: readonly [string, string],
): Promise<RunPlan> {
  const { plan } = after;
  const whole = shared.length === plan.items.count;
  return {
    ...plan,
    recordId:
      before.plan.recordId === plan.recordId ? plan.recordId : `${before.plan.recordId} and ${plan.recordId}`,
    dataset: {
      ...plan.dataset,
      checksum: whole ? plan.dataset.checksum : await sharedChecksum(after, shared),
    },
    // Reports show `requested` as the name of a version, so the two sides of the comparison need different values of
    // `requested`.
    versions: [before, after].map(({ chosen }, i) => ({ ...chosen, requested: names[i] as string })),
    repeats:
      after.repeat === undefined && before.repeat === undefined
        ? Math.min(before.plan.repeats, plan.repeats)
        : 1,
    selection: plan.selection ?? before.plan.selection,
    rerun: [plan.rerun, before.plan.rerun].find((rerun) => rerun?.subset),
    items: { count: shared.length, bytes: null, sha256: null },
  };
}

async function sharedChecksum(after: Side, shared: readonly SharedItem[]): Promise<string> {
  const kept = new Set(shared.map((item) => item.after));
  return itemsChecksum((await itemsOf(after)).filter((_, position) => kept.has(position)));
}

function pairedSummary(before: Side, after: Side, items: number): RunSummary | null {
  const [a, b] = [before.reader.summary, after.reader.summary];
  if (a === null || b === null) return null;
  return {
    ...b,
    finishedAt: [a.finishedAt, b.finishedAt].sort().at(-1) as string,
    planned: 2 * items,
  };
}

/**
 * Yields the documents that both sides share, in the candidate's order. If `positions` is given, yields only the
 * documents at these positions.
 */
async function* joinedDocuments(
  sides: readonly [Side, Side],
  names: readonly [string, string],
  shared: readonly SharedItem[],
  positions?: Iterable<number>,
): AsyncGenerator<RecordedDocument> {
  const selected = positions === undefined ? [...shared.keys()] : [...positions];
  const items = selected.map((position) => shared[position] as SharedItem);
  const [before, after] = sides;
  const baseline = documentsAt(
    before.reader,
    items.map((item) => item.before),
  );
  const candidate = documentsAt(
    after.reader,
    items.map((item) => item.after),
  );
  try {
    for (const position of selected) {
      const [one, other] = [await baseline.next(), await candidate.next()];
      if (one.done || other.done) return;
      const runs = [runsOf(before, one.value, names[0]), runsOf(after, other.value, names[1])];
      yield { position, item: other.value.item, runs };
    }
  } finally {
    await baseline.return(undefined);
    await candidate.return(undefined);
  }
}

function runsOf({ number, repeat }: Side, { runs }: RecordedDocument, name: string): ItemRun[] {
  const all = runs[number] ?? [];
  const kept = repeat === undefined ? all : all.filter((row) => row.repeat === repeat);
  return kept.map((row) => ({ ...row, version: name, repeat: repeat === undefined ? row.repeat : 1 }));
}
