import { checkDataset, loadDataset } from '../../loaders/load-dataset.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { DatasetCheckResult, DatasetStatsResult } from '../../model/results/command-results.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';

export interface CheckResult {
  readonly result: DatasetCheckResult;
  readonly exitCode: ExitCode;
}

/** Checks items, files and gold against the schema. The result has the first 1,000 faults and counts all. */
export async function inspectDataset(spec: string): Promise<CheckResult> {
  const { name, kind, path, items, notices, furtherProblems, ...check } = await checkDataset(spec);
  const faults = check.problems.length + furtherProblems;
  const problems = check.problems.map(({ code, message, fix }) => ({ code, message, fix }));
  return {
    result: { name, kind, path, items, faults, problems, notices },
    exitCode: exitCodeOf({ faults }),
  };
}

/** Counts items, sources, tags, and classes or fields that have a value. */
export async function datasetStats(spec: string): Promise<DatasetStatsResult> {
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
  const table = (map: Map<string, number>) => Object.fromEntries(map);
  const { name, kind } = set;
  return { name, kind, items, sources: table(sources), tags: table(tags), gold: table(gold) };
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
