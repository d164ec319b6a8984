import fs from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import type { ClientOptions } from '../../../src/client/client-options.ts';
import { createClient } from '../../../src/client/create-client.ts';
import type { ItemRun } from '../../../src/model/record/run-record.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { runKey } from '../../../src/record/write/record-states.ts';
import { RecordWriter } from '../../../src/record/write/record-writer.ts';
import { describeTool } from '../../../src/runner/record-head.ts';
import type { RunEvent, RunOptions, RunOutcome } from '../../../src/runner/run-options.ts';
import { runPlan } from '../../../src/runner/run-plan.ts';
import { FaultServer, type FaultServerOptions } from '../../fixtures/faults/fault-server.ts';
import { numbered, textSet } from '../../fixtures/faults/text-set.ts';
import { long, times } from '../../fixtures/long-form.ts';

let dir: string;
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-run-'));
});
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
  await rm(dir, { recursive: true, force: true });
});

async function serve(options: FaultServerOptions = {}, port = 0): Promise<FaultServer> {
  const server = await new FaultServer(options).start(port);
  cleanups.push(() => server.stop());
  return server;
}

/** Reads the description of the tool only once, because reading it starts Git. */
const head = await describeTool();

function run(
  server: FaultServer,
  options: Partial<RunOptions>,
  clientOptions: Partial<ClientOptions> = {},
): Promise<RunOutcome> {
  const client = createClient({ baseUrl: server.url, token: 't', firstRetryMs: 2, ...clientOptions });
  cleanups.push(() => client.close());
  const isNew = options.resume === undefined;
  return runPlan({
    client,
    head,
    recordDir: path.join(dir, 'record'),
    waits: { firstPauseMs: 20, maxOutageMs: 1_000, listMs: 1_000, settleMs: 100 },
    ...(isNew ? { set: textSet(numbered(4)), processor: 'dp_1', versions: ['draft', 'latest'] } : {}),
    ...options,
  });
}

const resumed = () => RecordWriter.resume(path.join(dir, 'record'));

async function rowsOf(): Promise<ItemRun[]> {
  const rows: ItemRun[] = [];
  for await (const row of (await openRecord(path.join(dir, 'record'))).rows()) rows.push(row);
  return rows;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const thrown: unknown = await promise.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
  return thrown instanceof GoldsetError ? thrown.code : String(thrown);
}

describe('a successful run', () => {
  test('writes one row per item, version and repeat, and records the resolved versions', async () => {
    const server = await serve();
    const outcome = await run(server, { repeats: 2 });
    expect(outcome).toMatchObject({ planned: 16, processed: 16, failed: 0, credits: 32 });
    const rows = await rowsOf();
    expect(new Set(rows.map(runKey)).size).toBe(16);
    expect(rows.find(({ itemId }) => itemId === 'item-0003')?.output).toEqual({
      value: { text: 'text 3' },
      metadata: {},
    });
    const { plan, summary } = await openRecord(path.join(dir, 'record'));
    expect(
      plan.versions.map(({ requested, resolved, versionId }) => [requested, resolved, versionId]),
    ).toEqual([
      ['draft', 'draft', 'dpv_draft'],
      ['latest', '1.0', 'dpv_1.0'],
    ]);
    expect(summary?.byState).toEqual({ processed: 16, failed: 0, cancelled: 0, notRun: 0 });
    const sent = [...server.runs.values()].map(({ body }) => body.version);
    expect(new Set(sent)).toEqual(new Set(['draft', '1.0']));
  });

  test('alternates which version of an item runs first', async () => {
    const server = await serve();
    await run(server, { concurrency: 1 });
    const order = [...server.runs.values()].map(
      ({ body }) => `${body.metadata.goldset.item} ${body.version}`,
    );
    expect(order.slice(0, 4)).toEqual([
      'item-0001 draft',
      'item-0001 1.0',
      'item-0002 1.0',
      'item-0002 draft',
    ]);
  });

  test('reports its progress to the end', async () => {
    const server = await serve();
    const events: RunEvent[] = [];
    await run(server, { onEvent: (event) => events.push(event) });
    const planned = { planned: 8, done: 0, resumed: 0, failed: 0, credits: 0 };
    expect(events[0]).toEqual({ kind: 'planned', ...planned, reused: [], expectedCredits: null });
    expect(events.at(-1)).toMatchObject({ kind: 'progress', done: 8, planned: 8, failed: 0, credits: 16 });
  });

  test('runs only the chosen items', async () => {
    const server = await serve();
    await run(server, { only: ['item-0002', 'item-0004'], versions: ['draft'] });
    expect((await rowsOf()).map(({ itemId }) => itemId).sort()).toEqual(['item-0002', 'item-0004']);
    expect(await codeOf(run(server, { only: ['nobody'], recordDir: path.join(dir, 'other') }))).toBe('USAGE');
  });
});

