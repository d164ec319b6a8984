import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { sharedRunSchema } from '../../../../src/runner/queue/item-job.ts';
import { ItemWorker } from '../../../../src/runner/queue/item-worker.ts';
import { queueRunner } from '../../../../src/runner/queue/queue-item-runner.ts';
import { runPlan } from '../../../../src/runner/run-plan.ts';
import { FaultServer, type FaultServerOptions } from '../../../fixtures/faults/fault-server.ts';
import { numbered, textSet } from '../../../fixtures/faults/text-set.ts';
import { type Delivery, MemoryQueue } from '../../../fixtures/queue/memory-queue.ts';

const waits = { listMs: 100, settleMs: 10, firstPauseMs: 10, maxOutageMs: 400 };

/** Runs items through a queue in memory. Returns the rows, and what the service and the queue received. */
async function runQueued(
  count: number,
  deliver: (nth: number) => Delivery = () => 'execute',
  options: FaultServerOptions = {},
) {
  const service = await new FaultServer({ token: 'top-secret', ...options }).start();
  const clientOf = (token: string) => createClient({ baseUrl: service.url, token, firstRetryMs: 1 });
  const client = clientOf('top-secret');
  const dir = mkdtempSync(path.join(tmpdir(), 'goldset-queue-'));
  onTestFinished(async () => {
    await client.close();
    await service.stop();
    rmSync(dir, { recursive: true });
  });
  let queue: MemoryQueue | undefined;
  let sharedValue: unknown;
  const outcome = await runPlan({
    client,
    recordDir: dir,
    targetKind: 'remote',
    set: textSet(numbered(count)),
    processor: 'dp_1',
    versions: ['draft'],
    waits,
    openRunner: queueRunner({
      open: async (shared) => {
        sharedValue = shared;
        queue = new MemoryQueue(
          (access) =>
            new ItemWorker({
              shared: sharedRunSchema.parse(JSON.parse(JSON.stringify(shared))),
              client: clientOf('top-secret'),
              access,
              concurrency: 4,
            }),
          deliver,
        );
        return queue;
      },
    }),
  }).catch((thrown: unknown) => thrown);
  const rows = [];
  const reader = await openRecord(dir);
  for await (const { runs } of reader.documents()) rows.push(...runs.flat());
  return { outcome, rows, service, jobs: queue?.jobs ?? [], shared: sharedValue, queue, reader };
}

test('executes each item once, and closes the queue', async () => {
  const { outcome, rows, service, queue } = await runQueued(5);
  expect(outcome).toMatchObject({ planned: 5, processed: 5, unusedRuns: [], unconfirmed: [] });
  expect(rows.map(({ output }) => output)).toEqual(
    numbered(5).map((text) => ({ value: { text }, metadata: {} })),
  );
  expect([service.runs.size, queue?.isClosed]).toEqual([5, true]);
});

test('gives workers file ids, and neither texts nor tokens', async () => {
  const { jobs, shared, service } = await runQueued(2);
  expect([service.uploads, jobs.length]).toEqual([2, 2]);
  for (const job of jobs) expect(job).toMatchObject({ file: { fileId: expect.stringMatching(/^file_/) } });
  const sent = JSON.stringify([shared, jobs]);
  for (const secret of [...numbered(2), 'top-secret']) expect(sent).not.toContain(secret);
});

test('continues the run that a stopped worker noted', async () => {
  const { outcome, rows, service } = await runQueued(1, () => 'stop after note', { runMs: () => 30 });
  expect(outcome).toMatchObject({ processed: 1, unusedRuns: [] });
  expect([service.runs.size, rows[0]?.runId]).toEqual([1, 'run_1']);
});

test('finds the run of a worker that stopped before it noted the run', async () => {
  const { outcome, rows, service, jobs } = await runQueued(1, (nth) =>
    nth === 1 ? 'stop before note' : 'execute',
  );
  expect(outcome).toMatchObject({ processed: 1, unusedRuns: [], unconfirmed: [] });
  expect([service.runs.size, rows[0]?.runId, jobs.length]).toEqual([1, 'run_1', 2]);
});

test('searches once for the runs of all item runs that are uncertain at the same time', async () => {
  const count = 60;
  let lists = 0;
  const { outcome, service } = await runQueued(
    count,
    (nth) => (nth <= count ? { kind: 'uncertain' } : 'execute'),
    {
      fault: ({ method, path: address }) => {
        if (method === 'GET' && address === '/processor_runs') lists++;
        return undefined;
      },
    },
  );
  expect(outcome).toMatchObject({ processed: count, unusedRuns: [], unconfirmed: [] });
  expect(service.runs.size).toBe(count);
  expect(lists).toBeLessThan(20);
});

