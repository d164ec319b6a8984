import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { RecordWriter } from '../../../src/record/write/record-writer.ts';
import { long } from '../../fixtures/long-form.ts';

let root: string;
let whole: string;
let cut: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'goldset-damaged-'));
  whole = path.join(root, 'whole', 'record');
  cut = path.join(root, 'cut');
  const ids = ['a', 'b', 'c'];
  const writer = await RecordWriter.create(whole);
  const document = { kind: 'text' as const, path: null, name: 'x.txt', text: 'x' };
  for (const [position, id] of ids.entries())
    writer.appendItem({
      position,
      id,
      documentHash: 'd',
      expectationHash: 'e',
      expectedOutput: { id: 'k', type: 'k' },
      tags: {},
      document,
    });
  await writer.writePlan({
    recordId: 'r',
    createdAt: '2026-01-01T00:00:00.000Z',
    tool: { name: 'goldset', version: '0', node: 'v24', dependencies: {} },
    gitCommit: null,
    options: {},
    target: { kind: 'predictions', baseUrl: null, apiVersion: null },
    dataset: { name: 'set', kind: 'CLASSIFY', path: 'set' },
    processor: { id: 'p', name: 'p', kind: 'CLASSIFY' },
    versions: [
      {
        requested: 'draft',
        resolved: 'draft',
        versionId: 'v',
        configHash: 'h',
        config: { type: 'CLASSIFY', classifications: [{ id: 'k', type: 'k', description: '' }] },
      },
    ],
    repeats: 1,
    seed: 's',
  });
  for (const itemId of ids)
    writer.appendRow({
      itemId,
      version: 'draft',
      repeat: 1,
      state: 'processed',
      runId: null,
      processorVersionId: null,
      output: { id: 'k', type: 'k' },
      latencyMs: null,
      credits: null,
      pages: null,
      attempts: 1,
      finishedAt: '2026-01-01T00:00:01.000Z',
    });
  await writer.seal({
    finishedAt: '2026-01-01T00:00:02.000Z',
    wallMs: 1,
    planned: 3,
    byState: { processed: 3, failed: 0, cancelled: 0, notRun: 0 },
    requests: 0,
    retries: 0,
    rateLimited: 0,
    concurrency: [],
  });
  await writer.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/**
 * Cuts a file of the record at every byte, one after the other. `npm test` cuts only at every eighth byte and around
 * line ends.
 */
async function cutEverywhere(
  name: string,
  look: (bytes: number, whole: Buffer) => Promise<void>,
): Promise<void> {
  await cp(whole, cut, { recursive: true, force: true });
  const bytes = await readFile(path.join(whole, name));
  for (let at = bytes.length - 1; at >= 0; at--) {
    const atLineEnd = bytes.subarray(Math.max(0, at - 1), at + 1).includes('\n');
    if (!long && !atLineEnd && at % 8 !== 0) continue;
    await truncate(path.join(cut, name), at);
    await look(at, bytes);
  }
}

async function countOf(lines: AsyncGenerator<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of lines) count++;
  return count;
}

test('returns the complete rows of a file cut at any byte, and reports the torn one', async () => {
  await cutEverywhere('rows.jsonl', async (at, bytes) => {
    const reader = await openRecord(cut);
    const before = bytes.subarray(0, at);
    const ends = before.filter((byte) => byte === 0x0a).length;
    const tail = before.subarray(before.lastIndexOf(0x0a) + 1);
    const isWhole = tail.length > 0 && bytes[at] === 0x0a;
    expect(await countOf(reader.rows())).toBe(ends + (isWhole ? 1 : 0));
    expect(reader.notices.length).toBe(tail.length > 0 && !isWhole ? 1 : 0);
  });
});

test('rejects a record whose item file is cut at any byte', async () => {
  await cutEverywhere('items.jsonl', async (at, bytes) => {
    const reader = await openRecord(cut);
    // Only the last line end was cut, so all items are complete.
    if (at === bytes.length - 1) expect(await countOf(reader.items())).toBe(3);
    else await expect(countOf(reader.items())).rejects.toMatchObject({ code: 'RECORD_INVALID' });
  });
});

test('rejects unplanned items with their line', async () => {
  await cp(whole, cut, { recursive: true, force: true });
  const file = path.join(cut, 'items.jsonl');
  const [first, second, third] = (await readFile(path.join(whole, 'items.jsonl'), 'utf8')).split('\n');
  for (const [lines, words] of [
    [[first, third, second], 'line 2: position: found 2, expected 1'],
    [[first, second, third, first], 'line 4: id: found "a", expected no further item'],
  ] as const) {
    await writeFile(file, `${lines.join('\n')}\n`);
    await expect(countOf((await openRecord(cut)).items())).rejects.toThrow(words);
  }
});

test('treats a record with a summary cut at any byte as unfinished, and reports it', async () => {
  await cutEverywhere('summary.json', async (at, bytes) => {
    const { summary, notices } = await openRecord(cut);
    const isWhole = at === bytes.length - 1;
    expect(summary === null).toBe(!isWhole);
    expect(notices.length).toBe(isWhole ? 0 : 1);
  });
});

test('rejects a plan that is cut at any byte', async () => {
  await cutEverywhere('plan.json', async (at, bytes) => {
    if (at === bytes.length - 1) return;
    const thrown: unknown = await openRecord(cut).catch((error: unknown) => error);
    expect(thrown instanceof GoldsetError && thrown.code).toBe('RECORD_INVALID');
  });
});

test('a record is found by the folder around it', async () => {
  expect((await openRecord(path.dirname(whole))).dir).toBe(whole);
  await expect(openRecord(root)).rejects.toMatchObject({ code: 'RECORD_NOT_FOUND' });
});
