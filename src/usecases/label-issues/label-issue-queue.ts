import path from 'node:path';
import { rankLabelIssues } from '../../analysis/label-issues/find-label-issues.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { sha256 } from '../../base/hash.ts';
import { documentText } from '../../loaders/inputs/document-text.ts';
import { overlaps } from '../../loaders/review/item-gold.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { LabelIssue } from '../../model/report/sections/label-issue.ts';
import type { FoundIssue, LabelIssueQueue, RemainingWrong } from '../../model/review/label-issue-queue.ts';
import {
  effectiveEdits,
  type ReviewEdit,
  type ReviewLine,
  unsavedEdits,
} from '../../model/review/review-log.ts';
import { recordFolder } from '../../record/files/record-files.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { hypergeometricInterval } from '../../stats/intervals/hypergeometric-interval.ts';
import { secondsPerDocument } from '../labelling/labelling-progress.ts';
import { type NewGold, withNewGold } from '../report/new-gold.ts';
import { reportOptions } from '../report/report-record.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';

/** Maximum number of label issues that the page of label issues gets at a time. */
const maxShown = 200;

/** The label issues of a dataset, before any decisions. */
export interface FoundIssues {
  readonly kind: ProcessorKind;
  /** Names of the versions of the record. */
  readonly versions: readonly string[];
  /** The first 1,000 label issues, the most likely first. */
  readonly issues: readonly FoundIssue[];
}

/**
 * Finds the label issues of a dataset as `goldset label-issues` does. Uses the outputs of a record and the newest saved
 * gold. Throws RECORD_INVALID if the record cannot be read.
 */
export async function issuesOfRecord(record: string, gold: NewGold): Promise<FoundIssues> {
  const settings = await resolveSettings({});
  const stored = await openRecord(recordFolder(path.resolve(record)));
  const { reader } = await withNewGold(stored, gold, settings.config.loaders);
  const { scoring } = reportOptions(reader.plan, settings);
  const { issues } = await rankLabelIssues([reader], {
    scoring,
    textOf: (_, document) => documentText(document),
  });
  const positions = new Map<string, number>();
  for await (const { id } of reader.items()) positions.set(id, positions.size);
  const versions = reader.plan.versions.map(({ requested }) => requested);
  return {
    kind: reader.plan.dataset.kind,
    versions,
    issues: issues.map((issue) => ({
      ...issue,
      position: positions.get(issue.itemId) ?? 0,
      order: shuffledVersions(versions.length, issue),
      evidence: evidenceOf(issue),
    })),
  };
}

/** Returns the numbers of the versions in a shuffled order. The order depends only on the item and the path. */
export function shuffledVersions(
  versions: number,
  { itemId, path: at }: Pick<LabelIssue, 'itemId' | 'path'>,
): number[] {
  return Array.from({ length: versions }, (_, number) => ({
    number,
    hash: sha256(`${itemId}\0${at}\0${number}`),
  }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ number }) => number);
}

/**
 * Returns a hash of the evidence against a label. Omits the texts of the reasons, because they contain figures that
 * change slightly with each edit of another label.
 */
export function evidenceOf({ label, proposed, reasons }: Pick<LabelIssue, 'label' | 'proposed' | 'reasons'>) {
  const kinds = reasons.map(({ reason }) => reason).sort();
  return sha256(canonicalJson([label, proposed, kinds])).slice(0, 16);
}

/**
 * Returns the first 200 label issues that need a decision, and the progress of the review. Without `doubtful` and
 * `random`, omits labels that are more likely right than wrong. With `random`, the order is random but the same at each
 * call. A label needs no decision if it was decided in this queue and has not changed since. A label that the reviewer
 * kept needs a new decision if its evidence changes.
 */