describe('the row of a failed item', () => {
  test.each([
    ['fail:PARSING_ERROR', 'document_unreadable'],
    ['fail:INTERNAL_ERROR', 'service_error'],
    ['fail:SOMETHING_NEW', 'service_error'],
    ['empty output', 'output_invalid'],
  ])('classifies %s as %s', async (text, reason) => {
    const server = await serve();
    const outcome = await run(server, { set: textSet([text, 'good']), versions: ['draft'] });
    expect(outcome).toMatchObject({ planned: 2, processed: 1, failed: 1 });
    const rows = await rowsOf();
    expect(rows.find(({ itemId }) => itemId === 'item-0001')?.failure?.reason).toBe(reason);
  });

  test('cancels a run after its deadline and records timed_out', async () => {
    const server = await serve({ runMs: ({ rawText }) => (rawText === 'slow' ? 60_000 : 5) });
    await run(server, { set: textSet(['slow', 'good']), versions: ['draft'], deadlineMs: 600 });
    const [row] = (await rowsOf()).filter(({ itemId }) => itemId === 'item-0001');
    expect(row?.failure?.reason).toBe('timed_out');
    expect(server.runs.get(row?.runId ?? '')?.cancelled).toBe(true);
  });

  test('records rate_limited if the service responds with 429 until the deadline', async () => {
    const server = await serve({
      fault: ({ path: at, method }) =>
        at === '/processor_runs' && method === 'POST' ? { kind: 'status', status: 429 } : undefined,
    });
    await run(server, { set: textSet(['x']), versions: ['draft'], deadlineMs: 1500 });
    expect((await rowsOf())[0]?.failure?.reason).toBe('rate_limited');
  });

  test('records a failure of one item for status 400', async () => {
    const server = await serve({
      fault: ({ path: at, method, nth }) =>
        at === '/processor_runs' && method === 'POST' && nth === 1
          ? { kind: 'status', status: 400, body: '{"success":false,"error":"bad"}' }
          : undefined,
    });
    const outcome = await run(server, { versions: ['draft'] });
    expect(outcome).toMatchObject({ processed: 3, failed: 1 });
  });
});

describe('an ambiguous request', () => {
  test.each<[string, FaultServerOptions['fault']]>([
    [
      'every third POST loses its response',
      ({ method, path: at, nth }) =>
        method === 'POST' && at === '/processor_runs' && nth % 3 === 0
          ? { kind: 'drop', after: true }
          : undefined,
    ],
    [
      'every third response is truncated',
      ({ method, path: at, nth }) =>
        method === 'POST' && at === '/processor_runs' && nth % 3 === 0 ? { kind: 'truncate' } : undefined,
    ],
  ])('creates no second run if %s', async (_, fault) => {
    for (const bareLists of [false, true]) {
      const server = await serve({ fault, bareLists });
      const recordDir = path.join(dir, `record-${bareLists}`);
      const outcome = await run(server, { recordDir, set: textSet(numbered(12)), concurrency: 4 });
      expect(outcome).toMatchObject({ processed: 24, failed: 0 });
      expect([...server.runsByTag().values()].filter((runs) => runs.length > 1)).toEqual([]);
      expect(server.runs.size).toBe(24);
    }
  });

  test('stays near the ideal duration without failures if the service allows 20 runs in flight', async () => {
    const server = await serve({ maxInFlight: 20, runMs: () => 100 });
    const startedAt = Date.now();
    const runs = times(80, 200);
    const outcome = await run(server, { set: textSet(numbered(runs)), versions: ['draft'] });
    expect(outcome).toMatchObject({ processed: runs, failed: 0 });
    expect(server.runs.size).toBe(runs);
    // 200 runs of 100 ms take 1 s with 20 at a time. The limiter needs another 0.5 s to find the limit.
    if (long) console.log(`${runs} runs, 20 at once, 100 ms each: ${Date.now() - startedAt} ms`);
    expect(Date.now() - startedAt).toBeLessThan(6_000);
    const { summary } = await openRecord(path.join(dir, 'record'));
    expect(Math.max(...(summary?.concurrency ?? []).map(({ limit }) => limit))).toBeGreaterThan(15);
  });
});

