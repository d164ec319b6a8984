/**
 * Measures how well goldset checks citations on real documents of ../shared/data:
 * - gold: forms labelled for Azure Document Intelligence, with the labels as outputs. Every citation is right.
 * - engine: the outputs of the local engine on the same forms and on invoices.
 * - injected: the supported citations of `gold` and `engine`, each moved to a wrong place. The check should find at
 *   least 95 %.
 *
 * node bench/citations.ts [seed] [invoices]
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openRecord } from '../src/record/read/open-record.ts';
import { reportRecord } from '../src/usecases/report/report-record.ts';
import { recordPredictions, runDataset } from '../src/usecases/run/run-dataset.ts';
import {
  expectedOutputs,
  injections,
  moved,
  type Output,
  type WrongPlace,
} from './citations/wrong-citations.ts';

const [seed = 'goldset', invoices = '10'] = process.argv.slice(2);
const data = path.resolve(import.meta.dirname, '../../shared/data');
if (!existsSync(data)) {
  console.log(`skipped: ${data} does not exist`);
  process.exit(0);
}
const forms = ['w9-training-data', 'w8-training-data', '1099-training-data', 'contoso-invoice'];
const work = await mkdtemp(path.join(os.tmpdir(), 'goldset-bench-'));
let records = 0;

/**
 * Checks the citations of outputs. Returns the counts over all values, and the state of each value by item and path.
 */
async function check(dataset: string, outputs: ReadonlyMap<string, Output>, limit?: string) {
  const predictions = path.join(work, `${++records}.jsonl`);
  const lines = [...outputs].map(([id, output]) => `${JSON.stringify({ id, output })}\n`);
  await writeFile(predictions, lines.join(''));
  const out = path.join(work, `record-${records}`);
  await recordPredictions({ dataset, predictions, out, format: 'json', ...(limit && { limit }) });
  const { model } = await reportRecord({ record: out, citations: true, format: 'json' });
  const states = new Map<string, string>();
  for (const { itemId, versions } of model.items)
    for (const [at, { state }] of Object.entries(versions[0]?.cited ?? {}))
      states.set(`${itemId} ${at}`, state);
  return { all: model.citations?.rows[0], states };
}

async function engineOutputs(dataset: string, limit?: string): Promise<Map<string, Output>> {
  const out = path.join(work, `run-${++records}`);
  await runDataset({ dataset, versions: 'draft', out, format: 'json', ...(limit && { limit }) });
  const outputs = new Map<string, Output>();
  for await (const { itemId, output } of (await openRecord(out)).rows())
    outputs.set(itemId, output as Output);
  return outputs;
}

const found = new Map<WrongPlace, { wrong: number; found: number; missed: string[] }>(
  injections.map((kind) => [kind, { wrong: 0, found: 0, missed: [] }]),
);

async function measure(name: string, dataset: string, outputs: ReadonlyMap<string, Output>, limit?: string) {
  const { all, states } = await check(dataset, outputs, limit);
  const { counts: [counts] = [], page: [page] = [], overlap: [overlap] = [] } = all ?? {};
  const share = (value: number | null | undefined) => (value == null ? 'none' : value.toFixed(3));
  console.log(
    `${name}: ${counts?.supported} supported, ${counts?.unsupported} not supported, ${counts?.uncited} without citation, ` +
      `${counts?.unchecked} not checked, ${counts?.ocr} by OCR; right page ${share(page?.value)}, overlap ${share(overlap?.value)}`,
  );
  for (const [place, state] of states) if (state === 'unsupported') console.log(`  not supported: ${place}`);
  for (const kind of injections) {
    const wrong = new Map([...outputs].map(([id, output]) => [id, moved(output, kind, `${seed} ${id}`)]));
    const after = (await check(dataset, new Map([...wrong].map(([id, one]) => [id, one.output])), limit))
      .states;
    const sums = found.get(kind) as { wrong: number; found: number; missed: string[] };
    for (const [id, { paths }] of wrong)
      for (const at of paths) {
        if (states.get(`${id} ${at}`) !== 'supported') continue;
        sums.wrong++;
        if (after.get(`${id} ${at}`) === 'unsupported') sums.found++;
        else sums.missed.push(`${id} ${at}`);
      }
  }
}

try {
  console.log(`seed ${seed}`);
  for (const form of forms) {
    const dataset = `azure-labels:${path.join(data, 'azure-forms', form)}`;
    await measure(`gold of ${form}`, dataset, await expectedOutputs(dataset));
  }
  for (const form of forms) {
    const dataset = `azure-labels:${path.join(data, 'azure-forms', form)}`;
    await measure(`engine on ${form}`, dataset, await engineOutputs(dataset));
  }
  const dataset = `zugferd:${path.join(data, 'zugferd')}`;
  await measure(`engine on ${invoices} invoices`, dataset, await engineOutputs(dataset, invoices), invoices);
  let [wrong, right] = [0, 0];
  for (const [kind, { wrong: all, found: some, missed }] of found) {
    console.log(`injected, ${kind}: ${some} of ${all} found (${((100 * some) / all).toFixed(1)} %)`);
    for (const place of missed) console.log(`  missed: ${place}`);
    wrong += all;
    right += some;
  }
  const share = right / wrong;
  const error = Math.sqrt((share * (1 - share)) / wrong);
  console.log(
    `injected, all: ${right} of ${wrong} found (${(100 * share).toFixed(1)} %, Monte Carlo standard error ${(100 * error).toFixed(1)}); ` +
      `required: at least 95 %: ${share + 2 * error >= 0.95 ? 'met' : 'NOT met'}`,
  );
} finally {
  await rm(work, { recursive: true, force: true });
}
