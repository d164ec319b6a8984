import { type Ports, silentPorts } from '../ports.ts';
import type { SettingsRequest } from '../settings/resolve-settings.ts';
import { type RunOutcome, type RunRequest, runDataset } from './run-dataset.ts';

export interface PredictionsRequest
  extends SettingsRequest,
    Pick<
      RunRequest,
      | 'out'
      | 'only'
      | 'shard'
      | 'balance'
      | 'allowInvalidGold'
      | 'limit'
      | 'sample'
      | 'seed'
      | 'maxFailureRate'
    > {
  /** Folder or file of the dataset. */
  readonly dataset: string;
  /** A folder of `<id>.json`, or a file with one `{"id", "output"}` per line. */
  readonly predictions: string;
}

/** Stores outputs of another tool as a finished run of the dataset, and writes a report. */
export async function recordPredictions(
  request: PredictionsRequest,
  ports: Ports = silentPorts,
): Promise<RunOutcome> {
  return runDataset(request, ports);
}
