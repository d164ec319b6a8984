import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../../src/base/goldset-error.ts';
import type { ItemRun, RunSummary } from '../../../../src/model/record/run-record.ts';
import { openRecord, type RecordReader } from '../../../../src/record/read/open-record.ts';
import { readRecordStates } from '../../../../src/record/write/record-states.ts';
import { type NewPlan, RecordWriter } from '../../../../src/record/write/record-writer.ts';

let dir: string;
beforeEach(async () => {
  dir = path.join(await mkdtemp(path.join(tmpdir(), 'goldset-record-')), 'record');
});
afterEach(() => rm(path.dirname(dir), { recursive: true, force: true }));

const plan: NewPlan = {
  recordId: 'r-1',
  createdAt: '2026-01-01T00:00:00.000Z',
  tool: { name: 'goldset', version: '0', node: 'v24', dependencies: {} },
  gitCommit: null,
  options: { limit: { value: 2, from: 'flag' } },
  target: { kind: 'local', baseUrl: null, apiVersion: null },
  dataset: { name: 'set', kind: 'CLASSIFY', path: 'set' },
  processor: { id: 'dp_1', name: 'p', kind: 'CLASSIFY' },
  versions: [
    {
      requested: 'draft',
      resolved: 'draft',
      versionId: 'dpv_1',
      configHash: 'h',
      config: { type: 'CLASSIFY', classifications: [{ id: 'a', type: 'a', description: '' }] },
    },
  ],
  repeats: 1,
  seed: 's',
};

function row(itemId: string, more: Partial<ItemRun> = {}): ItemRun {
  return {
    itemId,
    version: 'draft',
    repeat: 1,
    state: 'processed',
    runId: `run-${itemId}`,
    processorVersionId: 'dpv_1',
    output: { id: 'a', type: 'a' },
    latencyMs: 1,
    credits: 2,
    pages: 1,
    attempts: 1,
    finishedAt: '2026-01-01T00:00:01.000Z',
    ...more,
  };
}

/** Returns the line of an item run in `rows.jsonl`. */
function lineOf(position: number, { itemId, repeat, state, version: _, ...rest }: ItemRun): string {
  return JSON.stringify({ position, version: 0, repeat, itemId, state, ...rest });
}

const summary: RunSummary = {
  finishedAt: '2026-01-01T00:00:02.000Z',
  wallMs: 2000,
  planned: 2,
  byState: { processed: 2, failed: 0, cancelled: 0, notRun: 0 },
  requests: 4,
  retries: 0,
  rateLimited: 0,
  concurrency: [],
};

async function create(): Promise<RecordWriter> {
  const writer = await RecordWriter.create(dir);
  for (const [position, id] of ['a', 'b'].entries())
    writer.appendItem({
      position,
      id,
      documentHash: 'd',
      expectationHash: 'e',
      expectedOutput: { id: 'a', type: 'a' },
      tags: {},
      document: { kind: 'text', path: null, name: `${id}.txt`, text: 'line\nbreak' },
    });
  await writer.writePlan(plan);
  return writer;
}

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const line of lines) out.push(line);
  return out;
}

async function errorOf(promise: Promise<unknown>): Promise<GoldsetError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(GoldsetError);
  return thrown as GoldsetError;
}

