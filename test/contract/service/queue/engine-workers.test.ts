import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openRedisQueue } from '../../../../src/queue/redis-job-queue.ts';
import { serveJobs } from '../../../../src/queue/serve-jobs.ts';
import { EngineWorker } from '../../../../src/service/engine-worker.ts';
import type { ServiceOptions } from '../../../../src/service/service-options.ts';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { serve } from '../../../../src/usecases/serve/serve.ts';
import { work } from '../../../../src/usecases/worker/worker.ts';
import { hasRedis, RedisServer } from '../../../fixtures/queue/redis-server.ts';
import {
  plainEngine,
  type TestService,
  temporaryFolder,
  testService,
  withRequests,
} from '../../../fixtures/service/service-harness.ts';

if (!hasRedis) console.log('skipped: the tests of engine workers need the program redis-server');

const lostWorkerMs = 500;
let redis: RedisServer;

/** Starts a service. Workers of the queue read its documents. */
async function queuedService(options: Partial<ServiceOptions> = {}) {
  const notices: string[] = [];
  const service = await testService({
    token: 'sk_secret',
    openQueue: (shared, key) =>
      openRedisQueue({
        url: redis.url,
        kind: 'engines',
        shared,
        key,
        lostWorkerMs,
        maxOutageMs: Number.POSITIVE_INFINITY,
        onNotice: (text) => void notices.push(text.replace(/redis:\S+/, 'QUEUE')),
      }),
    ...options,
  });
  return { service, notices };
}

/** Starts a worker in this process. Returns its notices and a function that stops it. */
function worker({ engineModule = plainEngine, processes = 1 } = {}) {
  const notices: string[] = [];
  const stop = new AbortController();
  const log = (text: string): void => void notices.push(text);
  const ended = serveJobs({
    url: redis.url,
    kind: 'engines',
    concurrency: processes,
    open: (shared, access) => EngineWorker.open(shared, access, { processes, engineModule, log }),
    onNotice: log,
    signal: stop.signal,
  });
  const end = (): Promise<void> => {
    stop.abort();
    return ended;
  };
  onTestFinished(() => end().catch(() => undefined));
  return { notices, end, ended };
}

/** Starts a worker in its own process. */
async function workerProcess(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('../../../fixtures/queue/engine-worker-process.ts', import.meta.url));
  const child = fork(file, [redis.url, '1', plainEngine], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function startRun(service: TestService, rawText: string, more: object = {}): Promise<string> {
  const processorId = await service.extractor();
  const { body } = await service.post('/processor_runs', { processorId, rawText, ...more });
  return body.processorRun.id;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedAt = performance.now(); !(await isTrue()); await delay(20))
    if (performance.now() - startedAt > 100_000) throw new Error(`after 100 s, this is false: ${isTrue}`);
}

/** Returns the number of jobs that a worker has at the moment. */
const activeJobs = (): Promise<number> =>
  redis.ask(async (client) => {
    const keys = (await client.keys('goldset:engines-*:active')) as string[];
    const counts = await Promise.all(keys.map((key) => client.llen(key)));
    return counts.reduce((sum, count) => sum + count, 0);
  });

const jobKeys = async (): Promise<string[]> => (await redis.keys()).filter((key) => /:job-\d+$/.test(key));

