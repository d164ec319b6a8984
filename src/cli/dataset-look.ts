import { counted } from '../base/spelled.ts';
import { checkDataset, loadDataset } from '../loaders/load-dataset.ts';
import type { DatasetCheckAnswer, DatasetStatsAnswer } from '../model/command-answers.ts';
import type { EvaluationSetItem } from '../model/evaluation-set.ts';
import { isJsonObject } from '../model/json-value.ts';
import type { ProcessorKind } from '../model/processor-config.ts';

/** The work of `goldset dataset check`: every fault, one line each; exit code 2 if there is one. */
export async function runDatasetCheck(spec: string, flags: { readonly json?: boolean }): Promise<number> {
  const check = await checkDataset(spec);
  const faults = check.problems.length + check.furtherProblems;
  if (flags.json) {
    const problems = check.problems.map(({ code, message, mend }) => ({ code, message, mend }));
    const { name, kind, path, items, notices } = check;
    process.stdout.write(
      `${JSON.stringify({ name, kind, path, items, faults, problems, notices } satisfies DatasetCheckAnswer)}\n`,
    );
  } else {
    for (const problem of check.problems)
      process.stdout.write(`${problem.code}: ${problem.message}\n  mend: ${problem.mend}\n`);
    if (check.furtherProblems > 0) process.stdout.write(`and ${check.furtherProblems} more\n`);
    for (const notice of check.notices) process.stdout.write(`note: ${notice}\n`);
    process.stdout.write(
      `${check.name} (${check.kind}): ${counted(check.items, 'item')} in order, ${counted(faults, 'fault')}\n`,
    );
  }
  return faults === 0 ? 0 : 2;
}

/** The work of `goldset dataset stats`: items, sources, tags, classes or fields that have a value. */
export async function runDatasetStats(spec: string, flags: { readonly json?: boolean }): Promise<void> {
  const set = await loadDataset(spec);
  const sources = new Map<string, number>();
  const tags = new Map<string, number>();
  const gold = new Map<string, number>();
  let items = 0;
  for await (const item of set.items()) {
    items += 1;
    count(sources, item.source.kind);
    for (const [tag, value] of Object.entries(item.tags)) count(tags, `${tag}=${value}`);
    for (const name of goldNames(item, set.kind)) count(gold, name);
  }
  const goldWord =
    set.kind === 'EXTRACT'
      ? 'fields with a value'
      : set.kind === 'CLASSIFY'
        ? 'classes'
        : 'documents in packets';
  if (flags.json) {
    const table = (map: Map<string, number>) => Object.fromEntries(map);
    process.stdout.write(
      `${JSON.stringify({ name: set.name, kind: set.kind, items, sources: table(sources), tags: table(tags), gold: table(gold) } satisfies DatasetStatsAnswer)}\n`,
    );
    return;
  }
  process.stdout.write(`${set.name} (${set.kind}): ${items} items\n`);
  print('sources', sources);
  print(goldWord, gold);
  print('tags', tags);
}

function goldNames({ expectedOutput }: EvaluationSetItem, kind: ProcessorKind): string[] {
  if (!isJsonObject(expectedOutput)) return [];
  if (kind === 'CLASSIFY') return typeof expectedOutput.type === 'string' ? [expectedOutput.type] : [];
  if (kind === 'SPLITTER') {
    const splits = expectedOutput.splits ?? expectedOutput.subDocumentClassifications;
    return Array.isArray(splits)
      ? splits.map((split) => (isJsonObject(split) ? String(split.type) : '?'))
      : [];
  }
  // The values stand under "value", or by themselves.
  const values = isJsonObject(expectedOutput.value) ? expectedOutput.value : expectedOutput;
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([key]) => key);
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function print(title: string, map: ReadonlyMap<string, number>): void {
  if (map.size === 0) return;
  process.stdout.write(`\n${title}\n`);
  for (const [key, n] of map) process.stdout.write(`  ${String(n).padStart(6)}  ${key}\n`);
}
