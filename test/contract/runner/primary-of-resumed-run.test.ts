import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { silentPorts } from '../../../src/usecases/ports.ts';
import { type RunRequest, runDataset } from '../../../src/usecases/run/run-dataset.ts';
import { cutLastLine } from '../../e2e/text-run.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';

let server: FaultServer;
let dir: string;
beforeEach(async () => {
  server = await new FaultServer().start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-resumed-primary-'));
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT' }));
  const items = ['a', 'b', 'c'].map((text) => ({ id: text, text, expectedOutput: { value: { text } } }));
  writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (more: RunRequest, notices: string[] = []) =>
  runDataset(
    { target: server.url, token: 't', format: 'json', ...more },
    { ...silentPorts, notice: (text) => notices.push(text) },
  );
const fileOf = (record: string, name: string) => readFileSync(path.join(record, name), 'utf8');
const declaredIn = (record: string) =>
  JSON.parse(fileOf(record, 'plan.json')).options['statistics.primary'].value;

/** Returns the record of an interrupted run. The last item run has no result. */
async function interrupted(primary?: string): Promise<string> {
  const { result } = await run({
    dataset: dir,
    processor: 'dp_1',
    versions: 'draft',
    out: path.join(dir, 'out'),
    ...(primary && { primary }),
  });
  cutLastLine(result.record, 'rows.jsonl');
  rmSync(path.join(result.record, 'summary.json'));
  return result.record;
}

test('a resumed run keeps the declared primary, without the flag and with the same one', async () => {
  const record = await interrupted('text');
  const { model } = await run({ resume: record });
  expect(declaredIn(record)).toBe('text');
  expect(model.method.facts).toContainEqual({ name: 'Primary', value: 'text' });
  await expect(run({ resume: record, primary: 'text' })).resolves.toMatchObject({ exitCode: 0 });
  expect(declaredIn(record)).toBe('text');
});

test.each([
  ['text', 'document_exact', 'declared "text" as primary'],
  [undefined, 'text', 'declared no primary metric or field'],
])('a run with the primary %s is not resumed with %s', async (declared, other, reason) => {
  const record = await interrupted(declared);
  const before = [fileOf(record, 'plan.json'), fileOf(record, 'rows.jsonl')];
  const created = server.runs.size;
  await expect(run({ resume: record, primary: other })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(
      new RegExp(`--primary: found "${other}", but the recorded run .*${reason}`),
    ),
  });
  expect([fileOf(record, 'plan.json'), fileOf(record, 'rows.jsonl')]).toEqual(before);
  expect(server.runs.size).toBe(created);
  // The rejected command left no lock on the record, so the run can be resumed.
  expect((await run({ resume: record })).exitCode).toBe(0);
  expect(declaredIn(record)).toBe(declared ?? null);
});

test('the primary of a configuration has no effect on a resumed run, and goldset states it', async () => {
  const record = await interrupted('text');
  const config = path.join(dir, 'goldset.config.json');
  writeFileSync(config, JSON.stringify({ statistics: { primary: 'document_exact' } }));
  const notices: string[] = [];
  const { model } = await run({ resume: record, config }, notices);
  expect(model.method.facts).toContainEqual({ name: 'Primary', value: 'text' });
  expect(declaredIn(record)).toBe('text');
  expect(notices.join()).toContain(
    '"primary" of the configuration ("document_exact") has no effect, because the run declared "text"',
  );
});

test('a run of the failed items keeps the declared primary, and is rejected with another one', async () => {
  const { result } = await run({
    dataset: dir,
    processor: 'dp_1',
    versions: 'draft',
    out: path.join(dir, 'out'),
    primary: 'text',
  });
  await rewriteRecord(await openRecord(result.record), {
    rows: (row) => [row.itemId === 'c' ? { ...row, state: 'failed', output: null } : row],
  });
  const again = (more: RunRequest) =>
    run({ onlyFailed: result.record, out: path.join(dir, 'again'), ...more });
  await expect(again({ primary: 'document_exact' })).rejects.toThrow('declared "text" as primary');
  const { result: continued } = await again({ primary: 'text' });
  expect(declaredIn(continued.record)).toBe('text');
});

test('no run starts if the primary of the configuration is neither a metric nor a field', async () => {
  const config = path.join(dir, 'unknown.config.json');
  writeFileSync(config, JSON.stringify({ gate: { primary: 'txt' } }));
  const out = path.join(dir, 'out');
  await expect(
    run({ dataset: dir, processor: 'dp_1', versions: 'draft', out, config }),
  ).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(
      `${config}: gate.primary: found "txt", expected one of document_exact, f1, text`,
    ),
  });
  expect(server.runs.size).toBe(0);
  expect(existsSync(path.join(out, 'record'))).toBe(false);
});