describe('a service that responds wrongly', () => {
  test('never runs a document under the file id of another one', async () => {
    const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => path.join(dir, name));
    for (const file of files) await writeFile(file, file);
    const server = await serve({
      fault: ({ path: at, nth }) =>
        at === '/files/upload' && nth > 1 && nth < 4
          ? { kind: 'status', status: 200, body: '{"success":true,"file":{"id":"file_1","name":"f"}}' }
          : undefined,
    });
    const set = textSet(['1', '2', '3']);
    const items = async function* () {
      let at = 0;
      for await (const item of set.items()) {
        const file = files[at++] as string;
        yield { ...item, source: { kind: 'file' as const, path: file, name: path.basename(file) } };
      }
    };
    await run(server, { set: { ...set, items }, versions: ['1.0'], concurrency: 1 });
    const sent = [...server.runs.values()].map(
      ({ body }) => (body as { file?: { fileId: string } }).file?.fileId,
    );
    expect([...sent].sort()).toEqual(['file_1', 'file_2', 'file_3']);
  });

  test('reports item runs that may exist twice if a resumed run does not find the earlier runs in the list', async () => {
    const server = await serve({ runMs: () => 200 });
    const stop = new AbortController();
    const stopping = run(server, { set: textSet(numbered(6)), signal: stop.signal, versions: ['1.0'] });
    const enough = setInterval(() => {
      if (server.runs.size >= 3) stop.abort();
    }, 5);
    expect(await codeOf(stopping)).toBe('INTERRUPTED');
    clearInterval(enough);
    // Simulates a kill after the response and before the write: the service has a run that the record lacks.
    const file = path.join(dir, 'record/runs.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
    const lost = JSON.parse(lines.at(-1) as string) as { itemId: string };
    server.fault = ({ method, path: at }) =>
      method === 'GET' && at === '/processor_runs'
        ? { kind: 'status', status: 200, body: '{"success":true,"processorRuns":[]}' }
        : undefined;
    const outcome = await run(server, { resume: await resumed() });
    expect(outcome).toMatchObject({ processed: 6, unusedRuns: [] });
    expect(outcome.unconfirmed.map(({ itemId }) => itemId)).toContain(lost.itemId);
    const { notices } = await openRecord(path.join(dir, 'record'));
    expect(notices.join()).toMatch(/item runs may have a second, unused run/);
  });

  test('reports a run that was created twice with its id and credits, and cancels it', async () => {
    const server = await serve({ runMs: () => 30 });
    let isTwice = true;
    server.fault = ({ method, path: at }) => {
      if (!isTwice || method !== 'POST' || at !== '/processor_runs') return undefined;
      isTwice = false;
      return { kind: 'twice' };
    };
    const outcome = await run(server, { versions: ['1.0'] });
    const [extra] = outcome.unusedRuns;
    expect(outcome.unusedRuns).toEqual([
      {
        itemId: extra?.itemId,
        version: '1.0',
        repeat: 1,
        runId: extra?.runId,
        status: extra?.status,
        credits: 2,
      },
    ]);
    const used = new Set((await rowsOf()).map(({ runId }) => runId));
    expect([server.runs.has(extra?.runId ?? ''), used.has(extra?.runId ?? '')]).toEqual([true, false]);
    const { summary, notices } = await openRecord(path.join(dir, 'record'));
    expect(summary?.unusedRuns).toEqual(outcome.unusedRuns);
    expect(notices.join()).toContain(`${extra?.runId} (${extra?.itemId}, 1.0, 2 credits)`);
  });
});

test('items that the service can never process end as failed in a resumed run', async () => {
  const server = await serve({
    fault: ({ method, path: at, nth }) =>
      method === 'POST' && at === '/processor_runs' && nth > 2 ? { kind: 'status', status: 500 } : undefined,
  });
  const waits = { firstPauseMs: 10, maxOutageMs: 200, listMs: 100, settleMs: 10 };
  expect(await codeOf(run(server, { set: textSet(numbered(6)), versions: ['1.0'], waits }))).toBe(
    'RUN_INCOMPLETE',
  );
  expect((await rowsOf()).map(({ state }) => state)).toEqual(['processed', 'processed']);
  expect(await run(server, { resume: await resumed(), waits })).toMatchObject({ processed: 2, failed: 4 });
});

