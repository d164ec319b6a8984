import { type Ports, silentPorts } from '../ports.ts';
import type { SettingsRequest } from '../settings/resolve-settings.ts';
import type { RunFlags } from '../settings/run-settings.ts';
import { type RunOutcome, runDataset } from './run-dataset.ts';

export interface ResumeRequest extends SettingsRequest, Omit<RunFlags, 'limit' | 'sample'> {
  /** The record to go on with, or the folder around it. */
  readonly record: string;
  /** Dataset, where it shall be compared with that of the record. */
  readonly dataset?: string;
  /** Id or file of the processor on another target than the record names. */
  readonly processor?: string;
}

/** Executes what a record has no result for, and reports on the record. A finished one is only reported on. */
export async function resumeRun(
  { record, ...request }: ResumeRequest,
  ports: Ports = silentPorts,
): Promise<RunOutcome> {
  return runDataset({ ...request, resume: record }, ports);
}
