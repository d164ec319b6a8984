import { truncateList } from '../../base/phrases.ts';
import { type ReusedOutputs, reusedText } from '../../model/record/reused-outputs.ts';
import { type FoldedRun, type VersionColumns, versionNames } from './folded-run.ts';

export function reusedOutputs({ runs, reused }: VersionColumns): ReusedOutputs {
  const { outputs, credits } = reused;
  return { outputs, credits, ended: runs.scored + runs.failed + runs.cancelled };
}

/** States which outputs were reused from earlier runs; `null` if all outputs were produced for this record. */
export function reusedStatement({ plan, versions }: Pick<FoldedRun, 'plan' | 'versions'>): string | null {
  const names = versionNames(plan);
  return reusedText(versions.map((version, i) => ({ name: names[i] as string, ...reusedOutputs(version) })));
}

const maxRecords = 5;

/** Names the records from which outputs were reused; `null` if no output was reused. */
export function reusedRecords({ versions }: Pick<FoldedRun, 'versions'>): string | null {
  const records = [...new Set(versions.flatMap(({ reused }) => [...reused.records]))];
  return records.length === 0 ? null : truncateList(records, maxRecords);
}