test('a resumed run does not fail item after item while the service creates no runs', async () => {
  const server = await serve({
    fault: ({ method, path: at, nth }) =>
      method === 'POST' && at === '/processor_runs' && nth > 2 ? { kind: 'status', status: 500 } : undefined,
  });
  const waits = { firstPauseMs: 10, maxOutageMs: 200, listMs: 100, settleMs: 10 };
  const items = times(34, 80);
  const set = textSet(numbered(items));
  expect(await codeOf(run(server, { set, versions: ['1.0'], waits }))).toBe('RUN_INCOMPLETE');
  expect(await codeOf(run(server, { resume: await resumed(), waits }))).toBe('RUN_INCOMPLETE');
  // Items failed only in the first of the two outages.
  const failed = (await rowsOf()).length - 2;
  expect(failed).toBeLessThan(30);
  server.fault = undefined;
  const outcome = await run(server, { resume: await resumed(), waits });
  expect(outcome).toMatchObject({ processed: items - failed, failed });
});

describe('an interrupted run', () => {
  test('loses no result if the service stops', async () => {
    const server = await serve({ runMs: () => 20 });
    const port = Number(new URL(server.url).port);
    let done = 0;
    const stopping = run(
      server,
      {
        set: textSet(numbered(40)),
        concurrency: 4,
        onEvent: (event) => {
          if (event.kind === 'progress' && ++done === 20) void server.stop();
        },
      },
      { unreachableAfterMs: 500 },
    );
    expect(await codeOf(stopping)).toBe('RUN_INCOMPLETE');
    const before = await rowsOf();
    expect(before.length).toBeGreaterThanOrEqual(20);
    expect(before.filter(({ state }) => state !== 'processed')).toEqual([]);

    const again = new FaultServer({ runMs: () => 20 });
    for (const [id, one] of server.runs) again.runs.set(id, one);
    await again.start(port);
    cleanups.push(() => again.stop());
    expect(await run(again, { resume: await resumed() })).toMatchObject({
      planned: 80,
      processed: 80,
      failed: 0,
    });
    expect([...again.runsByTag().values()].filter((runs) => runs.length > 1)).toEqual([]);
    expect(again.runs.size).toBe(80);
    expect((await rowsOf()).length).toBe(80);
  });

  test('stops at once on Ctrl-C, and repeats no run on resume', async () => {
    const server = await serve({ runMs: () => 200 });
    const stop = new AbortController();
    const stopping = run(server, { set: textSet(numbered(20)), signal: stop.signal, versions: ['draft'] });
    setTimeout(() => stop.abort(), 300);
    expect(await codeOf(stopping)).toBe('INTERRUPTED');
    expect((await openRecord(path.join(dir, 'record'))).summary).toBeNull();
    const made = server.runs.size;
    expect(made).toBeGreaterThan(0);
    const outcome = await run(server, { resume: await resumed() });
    expect(outcome).toMatchObject({ planned: 20, processed: 20 });
    expect(server.runs.size).toBe(20);
  });

  test('ends as interrupted if the signal arrives while the record is sealed', async () => {
    const server = await serve();
    const stop = new AbortController();
    const { rename } = fs.promises;
    const replaceRename = (to: typeof rename): void => {
      fs.promises.rename = to;
      syncBuiltinESMExports();
    };
    cleanups.push(async () => replaceRename(rename));
    replaceRename(async (from, to) => {
      await rename(from, to);
      if (String(to).endsWith('summary.json')) stop.abort();
    });
    expect(await codeOf(run(server, { signal: stop.signal, versions: ['1.0'] }))).toBe('INTERRUPTED');
    expect(await run(server, { resume: await resumed() })).toMatchObject({ planned: 4, processed: 4 });
    expect(server.runs.size).toBe(4);
  });

  test('finds a run by its tag if the record lacks its id', async () => {
    for (const bareLists of [false, true]) {
      const server = await serve({ runMs: () => 200, bareLists });
      const recordDir = path.join(dir, `lost-${bareLists}`);
      const stop = new AbortController();
      const set = textSet(numbered(12));
      const stopping = run(server, { recordDir, set, signal: stop.signal, versions: ['draft'] });
      const enough = setInterval(() => {
        if (server.runs.size >= 6) stop.abort();
      }, 5);
      expect(await codeOf(stopping)).toBe('INTERRUPTED');
      clearInterval(enough);
      // Simulates a kill after the response and before the write: the service has runs that the record lacks.
      const file = path.join(recordDir, 'runs.jsonl');
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      await writeFile(file, `${lines.slice(0, -3).join('\n')}\n`);
      const events: RunEvent[] = [];
      const onEvent = (event: RunEvent) => events.push(event);
      expect(
        await run(server, { recordDir, resume: await RecordWriter.resume(recordDir), onEvent }),
      ).toMatchObject({ processed: 12 });
      expect(server.runs.size).toBe(12);
      const [planned] = events;
      expect(planned?.kind === 'planned' ? planned.resumed : 0).toBeGreaterThanOrEqual(3);
    }
  });

  test('creates a run again if the service lost it', async () => {
    let runMs = 60_000;
    const server = await serve({ runMs: () => runMs });
    const stop = new AbortController();
    const stopping = codeOf(run(server, { signal: stop.signal, versions: ['draft'] }));
    const file = path.join(dir, 'record/runs.jsonl');
    const begun = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;
    while ((await begun()) < 4) await delay(5);
    stop.abort();
    expect(await stopping).toBe('INTERRUPTED');
    runMs = 0;
    server.runs.clear();
    expect(await run(server, { resume: await resumed() })).toMatchObject({ planned: 4, processed: 4 });
    expect((await rowsOf()).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2]);
  });

  test('ends on a rejected token and can be resumed', async () => {
    const server = await serve({
      fault: ({ method, path: at, nth }) =>
        method === 'POST' && at === '/processor_runs' && nth > 3
          ? { kind: 'status', status: 401 }
          : undefined,
    });
    expect(await codeOf(run(server, { concurrency: 2 }))).toBe('RUN_INCOMPLETE');
    server.fault = undefined;
    expect(await run(server, { resume: await resumed() })).toMatchObject({ planned: 8, processed: 8 });
    expect(server.runs.size).toBe(8);
  });

  test('does not run a complete record again', async () => {
    const server = await serve();
    await run(server, {});
    await rm(path.join(dir, 'record/summary.json'));
    await server.stop();
    // The resumed run sends no request, because the rows are enough for the summary.
    expect(await run(server, { resume: await resumed() })).toMatchObject({ planned: 8, processed: 8 });
    expect((await openRecord(path.join(dir, 'record'))).summary?.byState.processed).toBe(8);
    expect(server.runs.size).toBe(8);
  });
});

