import { existsSync } from 'node:fs';
import path from 'node:path';
import { reconcile } from '../../analysis/reconcile/reconcile.ts';
import { buildReport } from '../../analysis/sections/build-report.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ReconcileResult } from '../../model/results/command-results.ts';
import type { BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';
import { openRecord } from '../../record/read/open-record.ts';
import type { OpenSinks } from '../../report/formats/write-report.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import { readBatchRunFile } from '../inputs/batch-run-file.ts';
import { requireFinished } from '../inputs/open-side.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { reportOptions, scoreAndWrite } from '../report/report-record.ts';
import { reportAppliedOptions } from '../settings/applied-options.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { type TargetFlags, targetSettings } from '../settings/run-settings.ts';
import { withService } from '../target/open-target.ts';

export interface ReconcileRequest extends SettingsRequest, TargetFlags {
  /** Folder of a record, or the folder that contains it. */
  readonly record: string;
  /** Id of the batch run on the service, or a JSON file that contains the run. */
  readonly batchRun: string;
  /** Version to compare. Required if the record has several versions. */
  readonly versions?: string;
  /** Exits with code 4 if a figure differs. */
  readonly enforce?: boolean;
  /** Folder of a report. If not set, no report is written. */
  readonly out?: string;
}

export interface ReconcileOutcome {
  readonly result: ReconcileResult;
  readonly exitCode: ExitCode;
}

/**
 * Compares the figures of a record with those of a batch run on the service. If a figure differs, finds the counting
 * rule that explains the difference.
 */
export async function reconcileRecord(
  request: ReconcileRequest,
  ports: Ports = silentPorts,
): Promise<ReconcileOutcome> {
  const settings = await resolveSettings(request);
  const reader = await openRecord(path.resolve(request.record));
  if (request.enforce) await requireFinished(reader);
  const batch = await readBatch(request, settings, ports);
  const { versions: version, out } = request;
  const reconciliation = await reconcile(reader, batch, { version });
  const differs = request.enforce === true && reconciliation.counts.differs > 0;
  const exitCode = exitCodeOf({ differs });
  if (out === undefined) return { result: { exitCode, reconciliation, files: [] }, exitCode };
  const options = reportOptions(reader.plan, settings);
  reportAppliedOptions(options, ports);
  const score = async (openSinks?: OpenSinks) => {
    return { ...(await buildReport(reader, { ...options, openSinks })), reconciliation };
  };
  const written = await scoreAndWrite(out, settings, score, ports);
  const files = written.files.map((file) => path.relative(process.cwd(), file));
  return { result: { exitCode, reconciliation, files }, exitCode };
}

/**
 * Reads the batch run from the file `batchRun`. If there is no such file, `batchRun` is an id on the service, unless it
 * ends with `.json`.
 */
async function readBatch(
  request: ReconcileRequest,
  { config }: Settings,
  { env }: Ports,
): Promise<BatchProcessorRun> {
  const { batchRun } = request;
  if (existsSync(batchRun) || /\.json$/i.test(batchRun)) return readBatchRunFile(path.resolve(batchRun));
  const service = targetSettings(request, env, config);
  if (service.url === undefined)
    throw new GoldsetError('USAGE', {
      problem: `--batch-run: found no file "${batchRun}", and no service that could have a batch run with this id`,
      fix: 'Name a JSON file, or the service with --target or GOLDSET_BASE_URL.',
    });
  return withService(service, (client) => client.batchProcessorRuns.get(batchRun));
}
