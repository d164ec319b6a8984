import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import { toolVersion } from '../../../src/base/tool-version.ts';
import { createClient } from '../../../src/client/create-client.ts';
import type { ReportModel } from '../../../src/model/report/report-model.ts';
import { connectRedis } from '../../../src/queue/connect-redis.ts';
import { openRedisQueue } from '../../../src/queue/redis-job-queue.ts';
import { serveJobs } from '../../../src/queue/serve-jobs.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { RecordWriter } from '../../../src/record/write/record-writer.ts';
import { queueRunner } from '../../../src/runner/queue/queue-item-runner.ts';
import type { RunEvent, RunOptions, RunWaits } from '../../../src/runner/run-options.ts';
import { runPlan } from '../../../src/runner/run-plan.ts';
import { runDataset } from '../../../src/usecases/run/run-dataset.ts';
import { FaultServer, type FaultServerOptions } from '../../fixtures/faults/fault-server.ts';
import { numbered, textSet } from '../../fixtures/faults/text-set.ts';
import { long, times } from '../../fixtures/long-form.ts';
import { hasRedis, RedisServer } from '../../fixtures/queue/redis-server.ts';
import { startWorker, type WorkerProcess } from '../../fixtures/queue/worker-process.ts';
import { testService } from '../../fixtures/service/service-harness.ts';

if (!hasRedis) console.log('skipped: the tests of the queue need the program redis-server');

const token = 'token-of-the-service';
let redis: RedisServer;
const workers: WorkerProcess[] = [];

/** Starts workers until `count` of them are running. */
async function ensureWorkers(count: number): Promise<void> {
  const started = [];
  while (workers.length < count) {
    const worker = startWorker(redis.url, token);
    workers.push(worker);
    started.push(worker.ready);
  }
  await Promise.all(started);
}

/** Finds item runs for which the service has several runs, and returns the ids of these runs. */
function createdTwice(service: FaultServer): string[] {
  return [...service.runsByTag().values()].flatMap((runs) =>
    runs.length > 1 ? runs.map(({ id }) => id) : [],
  );
}

/** Expects one row per item. Also expects that each run on the service is in a row or in the list of unused runs. */
async function expectAllNamed(
  service: FaultServer,
  recordDir: string,
  { unusedRuns }: Awaited<ReturnType<typeof runQueued>>,
): Promise<void> {
  const rows = await rowsOf(recordDir);
  expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(rows.length);
  const named = [...unusedRuns, ...rows].map(({ runId }) => runId ?? '');
  expect([...new Set(named)].sort()).toEqual([...service.runs.keys()].sort());
}

function temporaryFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'goldset-queue-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  return dir;
}

async function faultService(options: FaultServerOptions) {
  const service = await new FaultServer({ token, ...options }).start();
  const client = createClient({ baseUrl: service.url, token, firstRetryMs: 10 });
  onTestFinished(async () => {
    await client.close();
    await service.stop();
  });
  return { service, client };
}

interface QueuedOptions extends Pick<RunOptions, 'client' | 'recordDir'> {
  readonly items: number;
  readonly waits?: Partial<RunWaits>;
  readonly rate?: number;
  /** Default: 10,000, so that a slow worker does not count as a lost one. */
  readonly lostWorkerMs?: number;
  readonly onEvent?: (event: RunEvent) => void;
}

/** Runs items in the workers, or continues their record. */
async function runQueued(
  { items, rate, recordDir, lostWorkerMs = 10_000, ...options }: QueuedOptions,
  isNew = true,
) {
  const planned = { set: textSet(numbered(items)), processor: 'dp_1', versions: ['draft'] };
  return runPlan({
    ...options,
    recordDir,
    targetKind: 'remote',
    ...(isNew ? planned : { resume: await RecordWriter.resume(recordDir) }),
    openRunner: queueRunner({
      open: (shared, more) =>
        openRedisQueue({ url: redis.url, kind: 'runs', shared, rate, lostWorkerMs, ...more }),
    }),
  });
}

async function rowsOf(recordDir: string) {
  const rows = [];
  for await (const row of (await openRecord(recordDir)).rows()) rows.push(row);
  return rows;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedAt = performance.now(); !(await isTrue()); await delay(20))
    if (performance.now() - startedAt > 100_000) throw new Error(`after 100 s, this is false: ${isTrue}`);
}

