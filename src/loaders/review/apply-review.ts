import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '../../base/canonical-json.ts';
import { parseJson } from '../../base/exact-json.ts';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { temporaryFor, writeFailure } from '../../base/write-file.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { AppliedReview } from '../../model/results/command-results.ts';
import { checkGold } from '../check/check-gold.ts';
import { readManifest } from '../reading/read-json.ts';
import { replaceDatasetFiles } from '../reading/replace-dataset-files.ts';
import { goldPlace } from './gold-place.ts';
import { ImpossibleLabel, type ItemGold, type Label, labelAt, sameLabel, withLabel } from './item-gold.ts';
import { type ReviewDecision, type ReviewList, readReviewList } from './read-review-list.ts';
import { correctGoldSource, type Recount } from './recounted-source.ts';

export interface ApplyReviewOptions extends ChangeSource {
  readonly dataset: string;
  /** Folder of the new version. Default: the folder of the dataset. */
  readonly out?: string;
}

/** Where the changes come from, as the history of the dataset records it. */
interface ChangeSource {
  /** Path of the review list or of the review log. */
  readonly review: string;
  /** Time of the change in ISO format. */
  readonly at: string;
  /** Reviewer to record for changes that name no reviewer. */
  readonly reviewer: string;
  /** Counts the labels of each changed item whose `goldSource` has counts. */
  readonly recount: Recount;
}

interface ItemLine {
  text: string;
  readonly item: Record<string, unknown> | null;
}

/**
 * Applies a review list to a native dataset and writes a new version of `items.jsonl`. Keeps the old version in the
 * folder `history`, and adds each changed label to `history/changes.jsonl`. Throws before it writes anything if a label
 * has changed since the list was written, an item is unknown or a value violates the schema.
 */
export async function applyReview(options: ApplyReviewOptions): Promise<AppliedReview> {
  const source = path.resolve(options.dataset);
  const target = options.out === undefined ? source : path.resolve(options.out);
  const list = await readReviewList(path.resolve(options.review));
  if (target === source) return changeGold(source, list, options);
  const plan = await planChange(list, options, source, target);
  await writeVersion(plan);
  return resultOf(plan);
}

/**
 * Writes a new version of a dataset with the changes in `list`, as `applyReview` does for a review list in a file. Each
 * change states the old label. If the dataset has another label at this path, throws before it writes anything.
 */
export async function changeGold(
  dataset: string,
  list: ReviewList,
  options: ChangeSource,
): Promise<AppliedReview> {
  const plan = await planChange(list, options, dataset, dataset);
  if (plan.changes.length === 0) return resultOf(plan);
  // Read the dataset again under the lock, because another process may have changed it in the meantime.
  const unlock = acquireLock(path.join(dataset, 'history', 'lock.db'), 'FOLDER_LOCKED');
  try {
    const change = await planChange(list, options, dataset, dataset);
    await changeFiles(dataset, change);
    return resultOf(change);
  } finally {
    unlock();
  }
}

/** Reads a dataset, and returns its new version. Writes nothing. */
async function planChange(
  { decisions, kept, undecided }: ReviewList,
  options: ChangeSource,
  source: string,
  target: string,
): Promise<NewVersion> {
  const manifest = await readManifest(path.join(source, 'dataset.json'));
  const lines = await readLines(path.join(source, 'items.jsonl'));
  const lineOf = new Map(lines.toReversed().map((line) => [line.item?.id, line]));
  const changes: object[] = [];
  const changed = new Set<ItemLine>();
  let unchanged = 0;
  for (const decision of decisions) {
    const line = lineOf.get(decision.itemId);
    if (line?.item == null)
      throw stale(options.review, decision, 'no such item in the dataset', 'an item of the dataset');
    const change = applyOne(line.item, decision, manifest, options);
    if (change === null) {
      unchanged++;
      continue;
    }
    line.item.expectedOutput = change.gold.expectedOutput;
    if (change.gold.notScored === undefined) delete line.item.notScored;
    else line.item.notScored = change.gold.notScored;
    changed.add(line);
    changes.push(change.entry);
  }
  let uncounted = 0;
  for (const line of changed) {
    if (line.item !== null && (await correctGoldSource(line.item, options.recount))) uncounted++;
    line.text = JSON.stringify(line.item);
  }
  const before = versionOf(manifest);
  const version = changes.length === 0 ? before : before + 1;
  const counts = { changed: changes.length, kept, undecided, unchanged, uncounted };
  return { source, target, lines, version, before, changes, counts };
}

function resultOf({ target, version, counts }: NewVersion): AppliedReview {
  return { dataset: target, version, ...counts };
}

function versionOf(manifest: DatasetManifest): number {
  return typeof manifest.version === 'number' && Number.isSafeInteger(manifest.version)
    ? manifest.version
    : 1;
}

async function readLines(file: string): Promise<ItemLine[]> {
  const lines = (await readTextFile(file)).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, at) => {
    if (line.trim() === '') return { text: line, item: null };
    try {
      const item = parseJson(line);
      if (isJsonObject(item)) return { text: line, item: { ...item } };
    } catch {
      // Ignore this error of the parser, because the code below reports invalid JSON as DATASET_LINE_INVALID.
    }
    throw new GoldsetError('DATASET_LINE_INVALID', {
      file,
      line: at + 1,
      path: 'the text',
      found: line.slice(0, 80),
      expected: 'one JSON object',
      fix: 'Correct the line. `goldset dataset check` lists every problem.',
    });
  });
}

