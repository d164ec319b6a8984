import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { GoldsetError } from '../../../src/base/goldset-error.ts';
import { itemsChecksum } from '../../../src/record/files/checksums.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { buildRecord } from '../../../src/record/write/build-record.ts';
import { RecordWriter } from '../../../src/record/write/record-writer.ts';
import { upgradeRecord, verifyRecord } from '../../../src/usecases/record/maintain-records.ts';
import { allOf } from '../../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

const root = await mkdtemp(path.join(tmpdir(), 'goldset-seal-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const format1 = path.resolve(import.meta.dirname, '../../fixtures/records-v1');

const config = { type: 'CLASSIFY' as const, classifications: [{ id: 'k', type: 'k', description: '' }] };
const answer = { id: 'k', type: 'k' };
let dir: string;
beforeEach(async () => {
  const pairs = ['a', 'b', 'c'].map((id) => ({ id, expected: answer, outputs: [answer, new Error('no')] }));
  const written = await writeRecord(config, ['1.0', 'draft'], pairs);
  dir = path.join(await mkdtemp(path.join(root, 'record-')), 'record');
  await cp(written.dir, dir, { recursive: true });
});

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const name = path.join(dir, file);
  const text = await readFile(name, 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(name, change(text));
}

describe('a sealed record', () => {
  test('is read as it was written', async () => {
    expect(await verifyRecord(dir)).toMatchObject({
      format: 2,
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
      items: 3,
      rows: 6,
      byState: { processed: 3, failed: 3, cancelled: 0, notRun: 0 },
    });
  });

  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'an output',
      'rows.jsonl',
      (text) => text.replace('"type":"k"', '"type":"j"'),
      /rows\.jsonl: .*its sha256/,
    ],
    ['a row less', 'rows.jsonl', (text) => text.slice(text.indexOf('\n') + 1), /rows\.jsonl: .*its bytes/],
    [
      'a row twice',
      'rows.jsonl',
      (text) => `${text}${text.split('\n')[0]}\n`,
      /rows\.jsonl: .*line 7: the row: found a second row/,
    ],
    [
      'a row of another item',
      'rows.jsonl',
      (text) => text.replace('"position":0', '"position":9'),
      /line 1: the row: found item 9/,
    ],
    [
      'no JSON',
      'rows.jsonl',
      (text) => text.replace('{"position":1', 'x"position":1'),
      /rows\.jsonl: .*line 3: the text/,
    ],
    [
      'an expectation',
      'items.jsonl',
      (text) => text.replace('"type":"k"', '"type":"j"'),
      /items\.jsonl: .*its sha256/,
    ],
    [
      'an item less',
      'items.jsonl',
      (text) => text.slice(0, text.lastIndexOf('{')),
      /items\.jsonl: .*line 3: the item: found no complete line/,
    ],
    [
      'the head',
      'plan.json',
      (text) => text.replace('"seed": "s"', '"seed": "t"'),
      /plan\.json: .*its sha256/,
    ],
    [
      'the hash of the items',
      'plan.json',
      (text) => text.replace(/("sha256": ")./, '$1z'),
      /items\.jsonl: .*its sha256/,
    ],
    [
      'the checksum',
      'plan.json',
      (text) => text.replace(/("checksum": ")./, '$1z'),
      /plan\.json: .*dataset\.checksum/,
    ],
    [
      'a count',
      'summary.json',
      (text) => text.replace('"processed": 3', '"processed": 4'),
      /summary\.json: .*byState\.processed: found 4, expected 3/,
    ],
    [
      'a stated hash',
      'summary.json',
      (text) => text.replace(/("sha256": ")./, '$1z'),
      /summary\.json: .*its seal/,
    ],
  ])('reports a change: %s', async (_, file, change, words) => {
    await edit(file, change);
    const thrown = (await verifyRecord(dir).catch((error: unknown) => error)) as GoldsetError;
    expect(thrown.message).toMatch(words);
    expect(thrown.code).toBe('RECORD_CHANGED');
  });

  test('reports an added or removed file', async () => {
    await writeFile(path.join(dir, 'runs.jsonl'), '');
    await expect(verifyRecord(dir)).rejects.toThrow(
      /runs\.jsonl: .*the file: found it, expected no such file/,
    );
    await rm(path.join(dir, 'runs.jsonl'));
    await rm(path.join(dir, 'rows.jsonl'));
    await expect(verifyRecord(dir)).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
  });

  test('is unfinished, and not changed, as soon as something is appended', async () => {
    const { writer } = await RecordWriter.resume(dir);
    expect((await openRecord(dir)).sealed).toBe(true);
    writer.appendUpload({ documentHash: 'd', fileId: 'f', uploadedAt: 't' });
    const reader = await openRecord(dir);
    expect([reader.sealed, reader.summary]).toEqual([false, null]);
    expect((await reader.index()).byState.processed).toBe(3);
    await writer.seal({
      finishedAt: 't',
      wallMs: 1,
      planned: 6,
      byState: { processed: 3, failed: 3, cancelled: 0, notRun: 0 },
      requests: 0,
      retries: 0,
      rateLimited: 0,
      concurrency: [],
    });
    await writer.close();
    expect((await verifyRecord(dir)).seal).not.toBeNull();
  });
});

describe('a record that is built in one step', () => {
  const names = async () => (await readdir(path.dirname(dir))).sort();

  test('appears only when it is complete', async () => {
    const out = path.join(path.dirname(dir), 'other');
    await expect(
      buildRecord(out, async (writer) => {
        writer.appendItem({
          position: 0,
          id: 'a',
          documentHash: 'd',
          expectationHash: 'e',
          expectedOutput: {},
          tags: {},
          document: { kind: 'text', path: null, name: 'n' },
        });
        expect(await names()).toEqual([`other.${process.pid}.part`, 'record']);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await names()).toEqual(['record']);
  });

  test('removes what a killed build left, but neither a running build nor a record', async () => {
    const out = path.join(path.dirname(dir), 'other');
    await cp(dir, `${out}.999999.part`, { recursive: true });
    await cp(dir, `${out}.999998.part`, { recursive: true });
    const { writer: alive } = await RecordWriter.resume(`${out}.999998.part`);
    await buildRecord(out, async () => undefined);
    expect(await names()).toEqual(['other', 'other.999998.part', 'record']);
    await alive.close();
    await expect(buildRecord(dir, async () => undefined)).rejects.toMatchObject({ code: 'RECORD_EXISTS' });
    expect((await verifyRecord(dir)).items).toBe(3);
  });

  test('replaces a build that was killed at its start, but no folder with other files', async () => {
    const out = path.join(path.dirname(dir), 'other');
    await mkdir(out);
    await writeFile(path.join(out, 'items.jsonl'), '{}\n');
    await buildRecord(out, async () => undefined);
    await rm(out, { recursive: true });
    await mkdir(out);
    await writeFile(path.join(out, 'notes.txt'), 'mine');
    await expect(buildRecord(out, async () => undefined)).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
    });
    expect(await readFile(path.join(out, 'notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('a record of format 1', () => {
  const kinds = ['classify-repeats', 'extract', 'failures', 'duplicate-row', 'torn-line', 'shard-1', 'split'];

  test.each(kinds)('has the same figures after its upgrade: %s', async (name) => {
    await rm(dir, { recursive: true });
    await cp(path.join(format1, name), dir, { recursive: true });
    const before = await openRecord(dir);
    expect([before.format, before.sealed]).toEqual([1, false]);
    const documents = await allOf(before.documents());
    const items = await allOf(before.items());
    const _items = await allOf(before.items());
    const index = await before.index();
    const upgraded = await upgradeRecord(dir);
    expect(upgraded.oldRecord).toBe(`${dir}.format-1`);
    expect(upgraded.skippedRows).toBe(index.duplicateRows + index.strayRows);
    const after = await openRecord(dir);
    expect([after.format, after.sealed]).toEqual([2, before.summary !== null]);
    expect(await allOf(after.documents())).toEqual(documents);
    expect(await allOf(after.items())).toEqual(items);
    expect((await after.index()).byState).toEqual(index.byState);
    const { items: _, ...head } = before.plan;
    // The checksum in the fixture differs, because no run wrote the fixture.
    const dataset = { ...head.dataset, checksum: itemsChecksum(items) };
    expect(after.plan).toMatchObject({ ...head, dataset });
    await verifyRecord(dir);
    expect(await upgradeRecord(dir)).toMatchObject({ oldRecord: null, skippedRows: 0 });
  });

  test('rejects further rows until it is upgraded', async () => {
    await rm(dir, { recursive: true });
    await cp(path.join(format1, 'extract'), dir, { recursive: true });
    await expect(RecordWriter.resume(dir)).rejects.toMatchObject({ code: 'RECORD_NOT_UPGRADED' });
    await upgradeRecord(dir);
    await (await RecordWriter.resume(dir)).writer.close();
  });

  test('is restored after a crash between the two renames', async () => {
    await rm(dir, { recursive: true });
    await cp(path.join(format1, 'extract'), `${dir}.format-1`, { recursive: true });
    expect(await upgradeRecord(dir)).toMatchObject({ oldRecord: `${dir}.format-1`, skippedRows: 0 });
    expect((await verifyRecord(dir)).format).toBe(2);
  });

  test('reads a plan with another layout, and rejects a damaged item', async () => {
    await rm(dir, { recursive: true });
    await cp(path.join(format1, 'extract'), dir, { recursive: true });
    const before = await allOf((await openRecord(dir)).documents());
    const file = path.join(dir, 'plan.json');
    const text = await readFile(file, 'utf8');
    const { schemaVersion, ...rest } = JSON.parse(text);
    for (const layout of [
      JSON.stringify(JSON.parse(text)),
      JSON.stringify({ ...rest, schemaVersion }, null, 4),
    ]) {
      await writeFile(file, layout);
      expect(await allOf((await openRecord(dir)).documents())).toEqual(before);
    }
    await writeFile(file, text.replace(/"documentHash":"/, '"documentHash":5,"x":"'));
    await expect((await openRecord(dir)).index()).rejects.toThrow(
      /plan\.json, line \d+: documentHash: found 5/,
    );
  });
});

test('a record that is being read is not locked, and leaves no file behind', async () => {
  const before = (await readdir(dir)).sort();
  await verifyRecord(dir);
  await appendFile(path.join(dir, 'rows.jsonl'), '');
  expect((await readdir(dir)).sort()).toEqual(before);
  expect(existsSync(path.join(dir, 'lock.db')) && (await stat(path.join(dir, 'lock.db'))).size).toBeFalsy();
});
