import { existsSync } from 'node:fs';
import path from 'node:path';
import { reconcile } from '../analysis/reconcile/reconcile.ts';
import { buildReport } from '../analysis/report/build-report.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import type { ReconcileAnswer } from '../model/command-answers.ts';
import type { Reconciliation } from '../model/reconciliation.ts';
import type { BatchProcessorRun } from '../model/wire/batch-processor-run.ts';
import { openRecord } from '../record/open-record.ts';
import { writeReport } from '../report/write-report.ts';
import { readBatchRunFile } from '../usecases/inputs/batch-run-file.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { openTarget } from '../usecases/target/open-target.ts';
import { reconciliationText } from './commands/reconcile/text.ts';
import { planReport, type ReportRequest } from './report-record.ts';

export interface ReconcileFlags extends ReportRequest {
  readonly batchRun: string;
  readonly versions?: string;
  readonly enforce?: boolean;
  readonly all?: boolean;
  readonly target?: string;
  readonly token?: string;
  readonly apiVersion?: string;
}

/** The work of `goldset reconcile`; gives the exit code. */
export async function runReconcile(record: string, flags: ReconcileFlags): Promise<number> {
  const reader = await openRecord(path.resolve(record));
  const { formats, options } = await planReport(flags, reader.plan.dataset.presence);
  const batch = await readBatch(flags);
  const result = await reconcile(
    reader,
    batch,
    flags.versions === undefined ? {} : { version: flags.versions },
  );
  const exitCode = flags.enforce === true && result.counts.differs > 0 ? 4 : 0;
  const report =
    flags.out === undefined
      ? null
      : await writeReport(
          { ...(await buildReport(reader, options)), reconciliation: result },
          path.resolve(flags.out),
          formats,
          { images: flags.images },
        );
  const files = report?.files.map((file) => path.relative(process.cwd(), file)) ?? [];
  if (flags.json)
    process.stdout.write(
      `${JSON.stringify({ exitCode, reconciliation: result, files } satisfies ReconcileAnswer)}\n`,
    );
  else {
    process.stdout.write(`${reconciliationText(result, { all: flags.all === true })}\n`);
    if (files[0] !== undefined) process.stdout.write(`\nReport: ${files[0]}\n`);
  }
  if (exitCode !== 0) tellDisagreement(result);
  return exitCode;
}

function tellDisagreement({ counts, batchRunId }: Reconciliation): void {
  const error = new GoldsetError('RECONCILIATION_DISAGREES', {
    differing: counts.differs,
    judged: counts.equal + counts.differs,
    batch: batchRunId,
  });
  process.stderr.write(`error ${error.code}: ${error.message}\n  mend: ${error.mend}\n`);
}

/** From the file of that name, else from the target. */
async function readBatch(flags: ReconcileFlags): Promise<BatchProcessorRun> {
  const { batchRun } = flags;
  if (existsSync(batchRun) || /\.json$/i.test(batchRun)) return readBatchRunFile(path.resolve(batchRun));
  const { config } = await loadConfig(flags.config);
  const env = (name: string) => (process.env[name] === '' ? undefined : process.env[name]);
  const url = flags.target ?? env('GOLDSET_BASE_URL') ?? config.target?.baseUrl;
  if (url === undefined)
    throw new GoldsetError('USAGE', {
      problem: `--batch-run: there is no file "${batchRun}", and no service was named that could have a run of that id`,
      mend: 'Name a JSON file, or the service with --target or GOLDSET_BASE_URL.',
    });
  const target = await openTarget({
    url,
    token: flags.token ?? env('GOLDSET_API_TOKEN'),
    apiVersion: flags.apiVersion ?? env('GOLDSET_API_VERSION') ?? config.target?.apiVersion,
    header: config.dialect?.header,
    dataDir: '',
  });
  try {
    return await target.client.batchProcessorRuns.get(batchRun);
  } finally {
    await target.close(false);
  }
}