describe('a record', () => {
  test('is read as it was written', async () => {
    const writer = await create();
    writer.appendRun({
      itemId: 'a',
      version: 'draft',
      repeat: 1,
      attempt: 1,
      runId: 'run-a',
      startedAt: 't',
    });
    writer.appendRow(row('a'));
    writer.appendRow(row('b'));
    await writer.seal(summary);
    await writer.close();
    const record = await openRecord(dir);
    expect(record.plan).toMatchObject({ ...plan, schemaVersion: 2, items: { count: 2 } });
    expect(record.summary).toMatchObject(summary);
    expect([record.format, record.sealed]).toEqual([2, true]);
    expect(await all(record.rows())).toEqual([row('a'), row('b')]);
    expect((await all(record.items()))[0]?.document.text).toBe('line\nbreak');
  });

  test('stores each line on disk before it is closed', async () => {
    const writer = await create();
    writer.appendRun({
      itemId: 'a',
      version: 'draft',
      repeat: 1,
      attempt: 1,
      runId: 'run-a',
      startedAt: 't',
    });
    expect(await readFile(path.join(dir, 'runs.jsonl'), 'utf8')).toContain('"runId":"run-a"');
    expect((await openRecord(dir)).summary).toBeNull();
    await writer.close();
  });

  test('states which runs are finished and started, and which files were uploaded', async () => {
    const writer = await create();
    const start = { version: 'draft', repeat: 1, attempt: 1, startedAt: 't' };
    writer.appendUpload({ documentHash: 'd', fileId: 'file_1', uploadedAt: 't' });
    writer.appendRun({ ...start, itemId: 'a', runId: 'run-a' });
    writer.appendRun({ ...start, itemId: 'b', runId: 'run-b' });
    writer.appendRow(row('a', { state: 'failed', failure: { reason: 'timed_out', message: 'm' } }));
    await writer.close();
    const states = await readRecordStates(await openRecord(dir));
    const isFinished = (itemId: string, version = 'draft', repeat = 1) =>
      states.isFinished({ itemId, version, repeat });
    expect([isFinished('a'), isFinished('b')]).toEqual([true, false]);
    // The plan has no item `c`, no version 2.0 and no repeat 2, so their runs are not finished.
    expect([isFinished('c'), isFinished('a', '2.0'), isFinished('a', 'draft', 2)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(['run-a', 'run-b', 'run-c'].map((id) => states.knownRunIds.has(id))).toEqual([true, true, false]);
    expect([...states.started.values()].map(({ runId }) => runId)).toEqual(['run-b']);
    expect(states.uploads.get('d')).toBe('file_1');
    expect(states.byState).toEqual({ processed: 0, failed: 1, cancelled: 0 });
  });
});

describe('a crash', () => {
  test('in the middle of a row loses only that row, and the reader reports it', async () => {
    const writer = await create();
    writer.appendRow(row('a'));
    await writer.close();
    await appendFile(path.join(dir, 'rows.jsonl'), '{"itemId":"b","versi');
    const record = await openRecord(dir);
    expect((await all(record.rows())).length).toBe(1);
    expect(record.notices).toEqual([expect.stringMatching(/rows\.jsonl, line 2: a crash cut off this line/)]);
  });

  test('does not damage the row that is written next', async () => {
    const writer = await create();
    writer.appendRow(row('a'));
    await writer.close();
    await appendFile(path.join(dir, 'rows.jsonl'), `{"itemId":"${'x'.repeat(20_000)}`);
    const { writer: again } = await RecordWriter.resume(dir);
    again.appendRow(row('b'));
    await again.close();
    expect((await all((await openRecord(dir)).rows())).map(({ itemId }) => itemId)).toEqual(['a', 'b']);
  });

  test('after a whole row but before its line end keeps the row', async () => {
    const writer = await create();
    writer.appendRow(row('a'));
    await writer.close();
    const file = path.join(dir, 'rows.jsonl');
    await truncate(file, (await readFile(file)).length - 1);
    const { writer: again } = await RecordWriter.resume(dir);
    again.appendRow(row('b'));
    await again.close();
    expect((await all((await openRecord(dir)).rows())).length).toBe(2);
  });

  test('before the plan leaves no record, and the folder can be used', async () => {
    const writer = await RecordWriter.create(dir);
    writer.appendItem({
      position: 0,
      id: 'old',
      documentHash: 'd',
      expectationHash: 'e',
      expectedOutput: {},
      tags: {},
      document: { kind: 'text', path: null, name: 'n' },
    });
    await writer.close();
    expect((await errorOf(openRecord(dir))).code).toBe('RECORD_NOT_FOUND');
    await (await create()).close();
    expect((await all((await openRecord(dir)).items())).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('rejects', () => {
  test('a second writer while the first one is open', async () => {
    const writer = await create();
    const error = await errorOf(RecordWriter.resume(dir));
    expect(error.code).toBe('RECORD_LOCKED');
    await writer.close();
    await (await RecordWriter.resume(dir)).writer.close();
  });

  test('a writer while another process writes, until that process is killed', async () => {
    await (await create()).close();
    const lock = path.join(dir, 'lock.db');
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(${JSON.stringify(lock)});
      database.exec('BEGIN EXCLUSIVE');
      console.log('locked');
      setTimeout(() => database.close(), 60000);`;
    const child = spawn(process.execPath, ['-e', script]);
    try {
      await once(child.stdout, 'data');
      expect((await errorOf(RecordWriter.resume(dir))).code).toBe('RECORD_LOCKED');
    } finally {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    }
    await (await RecordWriter.resume(dir)).writer.close();
  });

  test('a second row of one run, and a row that was not planned', async () => {
    const writer = await create();
    writer.appendRow(row('a'));
    expect(() => writer.appendRow(row('a'))).toThrow('a second row of item "a", draft, repeat 1');
    for (const other of [
      row('c'),
      row('b', { version: '2.0' }),
      row('b', { repeat: 2 }),
      row('b', { repeat: 0 }),
    ])
      expect(() => writer.appendRow(other)).toThrow('a row that was not planned');
    await writer.close();
    const { writer: again } = await RecordWriter.resume(dir);
    expect(() => again.appendRow(row('a'))).toThrow('a second row of item "a"');
    again.appendRow(row('b'));
    await again.close();
    expect((await all((await openRecord(dir)).rows())).length).toBe(2);
  });

  test('a new record in the folder of another one', async () => {
    await (await create()).close();
    expect((await errorOf(RecordWriter.create(dir))).code).toBe('RECORD_EXISTS');
    await (await RecordWriter.resume(dir)).writer.close();
  });

  test.each<[string, string, string, Partial<Record<string, unknown>>]>([
    ['no JSON in the middle', '{"itemId":\n{}\n', 'RECORD_INVALID', { line: 1, path: 'the text' }],
    [
      'a row of another shape',
      `${lineOf(0, row('a'))}\n${lineOf(1, { ...row('b'), state: 'lost' as never })}\n`,
      'RECORD_INVALID',
      { line: 2, path: 'state', found: '"lost"' },
    ],
  ])('%s', async (_, text, code, details) => {
    await (await create()).close();
    await writeFile(path.join(dir, 'rows.jsonl'), text);
    for (const read of [
      (record: RecordReader) => all(record.rows()),
      (record: RecordReader) => all(record.documents()),
    ]) {
      const error = await errorOf(openRecord(dir).then<unknown>(read));
      expect(error.code).toBe(code);
      expect(error.details).toMatchObject(details);
    }
  });

  test('a record of another format', async () => {
    await (await create()).close();
    await writeFile(path.join(dir, 'plan.json'), JSON.stringify({ schemaVersion: 9, ...plan }));
    const error = await errorOf(openRecord(dir));
    expect([error.code, error.details.found]).toEqual(['RECORD_VERSION', '9']);
  });

  test('a folder that cannot be created, with the reason', async () => {
    await mkdir(path.dirname(dir), { recursive: true });
    await writeFile(dir, 'a file');
    const error = await errorOf(RecordWriter.create(dir));
    expect(error.code).toBe('OUTPUT_NOT_WRITABLE');
    expect(error.message).toContain(dir);
  });
});

test.skipIf(process.platform !== 'linux')('reports a full disk and leaves no incomplete line', async () => {
  const { LineFile } = await import('../../../../src/record/files/jsonl-file.ts');
  const full = new LineFile('/dev/full');
  expect(() => full.append({ a: 1 })).toThrow(/\/dev\/full: cannot be written: the disk is full/);
});
