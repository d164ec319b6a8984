import { type Ports, silentPorts } from '../ports.ts';
import type { SettingsRequest } from '../settings/resolve-settings.ts';
import type { RunFlags } from '../settings/run-settings.ts';
import { type RunOutcome, runDataset } from './run-dataset.ts';

export interface ResumeRequest extends SettingsRequest, Omit<RunFlags, 'limit' | 'sample'> {
  /** Record of the interrupted run, or the folder around it. */
  readonly record: string;
  /** Dataset to compare with that of the record; not compared if it is not given. */
  readonly dataset?: string;
  /** Id or file of the processor, if the target is not that of the record. */
  readonly processor?: string;
}

/** Executes the item runs without a result, and writes a report. For a finished record, only writes the report. */
export async function resumeRun(
  { record, ...request }: ResumeRequest,
  ports: Ports = silentPorts,
): Promise<RunOutcome> {
  return runDataset({ ...request, resume: record }, ports);
}
