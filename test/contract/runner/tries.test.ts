import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { summaryText } from '../../../src/cli/terminal/summary-text.ts';
import { reportRecord } from '../../../src/usecases/report/report-record.ts';
import { type RunOutcome, type RunRequest, runDataset } from '../../../src/usecases/run/run-dataset.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

let server: FaultServer;
let dir: string;
beforeEach(async () => {
  server = await new FaultServer().start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-tries-'));
  writeDataset({ a: 'a', b: 'other' });
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

function writeDataset(goldOf: Readonly<Record<string, string>>): void {
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT' }));
  const items = Object.entries(goldOf).map(([text, gold]) => ({
    ...{ id: text, text },
    expectedOutput: { value: { text: gold } },
  }));
  writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
}

const folder = (name: string): string => path.join(dir, 'reports', name);

/** Runs the draft with the given instructions. */
function run(name: string, rules: string, more: Partial<RunRequest> = {}): Promise<RunOutcome> {
  server.draft = { ...(server.draft as object), extractionRules: rules };
  const request = { dataset: dir, processor: 'dp_1', versions: 'draft', out: folder(name), ...more };
  return runDataset({ target: server.url, token: 't', format: 'json', ...request });
}

/** Copies the first record with another config, and with further changes of its plan. */
function copyRecord(name: string, configHash: string, change: object = {}): void {
  cpSync(path.join(folder('first'), 'record'), path.join(folder(name), 'record'), { recursive: true });
  const file = path.join(folder(name), 'record/plan.json');
  const plan = JSON.parse(readFileSync(file, 'utf8'));
  const [version] = plan.versions;
  writeFileSync(file, JSON.stringify({ ...plan, versions: [{ ...version, configHash }], ...change }));
}

const advice = 'Best of 5 tries on these documents: confirm on other documents.';

test('a record keeps the number of configs that were tried on its documents, and from the fifth on the verdict states it', async () => {
  const first = await run('first', 'one');
  expect([first.model.tries, first.result.tries]).toEqual([1, 1]);
  expect(first.model.summary.outcome.sentences.join()).not.toContain('tries');
  copyRecord('second', 'b');
  copyRecord('folder/third', 'c');
  copyRecord('fourth', 'd');
  // Records that do not count: an unchanged config, a selected part, a run that did not end, a run
  // without any output, a damaged record.
  copyRecord('again', 'd');
  const rerun = { of: 'wrong', items: 1, total: 2, recordId: 'r', record: 'r', subset: true };
  copyRecord('selected', 'e', { rerun });
  copyRecord('unfinished', 'f');
  rmSync(path.join(folder('unfinished'), 'record/summary.json'));
  copyRecord('failed', 'h');
  const summary = path.join(folder('failed'), 'record/summary.json');
  const byState = { processed: 0, failed: 2, cancelled: 0, notRun: 0 };
  writeFileSync(summary, JSON.stringify({ ...JSON.parse(readFileSync(summary, 'utf8')), byState }));
  copyRecord('damaged', 'g');
  writeFileSync(path.join(folder('damaged'), 'record/summary.json'), '{"name": "texts"');
  // After a change of the gold, the tries are still counted together.
  writeDataset({ a: 'a', b: 'b' });
  const fifth = await run('fifth', 'two', { format: 'md,json' });
  expect([fifth.model.tries, fifth.result.tries]).toEqual([5, 5]);
  expect(fifth.model.summary.outcome.sentences.at(-1)).toBe(advice);
  expect(summaryText(fifth.model)).toContain(advice);
  const written = (name: string) => readFileSync(path.join(folder('fifth'), name), 'utf8');
  expect(written('summary.md')).toContain(advice);
  expect(JSON.parse(written('report.json'))).toMatchObject({ tries: 5 });

  // The report of a moved record states the same number of tries.
  const moved = path.join(dir, 'elsewhere');
  cpSync(path.join(folder('fifth'), 'record'), path.join(moved, 'record'), { recursive: true });
  const report = await reportRecord({ record: moved, format: 'json' });
  expect(report.result.tries).toBe(5);
  expect(report.model.summary.outcome).toEqual(fifth.model.summary.outcome);
  // With other documents, the count of tries starts again.
  writeDataset({ a: 'a', c: 'c' });
  expect((await run('others', 'three')).model.tries).toBe(1);
});
