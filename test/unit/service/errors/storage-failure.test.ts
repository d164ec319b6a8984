import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { storageFailure } from '../../../../src/service/errors/storage-failure.ts';
import { retry } from '../../../../src/service/storage/retry.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'goldset-failure-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

it('recognises a read-only or full database, and files that are not writable', () => {
  const file = path.join(folder(), 'a.sqlite');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE t (x TEXT UNIQUE); PRAGMA max_page_count = 5;');
  const full = errorOf(() => database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000)));
  expect(storageFailure(full)).toBe('no space is left on its disk');
  database.exec("INSERT INTO t VALUES ('a')");
  expect(storageFailure(errorOf(() => database.exec("INSERT INTO t VALUES ('a')")))).toBeNull();
  database.close();
  const readOnly = new DatabaseSync(file, { readOnly: true });
  expect(storageFailure(errorOf(() => readOnly.exec("INSERT INTO t VALUES ('b')")))).toContain('readonly');
  readOnly.close();
  expect(storageFailure(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(
    'no space is left on its disk',
  );
  expect(storageFailure(errorOf(() => writeFileSync(path.join(file, 'b'), '')))).toBeNull();
  expect(storageFailure(new TypeError('our bug'))).toBeNull();
  expect(storageFailure('text')).toBeNull();
});

it('retries while the disk is full, and stops at other errors and on abort', async () => {
  const said: string[] = [];
  const ending = new AbortController();
  const patience = { log: (message: string) => void said.push(message), signal: ending.signal };
  const full = Object.assign(new Error('x'), { code: 'ENOSPC' });
  let calls = 0;
  await retry(() => {
    if (++calls === 1) throw full;
  }, patience);
  expect(calls).toBe(2);
  expect(said).toEqual([
    'the data folder is not writable: no space is left on its disk; next attempt in 0.5 s',
  ]);
  await retry(() => {
    calls++;
    throw new TypeError('our bug');
  }, patience);
  expect(calls).toBe(3);
  expect(said[1]).toContain('our bug');
  const trying = retry(() => {
    calls++;
    throw full;
  }, patience);
  ending.abort();
  await trying;
  expect(calls).toBe(5);
});
