import path from 'node:path';
import { pluralise } from '../../../base/phrases.ts';
import type {
  AppliedReview,
  ConvertResult,
  DatasetCheckResult,
  DatasetStatsResult,
  PushResult,
} from '../../../model/results/command-results.ts';

/** Returns the problems of a dataset, two lines each, and the number of valid items. */
export function checkText(result: DatasetCheckResult): string {
  const { name, kind, items, faults, problems, notices } = result;
  return [
    ...problems.map(({ code, message, fix }) => `${code}: ${message}\n  fix: ${fix}`),
    ...(faults > problems.length ? [`and ${faults - problems.length} more`] : []),
    ...notices.map((notice) => `note: ${notice}`),
    `${name} (${kind}): ${pluralise(items, 'valid item')}, ${pluralise(faults, 'problem')}`,
  ].join('\n');
}

const goldLabels = {
  EXTRACT: 'fields with a value',
  CLASSIFY: 'classes',
  SPLITTER: 'documents in packets',
} as const;

/** Returns the numbers of items, sources, fields or classes, and tags of a dataset. */
export function statsText({ name, kind, items, sources, gold, tags }: DatasetStatsResult): string {
  const lists = [
    ['sources', sources],
    [goldLabels[kind], gold],
    ['tags', tags],
  ] as const;
  return [
    `${name} (${kind}): ${pluralise(items, 'item')}`,
    ...lists.flatMap(([title, counts]) => countLines(title, counts)),
  ].join('\n');
}

function countLines(title: string, counts: Readonly<Record<string, number>>): string[] {
  const lines = Object.entries(counts).map(([key, n]) => `  ${String(n).padStart(6)}  ${key}`);
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** Returns the folder of a native dataset that was written, and the next command. */
export function writtenText({ folder, items, files }: ConvertResult): string {
  const shown = path.relative(process.cwd(), folder) || '.';
  return `${shown}: ${pluralise(items, 'item')}, ${pluralise(files, 'file')}\n\nNext:\n  $ goldset dataset check ${shown}`;
}

/** Returns the evaluation set of an uploaded dataset, and the items that were left out. */
export function pushedText({ evaluationSetId, items, leftOut, reused }: PushResult): string {
  return [
    `${evaluationSetId}: ${pluralise(items, 'item')}${reused ? ', uploaded earlier' : ''}`,
    ...leftOut.map(({ id, reason }) => `Left out: ${id}: ${reason}`),
  ].join('\n');
}

/** Returns how many labels a review list changed, and where the history is. */
export function appliedText({
  dataset,
  version,
  changed,
  kept,
  unchanged,
  undecided,
}: AppliedReview): string {
  const folder = path.relative(process.cwd(), dataset) || '.';
  const counts = `${folder}, version ${version}: ${pluralise(changed, 'label')} changed, ${kept} kept, ${unchanged} already correct, ${undecided} undecided`;
  const history = path.join(folder, 'history');
  return changed === 0
    ? counts
    : `${counts}\nHistory: ${history} (old labels, and changes.jsonl with reviewer, time and evidence)`;
}
