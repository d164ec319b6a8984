import { GoldsetError } from '../../base/goldset-error.ts';
import { counted } from '../../base/spelled.ts';
import {
  type ItemRun,
  type PlannedItem,
  type RecordedItem,
  type ResolvedVersion,
  type RunPlan,
  type RunSummary,
  recordSchemaVersion,
} from '../../model/run-record.ts';
import { itemsChecksum } from '../../record/items-checksum.ts';
import type { RecordReader } from '../../record/open-record.ts';
import { goldDifference } from './gold-difference.ts';

/** What one side of a comparison is: a version of a record, and one repeat of it where that is asked for. */
export interface RecordSide {
  readonly reader: RecordReader;
  /** `ResolvedVersion.requested` or `.resolved`; may be left out where the record has one version. */
  readonly version?: string | undefined;
  /** Only this repeat; all of them where nothing is said. */
  readonly repeat?: number | undefined;
}

export interface PairedRecords {
  /** Both sides as one record of two versions, baseline first: whatever reads a record reads a comparison. */
  readonly reader: RecordReader;
  /** What was left out under `common`, for people; empty where the sides have the same items. */
  readonly notes: readonly string[];
}

/**
 * Puts two sides together as one record with two versions. Refuses another kind, another gold schema, and items that
 * are not the same on both sides (RECORDS_NOT_COMPARABLE, with the difference named); under `common` it keeps the items
 * that both have with the same document and the same gold, and says what it left out.
 */
export async function pairRecords(
  baseline: RecordSide,
  candidate: RecordSide,
  { common = false }: { readonly common?: boolean } = {},
): Promise<PairedRecords> {
  const sides = [await sideOf(baseline), await sideOf(candidate)] as const;
  const [before, after] = sides;
  refuseOtherGold(before, after);
  const groups = sharedItems(before, after);
  const notes = left(groups, before, after);
  if (notes.length > 0 && !common)
    throw notComparable(before, after, 'items', notes.join('; '), commonMend(groups.shared.length));
  if (groups.shared.length === 0)
    throw notComparable(
      before,
      after,
      'items',
      'not one item has the same id, document and gold in both',
      'Compare records of one dataset.',
    );
  const names = sideNames(before, after);
  const plan = pairedPlan(before, after, groups.shared, names);
  const ids = new Set(groups.shared);
  return {
    reader: {
      dir: after.reader.dir,
      plan,
      summary: pairedSummary(before, after, ids.size),
      notices: [],
      format: recordSchemaVersion,
      seal: null,
      sealed: false,
      index: () => Promise.reject(joined()),
      documents: () => {
        throw joined();
      },
      items: () => keepItems(after.reader, ids),
      rows: () => keepRows(sides, names, ids),
      runs: async function* () {},
      uploads: async function* () {},
    },
    notes: notes.length === 0 ? [] : [`only the ${counted(ids.size, 'shared item')}: ${notes.join('; ')}`],
  };
}

function joined(): GoldsetError {
  return new GoldsetError('INVARIANT', { what: 'two joined records have no index: join their indexes' });
}

interface Side extends RecordSide {
  readonly plan: RunPlan;
  readonly items: readonly PlannedItem[];
  readonly chosen: ResolvedVersion;
  /** Items without any result: the run has not come to them. */
  readonly notRun: ReadonlySet<string>;
}

async function sideOf(side: RecordSide): Promise<Side> {
  const { reader, version, repeat } = side;
  const { plan } = reader;
  const chosen = chooseVersion(reader, version);
  if (repeat !== undefined && (repeat < 1 || repeat > plan.repeats))
    throw new GoldsetError('USAGE', {
      problem: `${reader.dir} has no repeat ${repeat}; it has ${plan.repeats}`,
      mend: 'Name others with --repeats.',
    });
  const items: PlannedItem[] = [];
  for await (const { id, documentHash, expectationHash } of reader.items())
    items.push({ id, documentHash, expectationHash });
  const notRun = new Set(items.map(({ id }) => id));
  for await (const row of reader.rows()) if (isOf(row, chosen, repeat)) notRun.delete(row.itemId);
  return { ...side, plan, items, chosen, notRun };
}

function chooseVersion({ dir, plan }: RecordReader, asked: string | undefined): ResolvedVersion {
  const known = plan.versions.map(({ requested }) => requested).join(', ');
  const found =
    asked === undefined
      ? plan.versions.length === 1
        ? plan.versions[0]
        : undefined
      : (plan.versions.find(({ requested }) => requested === asked) ??
        plan.versions.find(({ resolved }) => resolved === asked));
  if (found !== undefined) return found;
  throw new GoldsetError('USAGE', {
    problem:
      asked === undefined
        ? `${dir} has the versions ${known}`
        : `${dir} has no version "${asked}"; it has ${known}`,
    mend: 'Name what to compare with --versions BASELINE,CANDIDATE.',
  });
}

function isOf(row: ItemRun, version: ResolvedVersion, repeat: number | undefined): boolean {
  return row.version === version.requested && (repeat === undefined || row.repeat === repeat);
}

