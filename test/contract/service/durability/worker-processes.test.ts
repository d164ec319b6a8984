import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { long, times } from '../../../fixtures/long-form.ts';
import { decompressionBombs } from '../../../fixtures/pages/decompression-bombs.ts';
import { scannedPdf } from '../../../fixtures/pages/large-scan.ts';
import {
  plainEngine,
  sharedService,
  type TestService,
  temporaryFolder,
  testService,
  withRequests,
} from '../../../fixtures/service/service-harness.ts';

async function start(service: TestService, processorId: string, input: object): Promise<string> {
  const { body } = await service.post('/processor_runs', { processorId, ...input });
  return body.processorRun.id;
}

/** Returns the process ids of the workers of a service that runs in its own process. */
function childrenOf(parent: ChildProcess): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, ppid]) => ppid === parent.pid).map(([pid = 0]) => pid);
}

/**
 * Runs a document that fails, and other documents at the same time and later. Expects that only the first one fails.
 */
async function expectFailsAlone(service: TestService, rawText: string, reason: string, message: RegExp) {
  const processorId = await service.extractor();
  const harmful = await start(service, processorId, { rawText });
  const others = [await start(service, processorId, { rawText: 'work 300' })];
  const failed = await service.ended(harmful);
  expect(failed).toMatchObject({ status: 'FAILED', failureReason: reason });
  expect(failed.failureMessage).toMatch(message);
  for (let index = 0; index < 3; index++)
    others.push(await start(service, processorId, { rawText: `${index}` }));
  for (const id of others) expect((await service.ended(id)).status).toBe('PROCESSED');
}

describe('a document', () => {
  const service = sharedService({ workers: 2, workerMemoryMb: 200 });
  it.each([
    ['aborts its process', 'abort', 'INTERNAL_ERROR', /worker ended/],
    ['fills the memory outside the heap', 'allocate', 'FAILED_TO_PROCESS_FILE', /more than 200 MB of memory/],
    ['fills the heap', 'heap', 'FAILED_TO_PROCESS_FILE', /more than 200 MB of memory/],
  ])('that %s fails alone', (_, rawText, reason, message) =>
    expectFailsAlone(service, rawText, reason, message),
  );

  it('that blocks its process fails alone', async () => {
    // The limit includes the start of the worker, which takes seconds on a busy machine.
    const limited = await testService({ workers: 2, runTimeLimitMs: 4000 });
    await expectFailsAlone(limited, 'work 60000', 'ABORTED', /longer than 4 s/);
  });

  it('that needs little memory is not affected by the documents before it', async () => {
    const service = await testService({ workerMemoryMb: 300 });
    const processorId = await service.extractor();
    // Each document keeps 50 MB of memory, so all documents together would exceed the limit of 300 MB.
    for (let index = 0; index < times(6, 20); index++) {
      const id = await start(service, processorId, { rawText: `keep 50 ${index}` });
      expect((await service.ended(id)).status).toBe('PROCESSED');
    }
  });

  it('that needs almost the whole limit is read after one that left memory behind', async () => {
    const service = await testService({ workerMemoryMb: 480 });
    const processorId = await service.extractor();
    for (const rawText of ['keep 165', 'hold 300 100']) {
      const id = await start(service, processorId, { rawText });
      expect((await service.ended(id)).status).toBe('PROCESSED');
    }
  });

  it.runIf(long)('fails alone if its time ends during character recognition', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const canvas = createCanvas(1240, 1754);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 1240, 1754);
    context.fillStyle = 'black';
    context.font = '24px sans-serif';
    for (let line = 0; line < 40; line++)
      context.fillText(`Line ${line}: total 1,234.${line}`, 80, 80 + line * 40);
    const image = canvas.toBuffer('image/png');
    for (const runTimeLimitMs of [400, 800, 1200, 1600, 2000]) {
      const service = await testService({ engineModule: undefined, runTimeLimitMs });
      const processorId = await service.extractor();
      const fileId = await service.upload('scan.png', image);
      const failed = await service.ended(await start(service, processorId, { file: { fileId } }));
      expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'ABORTED' });
      expect((await service.get('/local/health')).status).toBe(200);
      await service.close();
    }
  });
});

