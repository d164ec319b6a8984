import { rm } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../base/goldset-error.ts';
import { loadDataset } from '../loaders/load-dataset.ts';
import type { DemoAnswer } from '../model/command-answers.ts';
import type { ReportModel } from '../model/report-model.ts';
import { ensureProcessor } from '../runner/ensure-processor.ts';
import { readProcessorFile } from '../runner/processor-file.ts';
import { pushEvaluationSet } from '../runner/push-evaluation-set.ts';
import { describeTool } from '../runner/record-head.ts';
import { runPlan } from '../runner/run-plan.ts';
import { localConcurrency } from '../usecases/settings/run-settings.ts';
import { openTarget, type Target } from '../usecases/target/open-target.ts';
import { summaryText } from './commands/report/text.ts';
import { reportRecord, versionFigures } from './report-record.ts';
import { runVerdict } from './run-verdict.ts';
import { watchRun } from './watch-run.ts';

const bundled = ['invoices', 'mixed-documents', 'packets'];

interface DemoResult {
  readonly name: string;
  readonly model: ReportModel;
  readonly index: string;
}

/** The work of `goldset demo`; each step is said before it is done. */
export async function runDemo(flags: {
  readonly out: string;
  readonly only?: string;
  readonly json?: boolean;
}): Promise<number> {
  const names = flags.only === undefined ? bundled : bundled.filter((name) => name === flags.only);
  if (names.length === 0)
    throw new GoldsetError('USAGE', {
      problem: `--only: found "${flags.only}", expected one of ${bundled.join(', ')}`,
      mend: 'Correct the flag.',
    });
  const started = performance.now();
  const out = path.resolve(flags.out);
  const dataDir = path.join(out, '.demo-service');
  await rm(dataDir, { recursive: true, force: true });
  const target = await openTarget({ dataDir });
  say(`Local service at ${target.client.baseUrl}`);
  const results: DemoResult[] = [];
  try {
    for (const name of names) results.push(await runOne(target, name, out));
  } finally {
    await target.close(true);
  }
  const seconds = (performance.now() - started) / 1000;
  const verdicts = await Promise.all(
    results.map(({ model, name }) => runVerdict(model, path.join(out, name, 'record'))),
  );
  for (const { message } of verdicts) if (message !== null) say(message);
  const exitCode = Math.max(...verdicts.map((verdict) => verdict.exitCode));
  if (flags.json) {
    const reports = Object.fromEntries(
      results.map((result) => [
        result.name,
        {
          report: result.index,
          recommendation: result.model.verdict.recommendation,
          versions: versionFigures(result.model),
        },
      ]),
    );
    process.stdout.write(`${JSON.stringify({ exitCode, seconds, reports } satisfies DemoAnswer)}\n`);
    return exitCode;
  }
  for (const result of results) process.stdout.write(`\n${summaryText(result.model)}\n`);
  process.stdout.write(`\nDone in ${seconds.toFixed(0)} s. Open one of these in a browser:\n`);
  for (const result of results) process.stdout.write(`  ${result.index}\n`);
  return exitCode;
}

async function runOne(target: Target, name: string, out: string): Promise<DemoResult> {
  const { client } = target;
  const folder = path.resolve(import.meta.dirname, '../../datasets', name);
  const set = await loadDataset(folder);
  const fileName = path.join(folder, 'processor.json');
  const file = await readProcessorFile(fileName);
  const processor = await ensureProcessor(client, file, { fileName });
  say(`${name}: published ${processor.published.join(', ')}, edited the draft of ${file.name}`);
  const pushed = await pushEvaluationSet(client, set, { processorId: processor.id });
  say(`${name}: evaluation set ${pushed.evaluationSetId} with ${pushed.items} items`);
  const recordDir = path.join(out, name, 'record');
  await rm(recordDir, { recursive: true, force: true });
  const shown = path.relative(process.cwd(), folder);
  const head = await describeTool({
    dataset: { value: shown, from: 'default' },
    processor: { value: path.join(shown, 'processor.json'), from: 'default' },
  });
  await watchRun(name, recordDir, (watch) =>
    runPlan({
      client,
      targetKind: 'local',
      recordDir,
      set,
      processor: processor.id,
      versions: ['1.0', 'draft'],
      concurrency: localConcurrency(),
      head,
      ...watch,
    }),
  );
  const { model, index } = await reportRecord(recordDir, path.join(out, name), {
    format: 'html,csv,md,json,png',
    images: true,
  });
  return { name, model, index };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