describe('rejects before the first run', () => {
  test('an unknown processor and an unknown version', async () => {
    const server = await serve();
    expect(await codeOf(run(server, { processor: 'dp_9' }))).toBe('UNKNOWN_PROCESSOR');
    expect(await codeOf(run(server, { versions: ['3.1'] }))).toBe('UNKNOWN_VERSION');
    expect(server.runs.size).toBe(0);
  });

  test('a dataset of another kind than the processor', async () => {
    const server = await serve();
    const set = { ...textSet(['x']), kind: 'CLASSIFY' as const };
    expect(await codeOf(run(server, { set }))).toBe('USAGE');
  });

  test('an existing record, and a draft that was edited before the resume', async () => {
    const server = await serve({
      fault: ({ method, path: at, nth }) =>
        method === 'POST' && at === '/processor_runs' && nth > 3
          ? { kind: 'status', status: 402 }
          : undefined,
    });
    expect(await codeOf(run(server, {}))).toBe('RUN_INCOMPLETE');
    server.fault = undefined;
    expect(await codeOf(run(server, {}))).toBe('RECORD_EXISTS');
    server.draft = { ...(server.draft as object), extractionRules: 'other' };
    expect(await codeOf(run(server, { resume: await resumed() }))).toBe('RECORD_PLAN_CHANGED');
    expect(await codeOf(run(server, { resume: await resumed(), versions: ['1.0'] }))).toBe(
      'RECORD_PLAN_CHANGED',
    );
  });

  test('keeps the token out of the record', async () => {
    const server = await serve();
    await run(server, {}, { token: 'sk_very_secret' });
    for (const file of ['plan.json', 'runs.jsonl', 'rows.jsonl', 'summary.json', 'items.jsonl'])
      expect(await readFile(path.join(dir, 'record', file), 'utf8')).not.toContain('sk_very_secret');
    expect(server.authorizations).toEqual(new Set(['Bearer sk_very_secret']));
  });
});