function applyOne(
  item: Readonly<Record<string, unknown>>,
  decision: ReviewDecision,
  manifest: DatasetManifest,
  options: ChangeSource,
): { readonly gold: ItemGold; readonly entry: object } | null {
  const { line, itemId, path: place, label, value, mark, markBefore, evidence, reviewer, renamed } = decision;
  const before = item as unknown as ItemGold;
  const found = labelAt(before, place, manifest);
  if (renamed === undefined && sameLabel(found, { value, mark })) return null;
  const expected = { value: label, mark: markBefore };
  if (!sameLabel(found, expected))
    throw stale(options.review, decision, `the label is ${labelText(found)} now`, labelText(expected));
  const gold = changedGold(withoutKey(before, decision, manifest, options), decision, manifest, options);
  // Report only mismatches that this change causes. Labels that were already invalid do not prevent the change.
  const faults = (output: ItemGold) =>
    manifest.config === undefined ? [] : checkGold(output.expectedOutput, manifest.config);
  const known = new Set(faults(before).map((one) => JSON.stringify(one)));
  const fault = faults(gold).find((one) => !known.has(JSON.stringify(one)));
  if (fault !== undefined)
    throw stale(options.review, decision, `${fault.path}: ${fault.found}`, fault.expected);
  const entry = {
    at: options.at,
    reviewer: reviewer === '' ? options.reviewer : reviewer,
    item: itemId,
    path: place,
    before: renamed === undefined ? found.value : renamed.value,
    after: value,
    ...(renamed !== undefined && { renamedFrom: renamed.from }),
    ...(found.mark !== null && { notScoredBefore: found.mark }),
    ...(mark !== null && { notScored: mark }),
    evidence,
    review: path.basename(options.review),
    line,
  };
  return { gold, entry };
}

/** Returns the gold without the key that a decision renames. Throws if the gold no longer has this key and value. */
function withoutKey(
  gold: ItemGold,
  decision: ReviewDecision,
  manifest: DatasetManifest,
  options: ChangeSource,
): ItemGold {
  const { renamed } = decision;
  if (renamed === undefined) return gold;
  const place = goldPlace(gold.expectedOutput, renamed.from, manifest);
  const found = place.read(gold.expectedOutput) as JsonValue | undefined;
  if (found === undefined || canonicalJson(found) !== canonicalJson(renamed.value))
    throw stale(
      options.review,
      decision,
      `${renamed.from} is ${canonicalJson(found ?? null)} now`,
      canonicalJson(renamed.value),
    );
  return { ...gold, expectedOutput: place.remove(gold.expectedOutput) as JsonValue };
}

function labelText({ value, mark }: Label): string {
  return mark === null ? canonicalJson(value) : `not scored (${mark})`;
}

function changedGold(
  gold: ItemGold,
  decision: ReviewDecision,
  manifest: DatasetManifest,
  options: ChangeSource,
): ItemGold {
  try {
    return withLabel(gold, decision.path, decision, manifest);
  } catch (thrown) {
    if (!(thrown instanceof ImpossibleLabel)) throw thrown;
    throw stale(options.review, decision, thrown.message, 'a label that the item can have');
  }
}

interface NewVersion {
  readonly source: string;
  readonly target: string;
  readonly lines: readonly ItemLine[];
  readonly version: number;
  readonly before: number;
  readonly changes: readonly object[];
  readonly counts: Omit<AppliedReview, 'dataset' | 'version'>;
}

/** Writes the new version of the dataset to a new folder `target`. The folder appears only when it is complete. */
async function writeVersion(change: NewVersion): Promise<void> {
  const { source, target } = change;
  if (existsSync(target))
    throw new GoldsetError('OUTPUT_NOT_WRITABLE', { file: target, reason: 'it already exists' });
  const part = temporaryFor(target);
  try {
    await cp(source, part, { recursive: true });
    await changeFiles(part, change);
    await rename(part, target);
  } catch (thrown) {
    await rm(part, { recursive: true, force: true });
    throw writeFailure(target, thrown);
  }
}

async function changeFiles(dataset: string, { lines, version, before, changes }: NewVersion): Promise<void> {
  if (changes.length === 0) return;
  const [kept, log] = [`history/items.${before}.jsonl`, 'history/changes.jsonl'];
  const read = (name: string) => readTextFile(path.join(dataset, name));
  const manifest = JSON.parse(await read('dataset.json')) as object;
  const earlier = existsSync(path.join(dataset, log)) ? await read(log) : '';
  const added = changes.map((change) => `${JSON.stringify({ version, ...change })}\n`).join('');
  await replaceDatasetFiles(dataset, {
    ...(existsSync(path.join(dataset, kept)) ? {} : { [kept]: await read('items.jsonl') }),
    [log]: `${earlier}${earlier === '' || earlier.endsWith('\n') ? '' : '\n'}${added}`,
    'dataset.json': `${JSON.stringify({ ...manifest, version }, null, 2)}\n`,
    'items.jsonl': `${lines.map(({ text }) => text).join('\n')}\n`,
  });
}

function stale(
  review: string,
  { line, itemId, path: place }: ReviewDecision,
  found: string,
  expected: string,
): GoldsetError {
  return new GoldsetError('DATASET_LINE_INVALID', {
    file: review,
    line,
    path: `${itemId} ${place}`,
    found,
    expected,
    fix: 'Correct that line, or write a new list to another file with goldset label-issues --review. Nothing was changed.',
  });
}