describe('several large documents at the same time', () => {
  // Any two of these documents together exceed the memory limit of all workers.
  const large = 'hold 180 500';

  it('are read one after the other, while a small document is read', async () => {
    const service = await testService({ workers: 3, workerMemoryMb: 330 });
    const processorId = await service.extractor();
    const ids: string[] = [];
    for (let index = 0; index < times(2, 3); index++)
      ids.push(await start(service, processorId, { rawText: `${large} ${index}` }));
    const small = await service.ended(await start(service, processorId, { rawText: 'small' }));
    const runs = [];
    for (const id of ids) runs.push(await service.ended(id));
    expect(new Set([small, ...runs].map(({ status }) => status))).toEqual(new Set(['PROCESSED']));
    const holds = runs.map(({ output }) => output.value).sort((a, b) => a.from - b.from);
    for (const [index, { from }] of holds.slice(1).entries()) expect(from).toBeGreaterThan(holds[index].to);
    expect(Date.parse(small.updatedAt)).toBeLessThan(holds.at(-1).from);
  });

  it.runIf(long)(
    'are read with the default limits if they are A4 pages at 600 dots per inch',
    async () => {
      const service = await testService({ engineModule: undefined, workers: 3 });
      const processorId = await service.extractor();
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) {
        const fileId = await service.upload(`${index}.pdf`, scannedPdf(600, index + 3));
        ids.push(await start(service, processorId, { file: { fileId } }));
      }
      for (const id of ids)
        await expect
          .poll(async () => (await service.ended(id).catch(() => ({}))).status, { timeout: 300_000 })
          .toBe('PROCESSED');
    },
    900_000,
  );

  it('can be cancelled while they wait for memory, and are repeated after a restart', async () => {
    const dataDir = temporaryFolder();
    const service = await testService({ workers: 3, workerMemoryMb: 330, dataDir, drainMs: 10 });
    const processorId = await service.extractor();
    const ids: string[] = [];
    for (let index = 0; index < 3; index++)
      ids.push(await start(service, processorId, { rawText: `hold 180 3000 ${index}` }));
    // One of the three documents holds its memory, and the two others wait. Which one comes first is random.
    const waiting = () => {
      const log = readFileSync(path.join(dataDir, 'service.log'), 'utf8');
      return ids.filter((id) => log.includes(`${id} waits for memory`));
    };
    await expect.poll(() => waiting().length).toBe(2);
    const [cancelled = '', repeated = ''] = waiting();
    await service.post(`/processor_runs/${cancelled}/cancel`);
    await service.close();
    const next = await testService({ workers: 3, workerMemoryMb: 330, dataDir });
    for (const id of ids) if (id !== repeated) await next.post(`/processor_runs/${id}/cancel`);
    expect((await next.ended(repeated)).status).toBe('PROCESSED');
    expect((await next.ended(cancelled)).status).toBe('CANCELLED');
  });
});

describe('decompression bombs', () => {
  // `npm run test:long` tries every kind of decompression bomb at 300 MB, and `npm test` two kinds at 20 MB.
  // bench/decompression-bombs.ts measures their memory.
  const kinds = long ? Object.keys(decompressionBombs) : ['aes-128.pdf', 'paragraphs.docx'];
  it('fail with a reason, while a document of one line is read', async () => {
    const service = await testService({ engineModule: undefined, workers: 2 });
    const processorId = await service.extractor();
    const files: string[] = [];
    for (const kind of kinds)
      files.push(await service.upload(kind, decompressionBombs[kind]?.(times(20e6, 300e6)) ?? ''));
    const startedAt = performance.now();
    const rejections = Promise.all(
      files.map((fileId) => service.post('/processor_runs', { processorId, file: { fileId } })),
    );
    const line = await service.ended(await start(service, processorId, { rawText: 'Number: 4711' }));
    expect([line.status, line.output.value.number]).toEqual(['PROCESSED', '4711']);
    for (const { status, body } of await rejections) {
      expect(status).toBe(400);
      expect(body.error).toMatch(/is too large: found .* expected at most \d+ bytes/);
    }
    // This high limit only shows that no bomb is decompressed. bench/decompression-bombs.ts measures the durations.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});

describe('a worker process', () => {
  const program = fileURLToPath(new URL('../../../fixtures/service/serve-process.ts', import.meta.url));

  async function serve(workers = 1): Promise<[ChildProcess, TestService, string]> {
    const dataDir = temporaryFolder();
    const child = spawn(process.execPath, [program, dataDir, 'sk_workers', plainEngine, String(workers)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    const service = withRequests({ url, token: 'sk_workers', dataDir, close: async () => undefined });
    return [child, service, await service.extractor()];
  }

  function isRunning(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  it('ends after its service was killed, with or without a document, and also while it waits for native code', async () => {
    const [child, service, processorId] = await serve(3);
    // Three documents at the same time, so that three workers start.
    const first = await Promise.all(
      ['work 300 1', 'work 300 2', 'work 300 3'].map((rawText) => start(service, processorId, { rawText })),
    );
    for (const id of first) await service.ended(id);
    const workers = childrenOf(child);
    expect([workers.length, workers.every(isRunning)]).toEqual([3, true]);
    for (const rawText of ['work 60000', 'native']) await start(service, processorId, { rawText });
    await delay(200);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => workers.filter(isRunning), { timeout: 10_000 }).toEqual([]);
  });

  it('ends if its service died before it was ready', async () => {
    const file = fileURLToPath(new URL('../../../../src/service/work/worker.ts', import.meta.url));
    // The second argument is the process id of the service. It differs from the parent of the worker, as if the
    // service had died.
    const worker = fork(file, ['1024', '1'], { execArgv: [] });
    onTestFinished(() => void worker.kill('SIGKILL'));
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
  });

  it('finishes its document if a signal to all processes arrives while it is starting or reads a document', async () => {
    const [child, service, processorId] = await serve();
    for (const ms of [0, 200]) {
      const id = await start(service, processorId, { rawText: 'work 500' });
      let workers = childrenOf(child);
      for (; workers.length === 0; workers = childrenOf(child)) await delay(5);
      await delay(ms);
      // The service finishes the documents in progress, so it ends after its worker.
      for (const pid of workers) process.kill(pid, 'SIGINT');
      expect((await service.ended(id)).status, `after ${ms} ms`).toBe('PROCESSED');
    }
    // The worker, which has no document now, does not delay the end of its service.
    const ended = once(child, 'exit');
    const signalledAt = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    // A worker could keep its service alive for up to 10 s.
    expect(performance.now() - signalledAt).toBeLessThan(8000);
  });
});
