import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { RunQueue } from '../../../src/workbench/server/run-queue.ts';

it.each([
  ['invoices', 'invoices-3'],
  ['invoices-2', 'invoices-3'],
  ['mail-2026', 'mail-2026-2'],
  ['.', 'rerun-2'],
])('writes the new record of a rerun of %s to %s', async (of, expected) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-queue-'));
  for (const name of ['invoices', 'invoices-2', 'mail-2026']) mkdirSync(path.join(dir, name));
  const queue = new RunQueue(dir, [process.execPath, '-e', 'process.exit(1)'], () => undefined);
  queue.add('all', of, { args: ['run'], target: null });
  expect(queue.jobs.map((job) => job.path)).toEqual([expected]);
  await expect
    .poll(() => queue.jobs[0])
    .toMatchObject({ state: 'failed', problem: 'The command ended without a message.' });
  rmSync(dir, { recursive: true, force: true });
});

it('fails a job whose messages cannot be stored, and starts the next one', () => {
  vi.stubEnv('TMPDIR', path.join(os.tmpdir(), 'missing-folder'));
  const queue = new RunQueue(os.tmpdir(), [process.execPath, '-e', '0'], () => undefined);
  queue.add('all', 'invoices', { args: ['run'], target: null });
  queue.add('failed', 'invoices', { args: ['run'], target: null });
  vi.unstubAllEnvs();
  expect(queue.jobs).toMatchObject([
    { state: 'failed', problem: expect.stringContaining('ENOENT') },
    { state: 'failed', problem: expect.stringContaining('ENOENT') },
  ]);
});