test.each([false, true])(
  'finds the runs of many item runs, if lists omit the tags: %s',
  async (bareLists) => {
    const { outcome, rows, service } = await runQueued(
      30,
      (nth) => (nth <= 30 ? 'stop before note' : 'execute'),
      { bareLists },
    );
    expect(outcome).toMatchObject({ processed: 30, unusedRuns: [] });
    expect(new Set(rows.map(({ runId }) => runId))).toEqual(new Set(service.runs.keys()));
    expect(service.runs.size).toBe(30);
  },
);

test('reports the run of the first of two workers that executed the same item run', async () => {
  const { outcome, rows, service } = await runQueued(1, () => 'execute twice');
  expect([service.runs.size, rows[0]?.runId]).toEqual([2, 'run_2']);
  expect(outcome).toMatchObject({ processed: 1, unusedRuns: [{ runId: 'run_1' }] });
});

test('reports a run that a worker created for an item run with another result', async () => {
  const { outcome, service } = await runQueued(1, (nth) => (nth === 1 ? 'stop after note' : 'execute'), {
    fault: ({ method, path: address, nth }) =>
      method === 'GET' && /run_1$/.test(address) && nth < 40 ? { kind: 'status', status: 404 } : undefined,
    runMs: () => 20,
  });
  expect(service.runs.size).toBe(2);
  expect(outcome).toMatchObject({ processed: 1, unusedRuns: [{ runId: 'run_1' }] });
});

test('creates a run if a stopped worker created none', async () => {
  const { outcome, rows, service, jobs } = await runQueued(1, (nth) =>
    nth === 1 ? { kind: 'uncertain' } : 'execute',
  );
  expect(outcome).toMatchObject({ processed: 1, unusedRuns: [], unconfirmed: [] });
  expect([service.runs.size, rows[0]?.attempts]).toEqual([1, 2]);
  expect(jobs[1]).toMatchObject({ attempts: 1 });
});

test('does not report a run as unused if its note was lost and its result is used', async () => {
  const { outcome, rows } = await runQueued(1, (nth) =>
    nth === 1 ? { kind: 'uncertain' } : 'execute without note',
  );
  expect(outcome).toMatchObject({ processed: 1, unusedRuns: [] });
  expect(rows[0]?.runId).toBe('run_1');
});

test('fails an item run whose worker failed, and reports the others', async () => {
  const { outcome, rows } = await runQueued(2, (nth) =>
    nth === 1 ? { kind: 'failed', reason: 'no memory' } : 'execute',
  );
  expect(outcome).toMatchObject({ processed: 1, failed: 1 });
  expect(rows[0]?.failure).toEqual({ reason: 'service_error', message: 'a worker failed: no memory' });
});

test('fails an item run that several workers left, and reports the others', async () => {
  const { outcome, rows } = await runQueued(2, (nth) =>
    nth === 1 ? { kind: 'abandoned', workers: 5 } : 'execute',
  );
  expect(outcome).toMatchObject({ processed: 1, failed: 1 });
  expect(rows[0]?.failure).toEqual({
    reason: 'service_error',
    message: '5 workers stopped during this item run',
  });
});

test('ends the run with the error of a worker that concerns the whole service', async () => {
  const { outcome } = await runQueued(1, () => ({
    kind: 'done',
    value: {
      error: { code: 'SERVICE_UNAUTHORISED', details: { url: 'http://x', status: 401, reason: 'no' } },
      isFileMissing: false,
      learnt: {
        worked: [],
        unclear: [],
        superseded: [],
        hasUntaggedRuns: false,
        clockOffsetMs: 0,
        requests: { request: 1, retry: 0, 'rate-limited': 0 },
      },
    },
  }));
  expect(outcome).toMatchObject({ code: 'RUN_INCOMPLETE', cause: { code: 'SERVICE_UNAUTHORISED' } });
});

test('tries an item run again after the service failed, and counts the requests of workers', async () => {
  let failures = 0;
  const { outcome, reader, service } = await runQueued(2, () => 'execute', {
    fault: ({ method, path: address }) =>
      method === 'POST' && address === '/processor_runs' && failures++ < 8
        ? { kind: 'status', status: 503 }
        : undefined,
  });
  expect(outcome).toMatchObject({ processed: 2, unusedRuns: [] });
  expect(service.runs.size).toBe(2);
  const { requests = 0, retries = 0 } = reader.summary ?? {};
  expect(requests).toBeGreaterThan(12);
  expect(retries).toBeGreaterThanOrEqual(8);
});
