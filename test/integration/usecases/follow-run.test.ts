import { appendFileSync, mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../src/base/file-lock.ts';
import { RunFollower } from '../../../src/usecases/view/follow-run.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');

describe('RunFollower', () => {
  let rows = '';
  let record = '';
  let follower: RunFollower;
  beforeEach(async () => {
    record = path.join(await folderOfRecords(), 'unfinished');
    rows = path.join(record, 'record/rows.jsonl');
    writeFileSync(rows, '');
    follower = await RunFollower.open(record);
  });

  /** Returns a row line. The item run ended `seconds` after the start. */
  const row = (position: number, version: 0 | 1, seconds: number, rest: object = {}) =>
    `${JSON.stringify({
      position,
      version,
      repeat: 1,
      itemId: `doc-${position}`,
      state: 'processed',
      runId: null,
      processorVersionId: null,
      output: { value: {} },
      latencyMs: 1500,
      credits: 2,
      pages: 1,
      attempts: 1,
      finishedAt: new Date(start + seconds * 1000).toISOString(),
      ...rest,
    })}\n`;
  const failed = (reason: string, message = reason) => ({
    state: 'failed',
    failure: { reason, message },
    credits: null,
    output: null,
  });

  it('counts results per version, with the credits of executed item runs only', async () => {
    appendFileSync(rows, row(0, 0, 1) + row(0, 1, 2, { credits: 3.5 }));
    appendFileSync(rows, row(1, 0, 3, { reused: { recordId: 'r' } }) + row(2, 1, 4, failed('timed_out')));
    expect(await follower.read()).toBe(true);
    // 12 documents in 2 versions make 24 planned item runs. The reused output cost nothing in this run, so the credits
    // are 2 + 3.5.
    const state = follower.state();
    expect(state).toMatchObject({
      planned: 24,
      done: 4,
      failed: 1,
      reused: 1,
      credits: 5.5,
      state: 'unfinished',
      maxCredits: null,
    });
    expect(state.versions).toEqual([
      { name: '1.0', planned: 12, done: 2, failed: 0, reused: 1, credits: 2 },
      { name: 'draft', planned: 12, done: 2, failed: 1, reused: 0, credits: 3.5 },
    ]);
    expect(await follower.read()).toBe(false);
  });

  it('reads up to the last complete line, and continues there', async () => {
    const line = row(1, 0, 2);
    appendFileSync(rows, row(0, 0, 1) + line.slice(0, 40));
    await follower.read();
    expect(follower.state().done).toBe(1);
    expect(await follower.read()).toBe(false);
    appendFileSync(rows, line.slice(40, -1));
    expect(await follower.read()).toBe(false);
    appendFileSync(rows, '\n');
    expect(await follower.read()).toBe(true);
    expect(follower.state().done).toBe(2);
  });

  it('does not read a line twice', async () => {
    appendFileSync(rows, row(0, 0, 1));
    await follower.read();
    const file = openSync(rows, 'r+');
    writeSync(file, 'x'.repeat(readFileSync(rows).length - 1), 0);
    appendFileSync(rows, row(1, 0, 2));
    await follower.read();
    expect(follower.state().done).toBe(2);
  });

  it('reads a line that is longer than a block', async () => {
    const value = { number: 'ü'.repeat(2_000_000) };
    appendFileSync(rows, row(0, 0, 1) + row(1, 0, 2, { output: { value } }) + row(2, 0, 3));
    await follower.read();
    expect(follower.state().last.map(({ itemId }) => itemId)).toEqual(['doc-2', 'doc-1', 'doc-0']);
  });

  it('lists reasons of failures by frequency, and the last 20 results, the newest first', async () => {
    appendFileSync(rows, row(0, 0, 1, failed('rate_limited')));
    for (let n = 1; n < 12; n++)
      appendFileSync(rows, row(n, 0, n) + row(n, 1, n, failed('timed_out', `late ${n}`)));
    appendFileSync(rows, row(0, 1, 12, { state: 'cancelled', credits: null }));
    await follower.read();
    const { failures, last } = follower.state();
    expect(failures).toEqual([
      { reason: 'timed_out', count: 11, message: 'late 1' },
      { reason: 'rate_limited', count: 1, message: 'rate_limited' },
      { reason: 'cancelled', count: 1, message: '' },
    ]);
    expect(last).toHaveLength(20);
    expect(last[0]).toMatchObject({ itemId: 'doc-0', version: 'draft', state: 'cancelled', failure: null });
    expect(last[1]).toMatchObject({ itemId: 'doc-11', version: 'draft', failure: 'timed_out' });
    expect(last[19]).toMatchObject({ itemId: 'doc-2', version: 'draft' });
  });

  it('computes rate and remaining time of a running record from executed item runs', async () => {
    const unlock = acquireLock(path.join(record, 'record/lock.db'));
    for (const n of [0, 1, 2, 3]) appendFileSync(rows, row(n, 0, 10 * n));
    appendFileSync(rows, row(4, 0, 31, { reused: { recordId: 'r' } }));
    await follower.read();
    // 3 item runs ended in the 40 s after the first one, so the rate is 4.5 per minute. 24 - 5 = 19 item runs remain,
    // which takes 19 / 4.5 minutes.
    const state = follower.state(start + 40_000);
    expect(state.state).toBe('running');
    expect(state.perMinute).toBeCloseTo(4.5, 10);
    expect(state.remainingMs).toBeCloseTo((19 / 4.5) * 60_000, 4);
    // Two minutes later, no item run has ended in the time window from which the rate is computed.
    expect(follower.state(start + 151_000)).toMatchObject({ perMinute: null, remainingMs: null });
    unlock();
    expect(follower.state(start + 40_000)).toMatchObject({ state: 'unfinished', perMinute: null });
  });

  it('names the file and line of an invalid line', async () => {
    appendFileSync(rows, `${row(0, 0, 1)}{"position":1}\n`);
    await expect(follower.read()).rejects.toThrow(/rows\.jsonl, line 2/);
    await expect(follower.read()).rejects.toThrow(/rows\.jsonl, line 2/);
  });

  it('has no results before the file exists', async () => {
    const missing = await RunFollower.open(path.join(path.dirname(record), 'plain'));
    expect(missing.state().done).toBe(0);
    await expect(
      RunFollower.open(mkdtempSync(path.join(os.tmpdir(), 'goldset-none-'))),
    ).rejects.toMatchObject({ code: 'RECORD_NOT_FOUND' });
  });
});
