import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock } from '../../../../src/base/file-lock.ts';
import {
  addBaseline,
  listBaselines,
  openBaseline,
  readBaselineHistory,
} from '../../../../src/record/baselines/baseline-history.ts';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config = {
  type: 'EXTRACT' as const,
  schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
};
const record = async (versions: readonly string[] = ['1.0'], output: unknown = { value: { a: 'x' } }) =>
  (
    await writeRecord(config, versions, [
      { id: 'i', expected: { value: { a: 'x' } }, outputs: versions.map(() => output) },
    ])
  ).dir;
const folder = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-baseline-')), 'baselines');
const request = (dir: string, from: string, reason = 'release') => ({
  dir,
  name: 'main',
  record: from,
  author: 'editor',
  reason,
  at: '2026-01-01T00:00:00.000Z',
});

test('stores a record with author, time and reason, and opens it by its name', async () => {
  const dir = folder();
  const source = await record();
  const { recordId } = (await openRecord(source)).plan;
  const entry = await addBaseline(request(dir, source));
  expect(entry).toMatchObject({
    name: 'main',
    author: 'editor',
    reason: 'release',
    version: '1.0',
    replaces: null,
  });
  rmSync(source, { recursive: true });
  const { reader, entry: read } = await openBaseline(dir, 'main');
  expect(read).toEqual(entry);
  expect(reader.plan.recordId).toBe(recordId);
  expect(await listBaselines(dir)).toEqual(['main']);
});

test('appends to the history, whose last line counts', async () => {
  const dir = folder();
  const first = await addBaseline(request(dir, await record(), 'first'));
  const before = readFileSync(path.join(dir, 'main/history.jsonl'), 'utf8');
  await addBaseline(request(dir, await record(['1.0'], { value: { a: 'y' } }), 'second'));
  const after = readFileSync(path.join(dir, 'main/history.jsonl'), 'utf8');
  expect(after.startsWith(before)).toBe(true);
  expect((await readBaselineHistory(dir, 'main')).map(({ reason }) => reason)).toEqual(['first', 'second']);
  const { reader, entry } = await openBaseline(dir, 'main');
  expect(entry).toMatchObject({ reason: 'second', replaces: first.recordId });
  for await (const row of reader.rows()) expect(row.output).toEqual({ value: { a: 'y' } });
});

test('rejects a baseline whose files have changed or no longer exist, by its name', async () => {
  const dir = folder();
  const source = await record();
  await addBaseline({ ...request(dir, source), link: true });
  await openBaseline(dir, 'main');
  appendFileSync(path.join(source, 'rows.jsonl'), '\n');
  await expect(openBaseline(dir, 'main')).rejects.toMatchObject({ code: 'BASELINE_CHANGED' });
  rmSync(source, { recursive: true });
  await expect(openBaseline(dir, 'main')).rejects.toThrow('the record no longer exists');
});

test('an unfinished record, one without any output, and one of several versions are rejected', async () => {
  const dir = folder();
  const unfinished = await record();
  rmSync(path.join(unfinished, 'summary.json'));
  await expect(addBaseline(request(dir, unfinished))).rejects.toThrow('its run has not ended');
  const none = [{ id: 'i', expected: { value: { a: 'x' } }, outputs: [undefined] }];
  const { dir: empty } = await writeRecord(config, ['1.0'], none);
  await expect(addBaseline(request(dir, empty))).rejects.toMatchObject({ code: 'BASELINE_REJECTED' });
  const two = await record(['1.0', 'draft']);
  await expect(addBaseline(request(dir, two))).rejects.toThrow('1.0, draft');
  expect((await addBaseline({ ...request(dir, two), version: 'draft' })).version).toBe('draft');
});

test.each(['../main', '', '.hidden', 'a/b', 'x'.repeat(81)])('rejects the name %j', async (name) => {
  const dir = folder();
  await expect(addBaseline({ ...request(dir, await record()), name })).rejects.toMatchObject({
    code: 'USAGE',
  });
  await expect(openBaseline(dir, name)).rejects.toMatchObject({ code: 'BASELINE_UNKNOWN' });
  expect(existsSync(dir)).toBe(false);
});

test('an unknown baseline is rejected with the known names', async () => {
  const dir = folder();
  await expect(openBaseline(dir, 'main')).rejects.toThrow('existing baselines: none');
  await addBaseline(request(dir, await record()));
  await expect(openBaseline(dir, 'other')).rejects.toThrow('existing baselines: main');
});

test('two processes that set a baseline at once do so one after the other', async () => {
  const dir = folder();
  const sources = [await record(), await record(['1.0'], { value: { a: 'y' } })];
  const ends = await Promise.allSettled(
    sources.map((source, at) => addBaseline(request(dir, source, `r${at}`))),
  );
  for (const [at, end] of ends.entries()) {
    if (end.status === 'fulfilled') continue;
    expect(end.reason.code).toBe('FOLDER_LOCKED');
    await addBaseline(request(dir, sources[at] as string, `r${at}`));
  }
  const [first, second] = await readBaselineHistory(dir, 'main');
  expect([first?.replaces, second?.replaces]).toEqual([null, first?.recordId]);
});

test('a baseline is not set while another process sets it', async () => {
  const dir = folder();
  const unlock = acquireLock(path.join(dir, 'main', 'lock.db'));
  await expect(addBaseline(request(dir, await record()))).rejects.toMatchObject({ code: 'FOLDER_LOCKED' });
  expect(await readBaselineHistory(dir, 'main')).toEqual([]);
  expect(await listBaselines(dir)).toEqual([]);
  unlock();
});