/** Writes a dataset of eight texts. For half of them, the gold differs from the output of the engine in these tests. */
function writeDataset(dir: string): string {
  mkdirSync(dir);
  const schema = {
    type: 'object',
    properties: { text: { type: ['string', 'null'] }, effort: { type: ['string', 'null'] } },
    required: ['text', 'effort'],
  };
  const config = (baseProcessor: string) => ({ type: 'EXTRACT', baseProcessor, schema });
  const lines = [];
  for (let nth = 1; nth <= 8; nth++) {
    writeFileSync(path.join(dir, `${nth}.txt`), `letter ${nth}`);
    const text = nth % 2 === 0 ? `gold ${nth}` : `letter ${nth}`;
    const expectedOutput = { value: { text, effort: 'performance' } };
    lines.push(JSON.stringify({ id: `letter-${nth}`, file: `${nth}.txt`, expectedOutput }));
  }
  writeFileSync(path.join(dir, 'items.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'letters', kind: 'EXTRACT' }));
  const processor = {
    name: 'letters',
    type: 'EXTRACT',
    versions: [{ version: '1.0', config: config('extraction_light') }],
    config: config('extraction_performance'),
  };
  writeFileSync(path.join(dir, 'processor.json'), JSON.stringify(processor));
  return dir;
}

/** Removes ids, times and the order from the result rows. */
async function comparableRows(recordDir: string) {
  const rows = await rowsOf(recordDir);
  return rows
    .map(({ runId: _, latencyMs: __, finishedAt: ___, ...row }) => row)
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

describe.skipIf(!hasRedis)('a run in workers', () => {
  beforeAll(async () => {
    redis = await RedisServer.start({ password: 'word of Redis'.replaceAll(' ', '-') });
  });
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await redis.stop();
  });

  test('equals the run of one machine, and leaves no document, token or key in Redis', async () => {
    const service = await testService({ token });
    const dir = temporaryFolder();
    const dataset = writeDataset(path.join(dir, 'letters'));
    const request = {
      dataset,
      processor: path.join(dataset, 'processor.json'),
      versions: '1.0,draft',
      format: 'json',
      target: service.url,
      token,
    };
    const one = await runDataset({ ...request, out: path.join(dir, 'one') });
    const running = runDataset({ ...request, out: path.join(dir, 'queue'), queue: redis.url });
    await until(async () => (await redis.keys()).filter((key) => /:job-\d+$/.test(key)).length === 16);
    const content = await redis.content();
    for (const secret of [token, 'letter 3', 'gold']) expect(content).not.toContain(secret);
    expect(content).toContain(service.url);
    await ensureWorkers(2);
    const many = await running;
    expect(await comparableRows(many.result.record)).toEqual(await comparableRows(one.result.record));
    expect(many.exitCode).toBe(one.exitCode);
    expect(figures(many.model)).toEqual(figures(one.model));
    // The command does not name the address of the service, because the record contains it.
    const resumed = await runDataset({ resume: many.result.record, queue: redis.url, token, format: 'json' });
    expect(figures(resumed.model)).toEqual(figures(one.model));
    await until(() => workers.every(({ text }) => text().includes(': ended')));
    // The last worker removes the keys after it has written that it ended. Some of these keys never expire.
    await expect.poll(() => redis.keys(), { timeout: 20_000 }).toEqual([]);
  });

  test('creates at most the given number of runs per second in all workers, and pauses all of them after 429', async () => {
    await ensureWorkers(2);
    const pausedMs = 1_000;
    let rejectedAt = Number.NaN;
    const { service, client } = await faultService({
      fault: ({ method, path: address, nth }) => {
        if (method !== 'POST' || address !== '/processor_runs' || nth !== 10) return undefined;
        rejectedAt = Date.now();
        return { kind: 'status', status: 429, headers: { 'retry-after': String(pausedMs / 1_000) } };
      },
    });
    const changes = await redis.watch(':next-turn');
    await runQueued({ client, recordDir: temporaryFolder(), items: 30, rate: 50, lostWorkerMs: 60_000 });
    const created = [...service.runs.values()].map(({ createdAt }) => createdAt).sort((a, b) => a - b);
    expect(created.length).toBe(30);
    // The times in `changes` come from the clock of Redis, so they do not depend on the speed of this process.
    const before = changes.findIndex(({ at, value }) => value - at > pausedMs / 2);
    const [pause] = changes.splice(before, 1);
    expect((pause?.value ?? 0) - (pause?.at ?? 0)).toBeCloseTo(pausedMs, -1);
    const turns = changes.map(({ value }) => value - 1_000 / 50);
    expect(turns.length).toBe(30);
    for (const [nth, turn] of turns.slice(1).entries())
      expect(turn - (turns[nth] ?? 0)).toBeGreaterThan(19.9);
    expect(turns[before]).toBeGreaterThan((pause?.value ?? 0) - 0.1);
    // The service creates a run only after the turn of its item run. Timers can be early by a millisecond.
    for (const [nth, at] of created.entries()) expect(at).toBeGreaterThan((turns[nth] ?? Number.NaN) - 3);
    expect(created[before - 1]).toBeGreaterThan(rejectedAt + pausedMs - 3);
  });

  test('gives the item runs of a killed worker to another one', async () => {
    await ensureWorkers(2);
    const { service, client } = await faultService({ runMs: () => 300 });
    const recordDir = temporaryFolder();
    const running = runQueued({ client, recordDir, items: times(24, 400), lostWorkerMs: 3_000 });
    await until(() => service.runs.size >= 4);
    const [killed] = workers.splice(0, 1);
    killed?.child.kill('SIGKILL');
    const outcome = await running;
    expect(outcome).toMatchObject({ processed: times(24, 400), failed: 0 });
    const rows = await rowsOf(recordDir);
    expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(times(24, 400));
    const reported = new Set([...outcome.unusedRuns, ...rows].map(({ runId }) => runId));
    expect(createdTwice(service).filter((id) => !reported.has(id))).toEqual([]);
  });

  test('hands the item runs of a worker that gets SIGTERM to another one', async () => {
    await ensureWorkers(2);
    const { service, client } = await faultService({ runMs: () => 300 });
    const recordDir = temporaryFolder();
    // If a worker disappeared without a message, its item runs would wait for a minute.
    const running = runQueued({ client, recordDir, items: 24, lostWorkerMs: 60_000 });
    await until(() => service.runs.size >= 4);
    const [stopped] = workers.splice(0, 1);
    stopped?.child.kill('SIGTERM');
    expect(await stopped?.ended).toBe(0);
    const outcome = await running;
    expect(outcome).toMatchObject({ processed: 24, failed: 0 });
    await expectAllNamed(service, recordDir, outcome);
  });

  test('continues after kill -9 of the coordinator, and drops the jobs of its queue', async () => {
    await ensureWorkers(1);
    const { service, client } = await faultService({ runMs: () => 100 });
    const recordDir = temporaryFolder();
    const killed = spawn(process.execPath, [
      path.resolve(import.meta.dirname, '../../fixtures/runner-process.ts'),
      ...[service.url, token, 'dp_1', recordDir, '24', 'new', redis.url],
    ]);
    await until(() => service.runs.size >= 5);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const outcome = await runQueued({ client, recordDir, items: 24 }, false);
    expect(outcome).toMatchObject({ processed: 24, failed: 0 });
    // If the jobs of the first queue still existed, they would create about 10 runs again in this second.
    await delay(1_000);
    expect(service.runs.size).toBeLessThanOrEqual(24 + 2);
    await expectAllNamed(service, recordDir, outcome);
  });

  test('searches for the runs after Redis lost all keys, and continues', async () => {
    await ensureWorkers(2);
    const { service, client } = await faultService({ runMs: () => 400 });
    const recordDir = temporaryFolder();
    const waits = { maxOutageMs: 2_000, settleMs: 1_000 };
    const running = runQueued({ client, recordDir, items: 24, waits });
    await until(() => service.runs.size >= 6);
    await redis.ask((connection) => connection.flushall());
    const outcome = await running;
    expect(outcome).toMatchObject({ processed: 24, failed: 0 });
    await expectAllNamed(service, recordDir, outcome);
  });

  test('pauses while Redis is away, and continues after it has lost its data', async () => {
    await ensureWorkers(1);
    const { service, client } = await faultService({ runMs: () => 200 });
    const notices: string[] = [];
    const onEvent = (event: RunEvent) => void (event.kind === 'notice' && notices.push(event.message));
    const recordDir = temporaryFolder();
    const waits = { settleMs: 1_000 };
    // At this rate, most item runs of the worker wait for their turn while Redis is not reachable.
    const running = runQueued({ client, recordDir, items: 12, rate: 20, waits, onEvent });
    await until(() => service.runs.size >= 3);
    await redis.kill();
    await delay(100);
    await redis.restart();
    const outcome = await running;
    expect(outcome).toMatchObject({ processed: 12, failed: 0 });
    expect(notices.map((text) => text.replaceAll(/redis:\/\/\S+(?= is)/g, 'QUEUE'))).toEqual([
      'the connection to the queue QUEUE is lost; the run pauses for up to 120 s',
      'the connection to the queue QUEUE is back',
    ]);
    // An item run can have a second run only if its worker was about to create the run when the connection
    // broke.
    expect(outcome.unusedRuns.length).toBeLessThanOrEqual(3);
    const named = [...outcome.unusedRuns, ...(await rowsOf(recordDir))].map(({ runId }) => runId ?? '');
    expect(named.sort()).toEqual([...service.runs.keys()].sort());
  });

  test('ends as resumable if Redis does not come back', async () => {
    await ensureWorkers(1);
    const { service, client } = await faultService({ runMs: () => 200 });
    const recordDir = temporaryFolder();
    const waits = { maxOutageMs: 400 };
    const running = runQueued({ client, recordDir, items: 12, waits }).catch((thrown: unknown) => thrown);
    await until(() => service.runs.size >= 3);
    await redis.kill();
    const error = await running;
    expect(error).toMatchObject({ code: 'RUN_INCOMPLETE', exitCode: 3, cause: { code: 'QUEUE_LOST' } });
    await redis.restart();
    const outcome = await runQueued({ client, recordDir, items: 12 }, false);
    expect(outcome).toMatchObject({ processed: 12, failed: 0 });
    const reported = new Set(outcome.unusedRuns.map(({ runId }) => runId));
    expect(createdTwice(service).length - 2 * reported.size).toBeLessThanOrEqual(0);
  });

  test('rejects a wrong password without printing it', async () => {
    const url = redis.url.replace(/:[^:@]+@/, ':wrong-password@');
    const thrown = await connectRedis(url).catch((error: GoldsetError) => error);
    expect(thrown).toMatchObject({ code: 'QUEUE_UNREACHABLE', exitCode: 3 });
    expect(String(thrown)).toMatch(/WRONGPASS/);
    expect(String(thrown)).not.toContain('wrong-password');
  });

  test.skipIf(!long)(
    'encrypts the connection with rediss://, and rejects an unknown certificate',
    async () => {
      const dir = temporaryFolder();
      const [key, certificate] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')];
      const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
      const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names];
      spawnSync('openssl', [...request, '-keyout', key, '-out', certificate]);
      const files = [
        '--tls-cert-file',
        certificate,
        '--tls-key-file',
        key,
        '--tls-ca-cert-file',
        certificate,
      ];
      const port = 1024 + Math.floor(Math.random() * 60_000);
      const extra = ['--tls-port', String(port), '--tls-auth-clients', 'no', ...files];
      const server = await RedisServer.start({ extra });
      onTestFinished(() => server.stop());
      const url = `rediss://127.0.0.1:${port}`;
      await expect(connectRedis(url)).rejects.toMatchObject({
        code: 'QUEUE_UNREACHABLE',
        message: expect.stringContaining('self-signed certificate'),
      });
      const worker = startWorker(url, token, [], { NODE_EXTRA_CA_CERTS: certificate });
      await worker.ready;
      expect(worker.text()).toContain(`Worker of ${url}`);
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
    },
  );

  test('tries again to open the jobs of a coordinator, and states each reason once', async () => {
    const queue = await openRedisQueue({
      url: redis.url,
      kind: 'engines',
      shared: {},
      lostWorkerMs: 50,
      onNotice: () => undefined,
    });
    const notices: string[] = [];
    const stop = new AbortController();
    let tries = 0;
    const worker = serveJobs({
      url: redis.url,
      kind: 'engines',
      concurrency: 1,
      signal: stop.signal,
      onNotice: (message) => notices.push(message),
      open: async () => {
        if (++tries < 3) throw new GoldsetError('USAGE', { problem: 'not yet', fix: 'Wait.' });
        return { handle: async ({ data }) => data, close: async () => undefined };
      },
    });
    expect(await queue.run(7, () => undefined)).toEqual({ kind: 'done', value: 7 });
    expect(tries).toBe(3);
    expect(notices).toEqual(['this worker takes no jobs of a service: not yet; fix: Wait.']);
    stop.abort();
    await Promise.all([worker, queue.close()]);
  });

  test('sends a reply for a job whose handler fails, and continues with the others', async () => {
    const queue = await openRedisQueue({
      url: redis.url,
      kind: 'engines',
      shared: {},
      lostWorkerMs: 1_000,
      onNotice: () => undefined,
    });
    onTestFinished(() => queue.close());
    const stop = new AbortController();
    const worker = serveJobs({
      url: redis.url,
      kind: 'engines',
      concurrency: 1,
      signal: stop.signal,
      onNotice: () => undefined,
      open: async () => ({
        handle: async ({ data }) => {
          if (data === 1) throw new Error('no memory');
          return data;
        },
        close: async () => undefined,
      }),
    });
    const replies = Promise.all([1, 2].map((data) => queue.run(data, () => undefined)));
    expect(await Promise.race([replies, delay(5_000, 'no reply', { ref: false })])).toEqual([
      { kind: 'failed', reason: 'no memory' },
      { kind: 'done', value: 2 },
    ]);
    stop.abort();
    await worker;
  });

  test('leaves a coordinator that ends soon after the worker has started', async () => {
    const onNotice = () => undefined;
    const stop = new AbortController();
    const closed = Promise.withResolvers<void>();
    const startedAt = performance.now();
    const worker = serveJobs({
      ...{ url: redis.url, kind: 'engines', concurrency: 1, onNotice, signal: stop.signal },
      open: async () => ({ handle: async ({ data }) => data, close: async () => closed.resolve() }),
    });
    const queue = await openRedisQueue({ url: redis.url, kind: 'engines', shared: {}, onNotice });
    expect(await queue.run(7, () => undefined)).toEqual({ kind: 'done', value: 7 });
    await queue.close();
    await closed.promise;
    // After a lost connection, the worker would wait for 10 s.
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    stop.abort();
    await worker;
  });

  test('takes no jobs of a coordinator of another version, and continues with the others', async () => {
    await redis.ask(async (client) => {
      await client.set('goldset:engines-old:session', JSON.stringify({ version: '0.0.1' }), 'PX', 100_000);
      await client.sadd('goldset:open:engines', 'engines-old');
    });
    const onNotice = () => undefined;
    const queue = await openRedisQueue({ url: redis.url, kind: 'engines', shared: {}, onNotice });
    const notices: string[] = [];
    const rejected = Promise.withResolvers<void>();
    const stop = new AbortController();
    let opened = 0;
    const worker = serveJobs({
      url: redis.url,
      kind: 'engines',
      concurrency: 1,
      signal: stop.signal,
      onNotice: (message) => {
        notices.push(message);
        rejected.resolve();
      },
      open: async () => {
        opened++;
        return { handle: async ({ data }) => data, close: async () => undefined };
      },
    });
    expect(await queue.run(7, () => undefined)).toEqual({ kind: 'done', value: 7 });
    await rejected.promise;
    expect(notices).toEqual([
      `this worker takes no jobs of a service: this worker has goldset ${toolVersion()}, but the service was started with goldset 0.0.1; fix: Install goldset 0.0.1 for this worker, or start the service with goldset ${toolVersion()}.`,
    ]);
    expect(opened).toBe(1);
    stop.abort();
    await Promise.all([worker, queue.close()]);
  });
});

/** Returns a report model as JSON without ids and times. */
function figures({ charts, ...model }: ReportModel): unknown {
  const timed = new Set(['createdAt', 'runId', 'latencyMs', 'latency', 'speed']);
  const text = JSON.stringify(model, (key, value) => (timed.has(key) ? undefined : value))
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/ and takes [^"]*/g, '');
  const untimed = charts.filter((chart) => !/latency|time/i.test(JSON.stringify(chart)));
  return { charts: untimed, ...JSON.parse(text) };
}
