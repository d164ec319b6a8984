import { spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import type { ItemRun, RunPlan, RunSummary } from '../../../src/model/run-record.ts';
import { openRecord } from '../../../src/record/open-record.ts';
import { readRecordStates } from '../../../src/record/record-states.ts';
import { RecordWriter } from '../../../src/record/write/record-writer.ts';

let dir: string;
beforeEach(async () => {
  dir = path.join(await mkdtemp(path.join(tmpdir(), 'goldset-record-')), 'record');
});
afterEach(() => rm(path.dirname(dir), { recursive: true, force: true }));

const plan: RunPlan = {
  schemaVersion: 1,
  recordId: 'r-1',
  createdAt: '2026-01-01T00:00:00.000Z',
  tool: { name: 'goldset', version: '0', node: 'v24', dependencies: {} },
  gitCommit: null,
  options: { limit: { value: 2, from: 'flag' } },
  target: { kind: 'local', baseUrl: null, apiVersion: null },
  dataset: { name: 'set', kind: 'CLASSIFY', path: 'set', checksum: 'c' },
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
  items: [
    { id: 'a', documentHash: 'd', expectationHash: 'e' },
    { id: 'b', documentHash: 'd', expectationHash: 'e' },
  ],
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
  for (const id of ['a', 'b'])
    writer.appendItem({
      id,
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
  test('comes back as it was written', async () => {
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
    await writer.writeSummary(summary);
    await writer.close();
    const record = await openRecord(dir);
    expect(record.plan).toEqual(plan);
    expect(record.summary).toEqual(summary);
    expect(await all(record.rows())).toEqual([row('a'), row('b')]);
    expect((await all(record.items()))[0]?.document.text).toBe('line\nbreak');
  });

  test('is on disk line by line, before anything is closed', async () => {
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

  test('says what is finished, what was started, and what was sent', async () => {
    const writer = await create();
    const start = { version: 'draft', repeat: 1, attempt: 1, startedAt: 't' };
    writer.appendUpload({ documentHash: 'd', fileId: 'file_1', uploadedAt: 't' });
    writer.appendRun({ ...start, itemId: 'a', runId: 'run-a' });
    writer.appendRun({ ...start, itemId: 'b', runId: 'run-b' });
    writer.appendRow(row('a', { state: 'failed', failure: { reason: 'timed_out', message: 'm' } }));
    await writer.close();
    const states = await readRecordStates(await openRecord(dir));
    expect([...states.finished]).toEqual(['["a","draft",1]']);
    expect([...states.started.values()].map(({ runId }) => runId)).toEqual(['run-b']);
    expect(states.uploads.get('d')).toBe('file_1');
    expect(states.byState).toEqual({ processed: 0, failed: 1, cancelled: 0 });
  });
});

describe('a crash', () => {
  test('in the middle of a row costs that row only, and is said', async () => {
    const writer = await create();
    writer.appendRow(row('a'));
    await writer.close();
    await appendFile(path.join(dir, 'rows.jsonl'), '{"itemId":"b","versi');
    const record = await openRecord(dir);
    expect((await all(record.rows())).length).toBe(1);
    expect(record.notices).toEqual([expect.stringMatching(/rows\.jsonl, line 2: cut off by a crash/)]);
  });

  test('leaves no half line in the way of the next row', async () => {
    const writer = await create();
    writer.appendRow(row('a'));
    await writer.close();
    await appendFile(path.join(dir, 'rows.jsonl'), `{"itemId":"${'x'.repeat(20_000)}`);
    const again = await RecordWriter.resume(dir);
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
    const again = await RecordWriter.resume(dir);
    again.appendRow(row('b'));
    await again.close();
    expect((await all((await openRecord(dir)).rows())).length).toBe(2);
  });

  test('before the plan leaves no record, and the folder can be used', async () => {
    const writer = await RecordWriter.create(dir);
    writer.appendItem({
      id: 'old',
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

describe('what is refused', () => {
  test('a second writer while the first one lives', async () => {
    const writer = await create();
    const error = await errorOf(RecordWriter.resume(dir));
    expect([error.code, error.details.pid]).toEqual(['RECORD_LOCKED', process.pid]);
    await writer.close();
    await (await RecordWriter.resume(dir)).close();
  });

  test('a writer in another process', async () => {
    await (await create()).close();
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    try {
      const lock = { pid: child.pid, host: hostname(), born: null };
      await writeFile(path.join(dir, 'lock'), JSON.stringify(lock));
      expect((await errorOf(RecordWriter.resume(dir))).details.pid).toBe(child.pid);
    } finally {
      const gone = new Promise((resolve) => child.on('close', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    await (await RecordWriter.resume(dir)).close();
  });

  test('a lock of another machine, which nothing here can judge', async () => {
    await (await create()).close();
    await writeFile(path.join(dir, 'lock'), JSON.stringify({ pid: 1, host: 'elsewhere', born: null }));
    expect((await errorOf(RecordWriter.resume(dir))).message).toContain('1 on elsewhere');
  });

  test('but not a lock whose pid another process has by now', async () => {
    await (await create()).close();
    const lock = { pid: process.pid, host: hostname(), born: 'long ago' };
    await writeFile(path.join(dir, 'lock'), JSON.stringify(lock));
    await (await RecordWriter.resume(dir)).close();
  });

  test('a new record where one stands', async () => {
    await (await create()).close();
    expect((await errorOf(RecordWriter.create(dir))).code).toBe('RECORD_EXISTS');
    await (await RecordWriter.resume(dir)).close();
  });

  test.each<[string, string, string, Partial<Record<string, unknown>>]>([
    ['no JSON in the middle', '{"itemId":\n{}\n', 'RECORD_INVALID', { line: 1, path: 'the line' }],
    [
      'a row of another shape',
      `${JSON.stringify(row('a'))}\n${JSON.stringify({ ...row('b'), state: 'lost' })}\n`,
      'RECORD_INVALID',
      { line: 2, path: 'state', found: '"lost"' },
    ],
  ])('%s', async (_, text, code, details) => {
    await (await create()).close();
    await writeFile(path.join(dir, 'rows.jsonl'), text);
    const error = await errorOf(openRecord(dir).then((record) => all(record.rows())));
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject(details);
  });

  test('a record of another format', async () => {
    await (await create()).close();
    await writeFile(path.join(dir, 'plan.json'), JSON.stringify({ ...plan, schemaVersion: 9 }));
    const error = await errorOf(openRecord(dir));
    expect([error.code, error.details.found]).toEqual(['RECORD_VERSION', '9']);
  });

  test('a folder that cannot be made, named with its reason', async () => {
    await mkdir(path.dirname(dir), { recursive: true });
    await writeFile(dir, 'a file');
    const error = await errorOf(RecordWriter.create(dir));
    expect(error.code).toBe('OUTPUT_NOT_WRITABLE');
    expect(error.message).toContain(dir);
  });
});

test.skipIf(process.platform !== 'linux')('a full disk is said, and nothing half is left', async () => {
  const { LineFile } = await import('../../../src/record/write/line-file.ts');
  const full = new LineFile('/dev/full');
  expect(() => full.append({ a: 1 })).toThrow(/\/dev\/full: cannot be written: the disk is full/);
});
