import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import { createClient } from '../../../src/client/create-client.ts';
import type { ItemRun } from '../../../src/model/record/run-record.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { runPlan } from '../../../src/runner/run-plan.ts';
import { verifyRecord } from '../../../src/usecases/record/maintain-records.ts';
import { type RunOutcome, type RunRequest, runDataset } from '../../../src/usecases/run/run-dataset.ts';
import { FaultServer, type FaultServerOptions } from '../../fixtures/faults/fault-server.ts';
import { textSet } from '../../fixtures/faults/text-set.ts';

let dir: string;
let server: FaultServer | undefined;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-again-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(dir, { recursive: true, force: true });
});

const record = (name: string): string => path.join(dir, name, 'record');

/** Runs the texts as documents, and writes the record `old`. */
async function run(texts: readonly string[], options: FaultServerOptions = {}): Promise<FaultServer> {
  server = await new FaultServer(options).start();
  const client = createClient({ baseUrl: server.url, token: 't', firstRetryMs: 2, maxRepeats: 2 });
  await runPlan({
    client,
    recordDir: record('old'),
    set: textSet(texts),
    processor: 'dp_1',
    versions: ['1.0'],
    deadlineMs: 1_000,
    waits: { settleMs: 10, listMs: 100, firstPauseMs: 20, maxOutageMs: 800 },
  });
  await client.close();
  return server;
}

function again(request: Partial<RunRequest> = {}): Promise<RunOutcome> {
  const target = server?.url as string;
  const out = path.join(dir, 'new');
  return runDataset({ onlyFailed: record('old'), out, target, token: 't', format: 'json', ...request });
}

async function rowsOf(name: string): Promise<ReadonlyMap<string, ItemRun>> {
  const rows = new Map<string, ItemRun>();
  for await (const row of (await openRecord(record(name))).rows()) {
    expect(rows.has(row.itemId)).toBe(false);
    rows.set(row.itemId, row);
  }
  return rows;
}

function filesOf(name: string): Record<string, string> {
  const files = readdirSync(record(name)).filter((file) => file !== 'lock.db');
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(path.join(record(name), file), 'latin1')]),
  );
}

test('runs only the failed items, keeps the other rows, and does not change the old record', async () => {
  const { runs } = await run(['one', 'fail:INTERNAL_ERROR', 'three', 'empty output']);
  const [before, old] = [filesOf('old'), await rowsOf('old')];
  (server as FaultServer).isFailing = false;
  const outcome = await again();
  expect(outcome).toMatchObject({ exitCode: 0, problem: null });
  expect(runs.size).toBe(6);
  const rows = await rowsOf('new');
  const { recordId } = (await openRecord(record('old'))).plan;
  for (const id of ['item-0001', 'item-0003'])
    expect(rows.get(id)).toEqual({ ...old.get(id), reused: { recordId } });
  for (const id of ['item-0002', 'item-0004']) {
    expect([old.get(id)?.state, rows.get(id)?.state, rows.get(id)?.attempts]).toEqual([
      'failed',
      'processed',
      2,
    ]);
    expect(rows.get(id)?.runId).not.toBe(old.get(id)?.runId);
  }
  expect(filesOf('old')).toEqual(before);
  await verifyRecord(record('new'));
  const [first, second] = [await openRecord(record('old')), await openRecord(record('new'))];
  expect(second.plan.recordId).not.toBe(first.plan.recordId);
  expect(second.plan.continues).toEqual([{ recordId: first.plan.recordId, createdAt: first.plan.createdAt }]);
});

test('uses the result of a run that ended after its time limit, and creates no other run', async () => {
  const { runs } = await run(['one', 'slow'], {
    runMs: ({ rawText }) => (rawText === 'slow' ? 60_000 : 5),
    fault: ({ path: at }) => (at.endsWith('/cancel') ? { kind: 'status', status: 500 } : undefined),
  });
  expect((await rowsOf('old')).get('item-0002')?.failure?.reason).toBe('timed_out');
  for (const one of runs.values()) one.readyAt = 0;
  (server as FaultServer).fault = undefined;
  expect((await again()).exitCode).toBe(0);
  expect(runs.size).toBe(2);
  const [old, rows] = [await rowsOf('old'), await rowsOf('new')];
  expect(rows.get('item-0002')).toMatchObject({ state: 'processed', runId: old.get('item-0002')?.runId });
});

