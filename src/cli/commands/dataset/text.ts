import path from 'node:path';
import { counted } from '../../../base/phrases.ts';
import type {
  AppliedReview,
  ApplyReviewResult,
  ConvertResult,
  DatasetCheckResult,
  DatasetStatsResult,
  PushResult,
} from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints every fault of a dataset, two lines each, then how many items are in order. */
export function printCheck(result: DatasetCheckResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  const { name, kind, items, faults, problems, notices } = result;
  for (const { code, message, fix } of problems) process.stdout.write(`${code}: ${message}\n  fix: ${fix}\n`);
  if (faults > problems.length) process.stdout.write(`and ${faults - problems.length} more\n`);
  for (const notice of notices) process.stdout.write(`note: ${notice}\n`);
  process.stdout.write(
    `${name} (${kind}): ${counted(items, 'item')} in order, ${counted(faults, 'fault')}\n`,
  );
}

const goldWords = {
  EXTRACT: 'fields with a value',
  CLASSIFY: 'classes',
  SPLITTER: 'documents in packets',
} as const;

/** Prints how many items, sources, fields or classes, and tags a dataset has. */
export function printStats(result: DatasetStatsResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  process.stdout.write(`${result.name} (${result.kind}): ${result.items} items\n`);
  printCounts('sources', result.sources);
  printCounts(goldWords[result.kind], result.gold);
  printCounts('tags', result.tags);
}

function printCounts(title: string, counts: Readonly<Record<string, number>>): void {
  const entries = Object.entries(counts);
  if (entries.length === 0) return;
  process.stdout.write(`\n${title}\n`);
  for (const [key, n] of entries) process.stdout.write(`  ${String(n).padStart(6)}  ${key}\n`);
}

/** Prints where a native dataset was written. */
export function printWritten(result: ConvertResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  const shown = path.relative(process.cwd(), result.folder) || '.';
  process.stdout.write(
    `${shown}: ${counted(result.items, 'item')}, ${counted(result.files, 'file')}\n\nNext:\n  $ goldset dataset check ${shown}\n`,
  );
}

/** Prints the evaluation set that a dataset became. */
export function printPushed(result: PushResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  const { evaluationSetId, items, leftOut, reused } = result;
  process.stdout.write(`${evaluationSetId}: ${items} items${reused ? ', there already' : ''}\n`);
  for (const { id, reason } of leftOut) process.stdout.write(`left out: ${id}: ${reason}\n`);
}

/** Prints what the decisions of a review list changed. */
export function printApplied(applied: AppliedReview, json: boolean): void {
  if (json) {
    printJson({ exitCode: 0, ...applied } satisfies ApplyReviewResult);
    return;
  }
  const { changed, kept, unchanged, undecided, version } = applied;
  const where = path.relative(process.cwd(), applied.dataset) || '.';
  process.stdout.write(
    `${where} is version ${version}: ${changed} labels changed, ${kept} kept, ${unchanged} were so already, ${undecided} undecided\n`,
  );
  if (changed > 0)
    process.stdout.write(
      `The labels before are in ${path.join(where, 'history')}; who changed what, when and why in changes.jsonl there.\n`,
    );
}
