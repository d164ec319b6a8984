import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { createClient } from '../../src/client/create-client.ts';
import { openRecord } from '../../src/record/read/open-record.ts';
import { runKey } from '../../src/record/write/record-states.ts';
import { runPlan } from '../../src/runner/run-plan.ts';
import { tagOf } from '../../src/runner/run-tag.ts';
import { FaultServer } from '../fixtures/faults/fault-server.ts';
import { numbered, textSet } from '../fixtures/faults/text-set.ts';
import { long, times } from '../fixtures/long-form.ts';
import { plainEngine, testService } from '../fixtures/service/service-harness.ts';

const items = times(60, 200);
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-kill-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

interface Service {
  readonly url: string;
  readonly token: string;
  readonly processor: string;
}

interface Session {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; text: string }>;
}

function startSession(target: Service): Session {
  const recordDir = path.join(dir, 'record');
  const mode = existsSync(path.join(recordDir, 'plan.json')) ? 'resume' : 'new';
  const script = path.resolve(import.meta.dirname, '../fixtures/runner-process.ts');
  const { url, token, processor } = target;
  const child = spawn(process.execPath, [script, url, token, processor, recordDir, String(items), mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<Awaited<Session['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, text }));
  });
  return { child, ended };
}

/**
 * Kills the process of a run `kills` times, each time at a random moment after it has created a run. Then lets the run
 * end. Returns the number of rows at each kill.
 */
async function killManyTimes(target: Service, kills: number): Promise<number[]> {
  const random = new Random('kill and resume');
  const rowsAtKill: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const session = startSession(target);
    const before = await linesOf('runs');
    while ((await linesOf('runs')) === before && session.child.exitCode === null) await delay(10);
    // Kill the process before it can finish all items: after at most 150 ms, or after 10 more rows.
    const [moment, mostRows] = [Date.now() + random.integer(150), (rowsAtKill.at(-1) ?? 0) + 10];
    while (Date.now() < moment && (await linesOf('rows')) < mostRows) await delay(3);
    session.child.kill('SIGKILL');
    expect((await session.ended).signal).toBe('SIGKILL');
    rowsAtKill.push(await countRows());
  }
  const last = await startSession(target).ended;
  expect(last.text).toContain(`"processed":${items}`);
  expect(last.code).toBe(0);
  return rowsAtKill;
}

async function countRows(): Promise<number> {
  try {
    let lines = 0;
    for await (const _ of (await openRecord(path.join(dir, 'record'))).rows()) lines++;
    return lines;
  } catch {
    return 0;
  }
}

/**
 * Counts the lines of a file of the record. This is faster than opening the record, and works even if other files are
 * incomplete.
 */
async function linesOf(file: 'runs' | 'rows'): Promise<number> {
  const text = await readFile(path.join(dir, 'record', `${file}.jsonl`), 'utf8').catch(() => '');
  return text.split('\n').length - 1;
}

/** Returns the state and output of each item of a record, by item id. */
async function resultsOf(recordDir: string): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for await (const { itemId, state, output } of (await openRecord(recordDir)).rows())
    results[itemId] = { state, output };
  return results;
}

/** Checks that each item has exactly one row, with the result that an uninterrupted run on this service would have. */
async function expectEveryItemOnce({ url, token, processor }: Service): Promise<void> {
  const whole = path.join(dir, 'whole');
  const client = createClient({ baseUrl: url, token });
  const set = textSet(numbered(items));
  const versions = ['draft'];
  await runPlan({ client, recordDir: whole, set, processor, versions, allowUnknownGold: true });
  await client.close();
  expect(await resultsOf(path.join(dir, 'record'))).toEqual(await resultsOf(whole));
  const record = await openRecord(path.join(dir, 'record'));
  const keys: string[] = [];
  for await (const row of record.rows()) keys.push(runKey(row));
  expect(keys.length).toBe(items);
  expect(new Set(keys).size).toBe(items);
  expect(record.summary?.byState).toEqual({ processed: items, failed: 0, cancelled: 0, notRun: 0 });
}

test(
  'kill -9 many times: every item has one row, and the service made one run per item',
  async () => {
    const server = await new FaultServer({ runMs: () => 120 }).start();
    try {
      const target = { url: server.url, token: 't', processor: 'dp_1' };
      const rows = await killManyTimes(target, times(2, 20));
      console.log(`rows at each kill: ${rows.join(', ')}`);
      expect([...server.runsByTag().values()].filter((runs) => runs.length > 1)).toEqual([]);
      expect(server.runs.size).toBe(items);
      await expectEveryItemOnce(target);
    } finally {
      await server.stop();
    }
  },
  times(120_000, 600_000),
);

test.runIf(long)(
  'kill -9 many times with the local service: every item has one row',
  async () => {
    const service = await testService({ engineModule: plainEngine });
    const processor = await service.extractor();
    const target = { url: service.url, token: service.token, processor };
    const rows = await killManyTimes(target, 20);
    console.log(`rows at each kill: ${rows.join(', ')}`);
    const client = createClient({ baseUrl: service.url, token: service.token });
    const tags: string[] = [];
    for await (const run of client.processorRuns.list({ processorId: processor, maxPageSize: 500 }))
      tags.push(String(tagOf((await client.processorRuns.get(run.id)).metadata)?.item));
    await client.close();
    expect(tags.length).toBe(items);
    expect(new Set(tags).size).toBe(items);
    await expectEveryItemOnce(target);
  },
  times(120_000, 600_000),
);
