import { GoldsetError } from '../../base/goldset-error.ts';
import { checkDataset, loadDataset } from '../../loaders/load-dataset.ts';
import { splitsIn } from '../../loaders/reading/infer-config.ts';
import { type EvaluationSetItem, hasGold } from '../../model/dataset/evaluation-set.ts';
import type { DatasetSource } from '../../model/dataset/loader.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { DatasetCheckResult, DatasetStatsResult } from '../../model/results/command-results.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { runSettings, type TargetFlags } from '../settings/run-settings.ts';
import { repairDataset } from './repair-dataset.ts';

export interface DatasetRequest {
  /** Folder or file of the dataset, or `loader:path` to select the loader. */
  readonly dataset: string;
  readonly config?: string;
}

export interface CheckRequest extends DatasetRequest, TargetFlags {
  /**
   * Id or file of a processor whose versions are compared with the gold. If not set, the gold is compared only with the
   * config of the dataset.
   */
  readonly processor?: string;
  /** Versions of the processor, `latest,draft` by default. */
  readonly versions?: string;
  /** Accepts gold with keys or document classes that are probably misspelt, and gold that no schema can score. */
  readonly allowUnknownGold?: boolean;
  /**
   * Finds labels that violate the schema but can be written correctly without a change of meaning. `true` only lists
   * these labels. A text has the fields to repair, separated by commas. The repaired labels are written as a new
   * version of the dataset.
   */
  readonly fix?: string | true;
  /** With `fix`: name to record in the history of the dataset. By default, the login name. */
  readonly reviewer?: string;
}

export interface CheckResult {
  readonly result: DatasetCheckResult;
  readonly exitCode: ExitCode;
}

/** Checks items, files and gold. Returns the number of problems, and details of the first 1,000. */
export async function inspectDataset(
  request: CheckRequest,
  { env }: Pick<Ports, 'env'> = silentPorts,
): Promise<CheckResult> {
  const { config } = await resolveSettings({ config: request.config });
  const { processor, allowUnknownGold, fix } = request;
  if (processor === undefined && request.versions !== undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found --versions without --processor',
      fix: 'Add --processor.',
    });
  if (fix === undefined && request.reviewer !== undefined)
    throw new GoldsetError('USAGE', { problem: 'found --reviewer without --fix', fix: 'Add --fix.' });
  const reviewer = request.reviewer ?? env.USER ?? env.USERNAME ?? 'unknown';
  const fixed =
    fix === undefined ? undefined : await repairDataset({ dataset: request.dataset, fix, reviewer });
  const { furtherProblems, ...check } = await checkDataset(request.dataset, {
    loaders: config.loaders,
    allowUnknownGold,
    ...(processor !== undefined && {
      versionsFor: async ({ manifest }: DatasetSource) => {
        const { comparedVersions } = await import('./compared-versions.ts');
        const versions = await comparedVersions(manifest, processor, runSettings(request, config, env));
        return versions.map((version) => ({ requested: version.resolved, config: version.config }));
      },
    }),
  });
  const problemCount = check.problems.length + furtherProblems;
  const problems = check.problems.map(({ code, message, fix }) => ({ code, message, fix }));
  const result = { ...check, problemCount, problems, ...(fixed && { fix: fixed }) };
  return { result, exitCode: exitCodeOf({ problems: problemCount }) };
}

/** Counts the items by source, by tag value, and by the document class or the fields with a value in their gold. */
export async function datasetStats({ dataset, config }: DatasetRequest): Promise<DatasetStatsResult> {
  const { loaders } = (await resolveSettings({ config })).config;
  const set = await loadDataset(dataset, { loaders });
  const sources = new Map<string, number>();
  const tags = new Map<string, number>();
  const gold = new Map<string, number>();
  let items = 0;
  let withoutGold = 0;
  for await (const item of set.items()) {
    items += 1;
    if (!hasGold(item)) withoutGold++;
    count(sources, item.source.kind);
    for (const [tag, value] of Object.entries(item.tags)) count(tags, `${tag}=${value}`);
    for (const name of goldNames(item, set.kind)) count(gold, name);
  }
  const table = (map: Map<string, number>) => Object.fromEntries(map);
  const { name, kind } = set;
  const counts = { items, ...(withoutGold > 0 && { withoutGold }) };
  return { name, kind, ...counts, sources: table(sources), tags: table(tags), gold: table(gold) };
}

function goldNames({ expectedOutput }: EvaluationSetItem, kind: ProcessorKind): string[] {
  if (!isJsonObject(expectedOutput)) return [];
  if (kind === 'CLASSIFY') return typeof expectedOutput.type === 'string' ? [expectedOutput.type] : [];
  if (kind === 'SPLITTER')
    return (splitsIn(expectedOutput).list ?? []).map((split) =>
      isJsonObject(split) ? String(split.type) : '?',
    );
  // Some datasets store the fields in the member `value`. Others store the fields directly in the expected output.
  const values = isJsonObject(expectedOutput.value) ? expectedOutput.value : expectedOutput;
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([key]) => key);
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