describe.skipIf(!hasRedis)('a service with engine workers', () => {
  beforeAll(async () => {
    redis = await RedisServer.start({ password: 'password-of-redis' });
  });
  afterAll(() => redis.stop());

  it('returns the results of a service without workers, and puts no document or token into Redis', async () => {
    const results = async (service: TestService) => {
      const processorId = await service.extractor();
      const fileId = await service.upload('letter.txt', 'letter of Mrs Gray\f second page');
      const texts = ['letter of Mrs Gray', 'corrupt', 'throw'];
      const inputs = [{ file: { fileId } }, ...texts.map((rawText) => ({ rawText }))];
      const ids = [];
      for (const input of inputs)
        ids.push((await service.post('/processor_runs', { processorId, ...input })).body.processorRun.id);
      const runs = await Promise.all(ids.map((id) => service.ended(id)));
      const { body: parse } = await service.post('/parse', { file: { fileId }, config: {} });
      const { file } = (await service.get(`/files/${fileId}?markdown=true`)).body;
      const image = await fetch(file.presignedUrl.replace('/content?', '/pages/1?width=100&'));
      return {
        runs: runs.map(({ status, output, failureReason, failureMessage, usage }) => ({
          ...{ status, output, failureReason, failureMessage, usage },
        })),
        chunks: parse.chunks.map(({ content }: { content: string }) => content),
        contents: file.contents,
        pageCount: file.metadata.pageCount,
        image: [image.status, image.headers.get('content-type'), (await image.arrayBuffer()).byteLength],
      };
    };
    const { service } = await queuedService();
    const remote = results(service);
    await until(async () => (await jobKeys()).length === 4);
    const content = await redis.content();
    for (const secret of ['Mrs Gray', 'second page', 'sk_secret']) expect(content).not.toContain(secret);
    expect(content).toMatch(
      new RegExp(`${service.url}/local/files/file_\\w+/content\\?expires=\\d+&signature=`),
    );
    const started = worker({ processes: 2 });
    const own = await testService();
    expect(await remote).toEqual(await results(own));
    await service.close();
    await started.end();
    // A worker that ends can write one more key, which expires.
    await expect.poll(() => redis.keys(), { timeout: 60_000 }).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('goldset-worker-'))).toEqual([]);
  });

  it('works with goldset serve and goldset worker, and with the local engine', async () => {
    const env = {};
    const serving = await serve(
      { host: '127.0.0.1', port: '0', data: temporaryFolder(), token: 'sk_secret', queue: redis.url },
      { ...silentPorts, env },
    );
    onTestFinished(() => serving.close());
    expect(serving.result.queue).toBe(redis.url.replace(/:[^:@]+@/, ''));
    let stop = (): void => undefined;
    const onInterrupt = (interrupt: () => void) => {
      stop = interrupt;
      return () => undefined;
    };
    const ready: unknown[] = [];
    const worker = work(
      { queue: redis.url, jobs: 'engines', workers: '1' },
      { ...silentPorts, env, onInterrupt },
      (result) => void ready.push(result.jobs),
    );
    const service = withRequests({ ...serving.result, close: serving.close });
    const id = await startRun(service, 'Invoice\nNumber: 4711');
    expect(await service.ended(id)).toMatchObject({
      status: 'PROCESSED',
      output: { value: { number: '4711' } },
    });
    stop();
    await worker;
    expect(ready).toEqual([['engines']]);
  });

  it('starts runs with lower priorities first, and gives a cancelled run to no worker', async () => {
    const { service } = await queuedService();
    const ids = [];
    for (const priority of [60, 20, 40, 50])
      ids.push(await startRun(service, `number ${priority}`, { priority }));
    await until(async () => (await jobKeys()).length === 4);
    await service.post(`/processor_runs/${ids[3]}/cancel`);
    await until(async () => (await jobKeys()).length === 3);
    expect((await jobKeys()).length).toBe(3);
    worker();
    const ended = await Promise.all(ids.map((id) => service.ended(id)));
    expect(ended.map(({ status }) => status)).toEqual(['PROCESSED', 'PROCESSED', 'PROCESSED', 'CANCELLED']);
    const order = ended.slice(0, 3).sort((a, b) => a.updatedAt.localeCompare(b.updatedAt));
    expect(order.map(({ output }) => output.value.text)).toEqual(['number 20', 'number 40', 'number 60']);
  });

  it('gives the document of a killed worker to another one', async () => {
    const { service } = await queuedService();
    const killed = await workerProcess();
    const id = await startRun(service, 'work 400');
    await until(async () => (await activeJobs()) === 1);
    killed.kill('SIGKILL');
    worker();
    expect(await service.ended(id)).toMatchObject({
      status: 'PROCESSED',
      output: { value: { text: 'work 400' } },
    });
  });

  it('hands the document back when a worker gets SIGTERM', async () => {
    // If the worker only stopped responding, another worker would get the document after a minute at the
    // earliest.
    const { service } = await queuedService({
      openQueue: (shared) =>
        openRedisQueue({
          ...{ url: redis.url, kind: 'engines', shared, lostWorkerMs: 60_000 },
          onNotice: () => undefined,
        }),
    });
    const stopped = await workerProcess();
    const id = await startRun(service, 'work 2500');
    await until(async () => (await activeJobs()) === 1);
    stopped.kill('SIGTERM');
    expect(await once(stopped, 'exit')).toEqual([0, null]);
    expect((await service.get(`/processor_runs/${id}`)).body.processorRun.status).toBe('PROCESSING');
    worker();
    expect(await service.ended(id)).toMatchObject({ status: 'PROCESSED' });
  });

  it('ignores a second result for the same document', async () => {
    const { service, notices } = await queuedService();
    const first = await startRun(service, 'first result');
    await until(async () => (await jobKeys()).length === 1);
    const queue = (await redis.keys()).find((key) => key.endsWith(':session'))?.replace(/:session$/, '');
    const message = (text: string): string => {
      const output = JSON.stringify({ value: { text }, metadata: {} });
      const value = { ok: true, output, documentPages: 1, pages: 1, credits: 1 };
      return JSON.stringify({ kind: 'done', id: 'job-1', value });
    };
    await redis.ask((client) => client.rpush(`${queue}:messages`, message('one'), message('two')));
    expect((await service.ended(first)).output.value.text).toBe('one');
    worker();
    const next = await startRun(service, 'next');
    expect((await service.ended(next)).output.value.text).toBe('next');
    expect((await service.ended(first)).output.value.text).toBe('one');
    expect(notices).toEqual([]);
  });

  it('lets documents wait while Redis is away or rejects commands, and while it has lost its data', async () => {
    const { service, notices } = await queuedService();
    const before = await startRun(service, 'work 50 before');
    await until(async () => (await jobKeys()).length === 1);
    await redis.kill();
    const during = await startRun(service, 'during');
    await delay(100);
    await redis.restart();
    worker();
    const ended = await Promise.all([before, during].map((id) => service.ended(id)));
    expect(ended.map(({ output }) => output.value.text)).toEqual(['work 50 before', 'during']);
    await redis.ask((client) => client.config('SET', 'maxmemory', '1'));
    const full = await startRun(service, 'full');
    await until(() => notices.length > 2);
    await redis.ask((client) => client.config('SET', 'maxmemory', '0'));
    expect((await service.ended(full)).output.value.text).toBe('full');
    expect(notices.map((text) => text.replace(/\(.*\)/, '(reason)'))).toEqual([
      'the connection to the queue QUEUE is lost; documents wait',
      'the connection to the queue QUEUE is back',
      'the queue QUEUE rejects commands (reason); documents wait until the queue accepts commands again',
    ]);
  });

  it('stops with documents in the queue, and completes them after the next start', async () => {
    const dataDir = temporaryFolder();
    const { service } = await queuedService({ dataDir, drainMs: 50 });
    const ids = [await startRun(service, 'one'), await startRun(service, 'two')];
    await until(async () => (await jobKeys()).length === 2);
    await service.close();
    expect(await redis.keys()).toEqual([]);
    const { service: next } = await queuedService({ dataDir, token: service.token });
    const unfinished = await next.get(`/processor_runs/${ids[0]}`);
    expect(unfinished.body.processorRun).toMatchObject({ status: 'PROCESSING', output: null });
    worker();
    const ended = await Promise.all(ids.map((id) => next.ended(id)));
    expect(ended.map(({ output }) => output.value.text)).toEqual(['one', 'two']);
  });

  it('rejects a worker with another engine, and one that cannot reach the service', async () => {
    const { service } = await queuedService({ drainMs: 50 });
    const other = new URL('../../../fixtures/service/echo-engine.ts', import.meta.url).href;
    const different = worker({ engineModule: other });
    await until(() => different.notices.length > 0);
    expect(different.notices).toEqual([
      expect.stringMatching(
        /^this worker takes no jobs of a service: http:\S+: this worker reads documents with echo-engine\.ts \w+, PP-OCR.*, but the service reads them with plain-engine\.ts \w+, PP-OCR.*; fix: Install the same goldset/,
      ),
    ]);
    await different.end();
    await service.close();
    const publicUrl = 'http://127.0.0.1:2';
    const { service: hidden } = await queuedService({ publicUrl, drainMs: 50 });
    const far = worker();
    await until(() => far.notices.length > 0);
    expect(far.notices).toEqual([
      'this worker takes no jobs of a service: http://127.0.0.1:2: this worker reads documents for the service, but cannot reach it (connect ECONNREFUSED 127.0.0.1:2); fix: Start the service with --host and --public-url, so that this machine can reach its address.',
    ]);
    await far.end();
    await hidden.close();
  });

  it('does not start without Redis, and releases its data folder', async () => {
    const dataDir = temporaryFolder();
    const openQueue = (shared: unknown) =>
      openRedisQueue({
        ...{ url: 'redis://127.0.0.1:1', kind: 'engines', shared },
        onNotice: () => undefined,
      });
    await expect(testService({ dataDir, openQueue })).rejects.toMatchObject({ code: 'QUEUE_UNREACHABLE' });
    const service = await testService({ dataDir });
    expect(existsSync(service.dataDir)).toBe(true);
  });
});
