import { rm } from 'node:fs/promises';
import path from 'node:path';
import { oneOf } from '../../base/require-argument.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { DemoResult } from '../../model/results/command-results.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { runFormats } from '../../report/formats/formats.ts';
import { ensureProcessor, readProcessorFile } from '../../runner/ensure-processor.ts';
import { pushEvaluationSet } from '../../runner/evaluation-sets.ts';
import { describeTool } from '../../runner/record-head.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Ports } from '../ports.ts';
import { reportOpenRecord, versionFigures } from '../report/report-record.ts';
import { openEarlierRecords } from '../run/earlier-records.ts';
import { type RunEnding, runEnding } from '../run/run-ending.ts';
import { runWithProgress } from '../run/run-with-progress.ts';
import { firstWithoutRecord } from '../settings/output-folder.ts';
import { resolveSettings, type Settings } from '../settings/resolve-settings.ts';
import { localConcurrency } from '../settings/run-settings.ts';
import { openTarget, type Target } from '../target/open-target.ts';

const bundled = ['invoices', 'mixed-documents', 'packets'];
const datasets = path.resolve(import.meta.dirname, '../../../datasets');

export interface DemoRequest {
  readonly out: string;
  /** Name of one bundled dataset. If not set, the demo runs all bundled datasets. */
  readonly only?: string;
  /**
   * Records whose outputs are reused, or `auto` for all records in `out`. If set, the demo keeps the records of earlier
   * demos and writes each new record to its own folder.
   */
  readonly reuse?: readonly string[];
}

export interface DemoRun {
  readonly name: string;
  readonly model: ReportModel;
  readonly index: string;
  readonly ending: RunEnding;
}

export interface DemoOutcome {
  readonly result: DemoResult;
  readonly exitCode: ExitCode;
  readonly runs: readonly DemoRun[];
}

/**
 * Starts a local service. For each bundled dataset, publishes a version on this service, edits the draft, runs both on
 * the dataset and writes a report.
 */
export async function runDemo({ out, only, reuse = [] }: DemoRequest, ports: Ports): Promise<DemoOutcome> {
  const names = only === undefined ? bundled : [oneOf('--only', only, bundled)];
  const started = performance.now();
  const settings = await resolveSettings({ out }, runFormats);
  const folder = path.resolve(out);
  const dataDir = path.join(folder, '.demo-service');
  await rm(dataDir, { recursive: true, force: true });
  const target = await openTarget({ dataDir }, ports.env);
  ports.step(`Local service at ${target.client.baseUrl}`);
  const runs: DemoRun[] = [];
  try {
    for (const name of names) {
      const own = path.join(folder, name);
      const place = reuse.length === 0 ? own : firstWithoutRecord(own);
      runs.push(await runOne(target, name, { out: place, reuse }, settings, ports));
    }
  } finally {
    await target.close(true);
  }
  const seconds = (performance.now() - started) / 1000;
  const exitCode = Math.max(...runs.map(({ ending }) => ending.exitCode)) as ExitCode;
  const reports = Object.fromEntries(
    runs.map(({ name, index, model }) => [
      name,
      {
        report: index,
        recommendation: model.verdict.recommendation,
        outcome: model.summary.outcome,
        versions: versionFigures(model),
      },
    ]),
  );
  return { result: { exitCode, seconds, reports }, exitCode, runs };
}

async function runOne(
  { client }: Target,
  name: string,
  { out, reuse }: { readonly out: string; readonly reuse: readonly string[] },
  settings: Settings,
  ports: Ports,
): Promise<DemoRun> {
  const folder = path.join(datasets, name);
  const set = await loadDataset(folder);
  const fileName = path.join(folder, 'processor.json');
  const file = await readProcessorFile(fileName);
  const processor = await ensureProcessor(client, file, fileName);
  ports.step(`${name}: published ${processor.published.join(', ')}, edited the draft of ${file.name}`);
  const pushed = await pushEvaluationSet(client, set, processor.id);
  ports.step(`${name}: evaluation set ${pushed.evaluationSetId} with ${pushed.items} items`);
  const recordDir = path.join(out, 'record');
  await rm(recordDir, { recursive: true, force: true });
  const earlier = await openEarlierRecords(
    { reuse, out, dataset: set.name, needsCredits: reuse.length > 0 },
    ports,
  );
  const shown = path.relative(process.cwd(), folder);
  const head = await describeTool({
    dataset: { value: shown, from: 'default' },
    processor: { value: path.join(shown, 'processor.json'), from: 'default' },
  });
  await runWithProgress(name, ports, {
    client,
    targetKind: 'local',
    recordDir,
    set,
    processor: processor.id,
    versions: ['1.0', 'draft'],
    concurrency: localConcurrency(),
    ...earlier,
    head,
  });
  const reader = await openRecord(recordDir);
  const { model, index, folded } = await reportOpenRecord(reader, settings, { out }, ports);
  return { name, model, index, ending: runEnding(folded, model) };
}
