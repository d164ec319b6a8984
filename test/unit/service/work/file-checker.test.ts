import { expect, it } from 'vitest';
import { FileChecker } from '../../../../src/service/work/file-checker.ts';
import { failedJob, type JobResult } from '../../../../src/service/work/job.ts';
import type { WorkerPool } from '../../../../src/service/work/worker-pool.ts';

const fileOf = (hash: string, more: object = {}) => ({
  id: hash,
  hash,
  name: 'a.pdf',
  type: 'PDF' as const,
  size: 9,
  pageCount: null,
  parentFileId: null,
  createdAt: '',
  updatedAt: '',
  ...more,
});

/** Returns a checker whose worker calls `execute`, and the names of the files that were checked. */
function checkerOf(execute: (id: string) => Promise<JobResult<'check'>>, timeLimitMs = 1000) {
  const asked: string[] = [];
  const run = (id: string): Promise<JobResult<'check'>> => {
    asked.push(id);
    return execute(id);
  };
  const pool = { execute: run } as unknown as WorkerPool;
  const content = (hash: string) => ({ bytes: Buffer.from(hash.startsWith('text') ? 'text' : '%PDF-1.7') });
  return { asked, checker: new FileChecker(content, pool, timeLimitMs) };
}

const broken = failedJob('FAILED_TO_PROCESS_FILE', 'It is broken.', { code: 'DOCUMENT_CORRUPT' });

it('checks equal bytes once, and no file that was already read', async () => {
  const { asked, checker } = checkerOf(async (id) => (id === 'bad' ? broken : { ok: true }));
  for (const [hash, expected] of [
    ['bad', 'It is broken.'],
    ['good', null],
    ['bad', 'It is broken.'],
    ['good', null],
  ] as const)
    expect(await checker.problem(fileOf(hash))).toBe(expected);
  expect(await checker.problem(fileOf('read', { pageCount: 2 }))).toBeNull();
  expect(await checker.problem(fileOf('text', { name: 'a.txt' }))).toBeNull();
  expect(asked).toEqual(['bad', 'good']);
});

it('checks equal bytes again under another name, which can determine the type', async () => {
  const { asked, checker } = checkerOf(async () => (asked.length === 1 ? broken : { ok: true }));
  expect(await checker.problem(fileOf('page', { name: 'a.pdf' }))).toBe('It is broken.');
  expect(await checker.problem(fileOf('page', { name: 'a.html' }))).toBeNull();
  expect(asked).toEqual(['page', 'page']);
});

it('accepts a file if the failure is not that of the document', async () => {
  const { checker } = checkerOf(async (id) => {
    if (id === 'aborted') return failedJob('ABORTED', 'late');
    if (id === 'unexpected') return failedJob('PARSING_ERROR', 'p', { internal: 'stack' });
    return failedJob('FAILED_TO_PROCESS_FILE', 'memory', { internal: 'SIGKILL' });
  });
  for (const hash of ['aborted', 'unexpected', 'memory'])
    expect(await checker.problem(fileOf(hash))).toBeNull();
});

it('accepts files that wait or are checked longer than the time limit, and then checks no file that waited', async () => {
  let respond = (_result: JobResult<'check'>): void => {};
  const { asked, checker } = checkerOf((id) => {
    if (id !== 'slow') return Promise.resolve(broken);
    return new Promise((resolve) => {
      respond = resolve;
    });
  }, 20);
  expect(await Promise.all(['slow', 'waiting'].map((hash) => checker.problem(fileOf(hash))))).toEqual([
    null,
    null,
  ]);
  respond({ ok: true });
  expect(await checker.problem(fileOf('next'))).toBe('It is broken.');
  expect(asked).toEqual(['slow', 'next']);
});