test('finds a run by the tag of the old record if the old row has no run id', async () => {
  // The response to the request that creates the second run is lost, and listing runs fails. So the row has no run
  // id.
  let isLost = true;
  const { runs } = await run(['one', 'two'], {
    fault: ({ method, path: at, nth }) => {
      if (!isLost || !at.startsWith('/processor_runs')) return undefined;
      if (method === 'POST' && nth === 2) return { kind: 'drop', after: true };
      return method === 'GET' && at === '/processor_runs' ? { kind: 'status', status: 500 } : undefined;
    },
  });
  isLost = false;
  const lost = [...(await rowsOf('old')).values()].filter(({ state }) => state === 'failed');
  expect(lost.map(({ runId }) => runId)).toEqual([null]);
  expect(runs.size).toBe(2);
  expect((await again()).exitCode).toBe(0);
  expect(runs.size).toBe(2);
});

test('a second attempt looks at the runs of all earlier records, and item runs that fail again stay failed', async () => {
  const { runs } = await run(['one', 'fail:INTERNAL_ERROR']);
  const second = await again();
  expect([second.exitCode, second.problem?.code]).toEqual([3, 'RUN_FAILURES']);
  expect(runs.size).toBe(3);
  (server as FaultServer).isFailing = false;
  const third = await again({ onlyFailed: record('new'), out: path.join(dir, 'third') });
  expect(third.exitCode).toBe(0);
  expect(runs.size).toBe(4);
  const { plan } = await openRecord(record('third'));
  const ids = await Promise.all(
    ['new', 'old'].map(async (name) => (await openRecord(record(name))).plan.recordId),
  );
  expect(plan.continues?.map(({ recordId }) => recordId)).toEqual(ids);
});

test('the new record can be resumed after an interruption, and keeps each result once', async () => {
  const { runs } = await run(['one', 'fail:INTERNAL_ERROR', 'fail:INTERNAL_ERROR', 'four']);
  const failing = server as FaultServer;
  failing.isFailing = false;
  let creations = 0;
  failing.fault = ({ method, path: at }) =>
    method === 'POST' && at === '/processor_runs' && ++creations > 1
      ? { kind: 'status', status: 402 }
      : undefined;
  const ended = await again().catch((thrown: unknown) => thrown);
  expect(ended).toMatchObject({ code: 'RUN_INCOMPLETE' });
  failing.fault = undefined;
  const resumed = await runDataset({
    resume: record('new'),
    target: failing.url,
    token: 't',
    format: 'json',
  });
  expect(resumed.exitCode).toBe(0);
  expect(runs.size).toBe(6);
  expect((await rowsOf('new')).size).toBe(4);
});

test.each<[string, readonly string[], RegExp]>([
  ['has no failed item run', ['one'], /no item run of .* has failed/],
  ['is unfinished', ['one', 'fail:INTERNAL_ERROR'], /1 item runs of .* have no result/],
])('is rejected if the record %s', async (state, texts, message) => {
  await run(texts);
  if (state === 'is unfinished') {
    await rm(path.join(record('old'), 'summary.json'));
    const rows = readFileSync(path.join(record('old'), 'rows.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    await writeFile(path.join(record('old'), 'rows.jsonl'), `${rows.slice(0, -1).join('\n')}\n`);
  }
  const ended = await again().catch((thrown: unknown) => thrown);
  expect(ended).toBeInstanceOf(GoldsetError);
  expect((ended as GoldsetError).message).toMatch(message);
  expect(readdirSync(dir)).toEqual(['old']);
});

test('runs a cancelled item run again, and the ending of the old run advises it', async () => {
  const { runs } = await run(['one', 'slow'], {
    runMs: ({ rawText }) => (rawText === 'slow' ? 60_000 : 5),
    fault: ({ path: at, nth }) => {
      const slow = [...(server?.runs.values() ?? [])].find(({ body }) => body.rawText === 'slow');
      if (slow !== undefined && at.endsWith(slow.id) && nth > 1) slow.cancelled = true;
      return undefined;
    },
  });
  expect((await rowsOf('old')).get('item-0002')?.state).toBe('cancelled');
  const ended = await runDataset({
    resume: record('old'),
    target: server?.url as string,
    token: 't',
    format: 'json',
  });
  expect(ended.exitCode).toBe(3);
  expect(ended.problem?.fix).toBe(`Run them again with: goldset run --only-failed ${record('old')}`);
  for (const one of runs.values()) one.cancelled = true;
  (server as FaultServer).fault = undefined;
  const slow = again();
  const finish = setInterval(() => {
    for (const one of runs.values()) if (!one.cancelled) one.readyAt = 0;
  }, 5);
  expect((await slow).exitCode).toBe(0);
  clearInterval(finish);
  expect(runs.size).toBe(3);
});
