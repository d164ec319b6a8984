import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { NotScored, ScoringThread } from '../../../src/workbench/server/score-in-worker.ts';

it('starts a new thread after one has failed, and keeps the requests of the new thread', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-thread-'));
  const file = path.join(dir, 'worker.mjs');
  // The thread fails at the record `bad`. A new thread answers the other requests.
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ number, record }) => {
  if (record === 'bad') throw new Error('out of memory');
  setTimeout(() => parentPort.postMessage({ number, value: record }), 200);
});`,
  );
  const thread = new ScoringThread({ file: pathToFileURL(file) });
  const first = thread.open('bad').catch((error: unknown) => error);
  const failed = await first;
  expect(failed).toBeInstanceOf(NotScored);
  expect((failed as Error).message).toBe('The scoring thread failed: out of memory');
  expect(await thread.open('good')).toBe('good');
  await thread.close();
  rmSync(dir, { recursive: true, force: true });
});

it('uses the worker of a closed thread again, unless the worker had a request', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-thread-'));
  const file = path.join(dir, 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ number, record }) => {
  if (record === 'good') parentPort.postMessage({ number, value: threadId });
});`,
  );
  const threads = [1, 2, 3].map(() => new ScoringThread({ file: pathToFileURL(file) }));
  const ids: unknown[] = [];
  for (const thread of threads) {
    ids.push(await thread.open('good'));
    const pending = ids.length === 2 ? thread.open('never').catch((error: Error) => error.message) : null;
    await thread.close();
    if (pending !== null) expect(await pending).toBe('The scoring thread has ended.');
  }
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  rmSync(dir, { recursive: true, force: true });
});