export function queueOf(
  { kind, versions, issues }: FoundIssues,
  lines: readonly ReviewLine[],
  {
    dataset,
    doubtful,
    random = false,
  }: { readonly dataset: string; readonly doubtful: boolean; readonly random?: boolean },
): LabelIssueQueue {
  const edits = effectiveEdits(lines);
  const unsaved = new Set(unsavedEdits(lines).map(({ seq }) => seq));
  const byItem = Map.groupBy(edits, ({ item }) => item);
  const open = issues.filter((issue) => {
    const own = byItem.get(issue.itemId) ?? [];
    const last = own.findLast(({ seq, path: at }) =>
      unsaved.has(seq) ? overlaps(at, issue.path) : at === issue.path,
    );
    return last === undefined || !isDecided(issue, last, unsaved.has(last.seq));
  });
  const likely = open.filter(({ score }) => score > 0);
  const isOpen = new Set(open.map(({ itemId, path: at }) => `${itemId}\0${at}`));
  const made = edits.filter(({ evidence }) => evidence !== undefined);
  const reviewed = new Map(
    made.flatMap((edit) => {
      const key = `${edit.item}\0${edit.path}`;
      return isOpen.has(key) ? [] : [[key, edit] as const];
    }),
  );
  return {
    dataset,
    kind,
    versions,
    issues: (random ? inRandomOrder(open) : doubtful ? open : likely)
      .slice(0, maxShown)
      .map(({ label: _, proposed: __, ...shown }) => shown),
    likely: likely.length,
    doubtful: open.length - likely.length,
    reviewed: reviewed.size,
    changed: [...reviewed.values()].filter(isChange).length,
    secondsPerLabel: secondsPerDocument(made, made.length - 1),
    remaining: remainingWrong(
      open,
      [...reviewed.values()],
      edits.findLast((edit) => !edit.randomOrder)?.seq ?? 0,
    ),
  };
}

function inRandomOrder<Issue extends Place>(issues: readonly Issue[]): Issue[] {
  return issues.toSorted((a, b) => (orderHash(a) < orderHash(b) ? -1 : 1));
}

type Place = Pick<LabelIssue, 'itemId' | 'path'>;

function orderHash({ itemId, path: at }: Place): string {
  return sha256(`random order\0${itemId}\0${at}`);
}

/**
 * Estimates how many of the open label issues (those without a decision) have a wrong label. `decisions` has the last
 * decision about each decided label issue. `since` is the log number of the last decision that was not made in random
 * order. The population has the open label issues and those that were decided after `since`. The sample starts at the
 * first label issue of the population in random order, and ends before the first open one. Decisions about later label
 * issues of this order do not count, because a reviewer may have skipped difficult labels to reach them. A label counts
 * as wrong if its decision changed it. The interval is exact for a sample without replacement. Returns `null` if the
 * sample is empty or if no label issue is open.
 */
function remainingWrong(
  open: readonly FoundIssue[],
  decisions: readonly ReviewEdit[],
  since: number,
): RemainingWrong | null {
  const own = decisions.filter(({ seq }) => seq > since);
  const population = inRandomOrder<Place & { readonly isChanged: boolean | null }>([
    ...open.map(({ itemId, path: at }) => ({ itemId, path: at, isChanged: null })),
    ...own.map((edit) => ({ itemId: edit.item, path: edit.path, isChanged: isChange(edit) })),
  ]);
  const end = population.findIndex(({ isChanged }) => isChanged === null);
  const [sample, changed] = [end, countChanged(population.slice(0, Math.max(0, end)))];
  if (sample <= 0) return null;
  const known = countChanged(population);
  const { low, high } = hypergeometricInterval(changed, sample, population.length);
  const within = (total: number) => Math.min(open.length, Math.max(0, total - known));
  return {
    open: open.length,
    sample,
    changed,
    wrong: Math.round(within((changed / sample) * population.length)),
    low: within(low),
    high: within(high),
  };
}

function countChanged(labels: readonly { readonly isChanged: boolean | null }[]): number {
  return labels.filter(({ isChanged }) => isChanged === true).length;
}

function isDecided(issue: FoundIssue, edit: ReviewEdit, isUnsaved: boolean): boolean {
  if (edit.action === 'keep' && edit.evidence !== undefined) return edit.evidence === issue.evidence;
  return isUnsaved || canonicalJson(edit.after) === canonicalJson(issue.label);
}

function isChange({ action, before, after }: ReviewEdit): boolean {
  if (action === 'not-annotated' || action === 'unclear') return true;
  return canonicalJson(before) !== canonicalJson(after);
}