function refuseOtherGold(before: Side, after: Side): void {
  const kinds = [before.plan.dataset.kind, after.plan.dataset.kind] as const;
  const mend = 'Compare records of one dataset; goldset score --gold brings an older record to newer gold.';
  if (kinds[0] !== kinds[1]) throw notComparable(before, after, 'kinds', `${kinds[0]} and ${kinds[1]}`, mend);
  const difference = goldDifference(before.plan.dataset.config, after.plan.dataset.config);
  if (difference.length > 0)
    throw notComparable(before, after, 'schemas of the gold', difference.slice(0, 5).join('; '), mend);
}

interface ItemGroups {
  readonly shared: readonly string[];
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  readonly otherDocument: readonly string[];
  readonly otherGold: readonly string[];
  readonly notRunBefore: readonly string[];
  readonly notRunAfter: readonly string[];
}

function sharedItems(before: Side, after: Side): ItemGroups {
  const old = new Map(before.items.map((item) => [item.id, item]));
  const ids = new Set(after.items.map(({ id }) => id));
  const inBoth = after.items.filter(({ id }) => old.has(id));
  const unlikeIn = (what: 'documentHash' | 'expectationHash') =>
    new Set(inBoth.filter((item) => old.get(item.id)?.[what] !== item[what]));
  const otherDocument = unlikeIn('documentHash');
  const otherGold = unlikeIn('expectationHash').difference(otherDocument);
  const alike = inBoth.filter((item) => !otherDocument.has(item) && !otherGold.has(item)).map(({ id }) => id);
  const namesOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  return {
    shared: alike.filter((id) => !before.notRun.has(id) && !after.notRun.has(id)),
    onlyBefore: namesOf(before.items.filter(({ id }) => !ids.has(id))),
    onlyAfter: namesOf(after.items.filter(({ id }) => !old.has(id))),
    otherDocument: namesOf([...otherDocument]),
    otherGold: namesOf([...otherGold]),
    notRunBefore: alike.filter((id) => before.notRun.has(id)),
    notRunAfter: alike.filter((id) => after.notRun.has(id) && !before.notRun.has(id)),
  };
}

const namedItems = 5;

function left(groups: ItemGroups, before: Side, after: Side): string[] {
  const [one, other] = [before.reader.dir, after.reader.dir];
  const lines: readonly (readonly [readonly string[], string])[] = [
    [groups.onlyBefore, `only in ${one}`],
    [groups.onlyAfter, `only in ${other}`],
    [groups.otherDocument, 'with another document in each'],
    [groups.otherGold, 'with another gold in each'],
    [groups.notRunBefore, `not run in ${one}`],
    [groups.notRunAfter, `not run in ${other}`],
  ];
  return lines
    .filter(([ids]) => ids.length > 0)
    .map(([ids, where]) => {
      const more = ids.length > namedItems ? ', ...' : '';
      return `${counted(ids.length, 'item')} ${where} (${ids.slice(0, namedItems).join(', ')}${more})`;
    });
}

function commonMend(shared: number): string {
  return shared === 0
    ? 'Compare records of one dataset.'
    : `--common compares the ${counted(shared, 'item')} that are the same in both.`;
}

function notComparable(before: Side, after: Side, what: string, difference: string, mend: string) {
  const [baseline, candidate] = [before.reader.dir, after.reader.dir];
  return new GoldsetError('RECORDS_NOT_COMPARABLE', { baseline, candidate, what, difference, mend });
}

/** Names that differ: the versions', else the repeats', else the records'. */
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

/** What people call a record's folder: `reports/invoices/record` is `invoices`. */
function folderName(dir: string): string {
  const parts = dir.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return (parts.at(-1) === 'record' ? parts.at(-2) : undefined) ?? parts.at(-1) ?? dir;
}

function pairedPlan(
  before: Side,
  after: Side,
  shared: readonly string[],
  names: readonly [string, string],
): RunPlan {
  const { plan } = after;
  const ids = new Set(shared);
  const items = after.items.filter(({ id }) => ids.has(id));
  const whole = items.length === after.items.length;
  return {
    ...plan,
    recordId:
      before.plan.recordId === plan.recordId ? plan.recordId : `${before.plan.recordId} and ${plan.recordId}`,
    dataset: { ...plan.dataset, checksum: whole ? plan.dataset.checksum : itemsChecksum(items) },
    versions: [before, after].map(({ chosen }, i) => named(chosen, names, i)),
    repeats:
      after.repeat === undefined && before.repeat === undefined
        ? Math.min(before.plan.repeats, plan.repeats)
        : 1,
    items: { count: items.length, bytes: null, sha256: null },
  };
}

/** Reports prefer what a version resolved to where that tells the sides apart; the chosen name must not be hidden by it. */
function named(chosen: ResolvedVersion, names: readonly [string, string], side: number): ResolvedVersion {
  const requested = names[side] as string;
  return { ...chosen, requested };
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

async function* keepItems(reader: RecordReader, ids: ReadonlySet<string>): AsyncGenerator<RecordedItem> {
  for await (const item of reader.items()) if (ids.has(item.id)) yield item;
}

async function* keepRows(
  sides: readonly [Side, Side],
  names: readonly [string, string],
  ids: ReadonlySet<string>,
): AsyncGenerator<ItemRun> {
  for (const [i, { reader, chosen, repeat }] of sides.entries())
    for await (const row of reader.rows())
      if (ids.has(row.itemId) && isOf(row, chosen, repeat))
        yield { ...row, version: names[i] as string, repeat: repeat === undefined ? row.repeat : 1 };
}
