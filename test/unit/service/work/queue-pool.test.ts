import { expect, test } from 'vitest';
import type { JobOptions, JobQueue, JobReply } from '../../../../src/queue/job-queue.ts';
import type { Job } from '../../../../src/service/work/job.ts';
import { QueuePool } from '../../../../src/service/work/queue-pool.ts';

const shared = {
  baseUrl: 'http://127.0.0.1',
  identity: { engine: '', ocr: '' },
  timeLimitMs: 1,
  memoryLimitMb: 1,
  prices: {} as never,
};
const parse: Job = {
  kind: 'parse',
  file: { id: 'file_1', name: 'a.txt', hash: 'h', content: { bytes: new Uint8Array([7]) } },
};
const missing = {
  ok: false,
  failure: { reason: 'FAILED_TO_PROCESS_FILE', message: 'gone', isFileMissing: true },
};
const done = (value: unknown): JobReply => ({ kind: 'done', value });

/** Returns a pool whose queue replies with `reply`, and the jobs that the pool has added. */
async function poolOf(reply: (nth: number, options: JobOptions) => Promise<JobReply>, expiresAt = Infinity) {
  const jobs: unknown[] = [];
  const queue: JobQueue = {
    run: (data, _onNote, options = {}) => reply(jobs.push(data), options),
    cancel: () => undefined,
    close: async () => undefined,
  };
  let addresses = 0;
  const pool = new QueuePool(
    async () => queue,
    (id) => ({ url: `http://127.0.0.1/${id}/${++addresses}`, expiresAt }),
  );
  expect(pool.hasRoom).toBe(false);
  await pool.open(shared, 'key');
  return { pool, jobs };
}

test('sends an address instead of the bytes, and repeats a job whose worker stopped with a new address', async () => {
  const result = { ok: true, type: 'TXT', pages: [], credits: 1 };
  const { pool, jobs } = await poolOf(async (nth) => (nth === 1 ? { kind: 'uncertain' } : done(result)));
  expect(await pool.execute('dpr_1', parse, 50)).toEqual(result);
  expect(jobs).toEqual(
    [1, 2].map((nth) => ({
      id: 'dpr_1',
      work: {
        kind: 'parse',
        file: { id: 'file_1', name: 'a.txt', hash: 'h', content: { url: `http://127.0.0.1/file_1/${nth}` } },
      },
    })),
  );
});

test('repeats a job if its address expired while it waited, and fails it if the file is missing before', async () => {
  const expired = await poolOf(
    async (nth) => done(nth === 1 ? missing : { ok: true, image: null }),
    Date.now() - 1,
  );
  expect(await expired.pool.execute('a', parse, 0)).toEqual({ ok: true, image: null });
  expect(expired.jobs).toHaveLength(2);
  const deleted = await poolOf(async () => done(missing), Date.now() + 60_000);
  expect(await deleted.pool.execute('a', parse, 0)).toEqual(missing);
  expect(deleted.jobs).toHaveLength(1);
});

test('fails a job that too many workers had, whose worker failed, or of a closed queue', async () => {
  const { pool } = await poolOf(async () => ({ kind: 'abandoned', workers: 5 }));
  expect(await pool.execute('a', parse, 0)).toMatchObject({
    failure: { reason: 'INTERNAL_ERROR', message: '5 workers stopped before they completed this document.' },
  });
  const failed = await poolOf(async () => ({ kind: 'failed', reason: 'no memory' }));
  expect(await failed.pool.execute('a', parse, 0)).toMatchObject({
    failure: {
      reason: 'INTERNAL_ERROR',
      message: 'A worker could not process this document.',
      internal: 'no memory',
    },
  });
  const closed = await poolOf(() => Promise.reject(new Error('closed')));
  expect(await closed.pool.execute('a', parse, 0)).toMatchObject({
    failure: { reason: 'ABORTED', message: 'The service is stopping.' },
  });
});

test('passes the priority, and ends a job that is aborted', async () => {
  let priority: number | undefined;
  const { pool } = await poolOf((_nth, options) => {
    priority = options.priority;
    return new Promise((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
    );
  });
  const ended = pool.execute('dpr_1', parse, 20);
  pool.abort('dpr_2');
  pool.abort('dpr_1');
  expect(await ended).toMatchObject({ failure: { reason: 'ABORTED', message: 'Cancelled.' } });
  expect(priority).toBe(20);
});

test('has at most 500 documents in the queue', async () => {
  const { pool } = await poolOf(() => new Promise(() => undefined));
  for (let nth = 1; nth <= 500; nth++) {
    expect(pool.hasRoom).toBe(true);
    void pool.execute(`dpr_${nth}`, parse, 0);
  }
  expect(pool.hasRoom).toBe(false);
});
