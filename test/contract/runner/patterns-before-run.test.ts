import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runDataset } from '../../../src/index.ts';
import { cutLastLine, textDataset } from '../../e2e/text-run.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

let server: FaultServer;
let dir: string;
beforeEach(async () => {
  server = await new FaultServer().start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-patterns-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const out = () => path.join(dir, 'out');
const request = () => ({
  dataset: textDataset(['a', 'b']),
  processor: 'dp_1',
  versions: 'draft',
  target: server.url,
  token: 't',
  out: out(),
  format: 'json',
});

test.each([
  [{ exclude: ['txt'] }, '--exclude: no field matches "txt"; the fields are text'],
  [{ exclude: ['value.text'] }, '--exclude: no field matches "value.text"'],
  [{ comparator: ['txt=fuzzy:0.8'] }, '--comparator: no field matches "txt"'],
])('rejects the pattern in %j before anything runs', async (flags, problem) => {
  await expect(runDataset({ ...request(), ...flags })).rejects.toThrow(problem);
  expect([server.runs.size, existsSync(out())]).toEqual([0, false]);
});

test('accepts a pattern that matches only a key of the gold', async () => {
  const { dataset, ...rest } = request();
  const file = path.join(dataset, 'items.jsonl');
  const lines = readFileSync(file, 'utf8').replace('"value":{', '"value":{"extra":1,');
  writeFileSync(file, lines);
  const run = runDataset({ ...rest, dataset, exclude: ['extra'], allowInvalidGold: true });
  expect((await run).model.documents.planned).toBe(2);
});

test('rejects a pattern before a resumed run continues and before failed items run again', async () => {
  const { result } = await runDataset(request());
  const { dataset: _, processor: __, versions: ___, ...service } = request();
  const wrong = { ...service, exclude: ['txt'] };
  const again = path.join(dir, 'again');
  await expect(runDataset({ ...wrong, onlyFailed: result.record, out: again })).rejects.toThrow('"txt"');
  expect(existsSync(again)).toBe(false);
  for (const name of ['rows.jsonl', 'runs.jsonl']) cutLastLine(result.record, name);
  rmSync(path.join(result.record, 'summary.json'));
  const before = new Map(server.seen);
  await expect(runDataset({ ...wrong, resume: result.record })).rejects.toThrow('"txt"');
  expect(server.seen).toEqual(before);
});

test('checks a pattern for predictions before the record is created, with the fields of the outputs', async () => {
  const { dataset } = request();
  const predictions = path.join(dir, 'predictions.jsonl');
  writeFileSync(predictions, JSON.stringify({ id: 'i1', output: { value: { text: 'a', debug: 1 } } }));
  const imported = { dataset, predictions, out: out(), format: 'json', maxFailureRate: 1 };
  await expect(runDataset({ ...imported, exclude: ['dbg'] })).rejects.toThrow(
    '"dbg"; the fields are text, debug',
  );
  expect(existsSync(out())).toBe(false);
  expect((await runDataset({ ...imported, exclude: ['debug'] })).model.documents.planned).toBe(2);
});
