import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../../../src/base/hash.ts';
import { openStore, type Store } from '../../../../src/service/stores/store.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'goldset-store-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function open(at: string): Store {
  const store = openStore(at);
  onTestFinished(() => store.close());
  return store;
}

/** Stores bytes with a row, as an upload does. Returns the blob and the id of the row. */
function keep(store: Store, source: Parameters<Store['blobs']['write']>[0]) {
  return store.blobs.write(source, (blob) => {
    const { hash, size } = blob;
    return { ...blob, id: store.files.create({ name: 'f', type: 'TXT', hash, size }).id };
  });
}

it('stores equal bytes once by their hash, and deletes them with their last row', async () => {
  const at = folder();
  const store = open(at);
  const once = await keep(store, [Buffer.from('ab'), Buffer.from('c')]);
  const again = await keep(store, [Buffer.from('abc')]);
  expect(once).toMatchObject({ hash: sha256('abc'), size: 3 });
  expect(again.hash).toBe(once.hash);
  async function* broken() {
    yield Buffer.from('begin');
    throw new Error('the sender went away');
  }
  await expect(keep(store, broken())).rejects.toThrow('went away');
  expect(readdirSync(path.join(at, 'files'))).toEqual(['incoming']);
  expect(readdirSync(path.join(at, 'files', 'incoming'))).toEqual([]);
  store.blobs.remove(once.hash, () => store.files.delete(once.id));
  expect(await text(store.blobs.read(once.hash))).toBe('abc');
  store.blobs.remove(once.hash, () => store.files.delete(again.id));
  expect(store.blobs.content(once.hash)).toEqual({ path: expect.stringContaining(once.hash) });
});

it('stores large blobs as files, and deletes a partial upload', async () => {
  const at = folder();
  const store = open(at);
  const large = Buffer.alloc(50_000, 'large ');
  const pieces = [large.subarray(0, 9), large.subarray(9, 30_000), large.subarray(30_000)];
  const { hash, size, sample, id } = await keep(store, pieces);
  expect({ hash, size }).toEqual({ hash: sha256(large), size: 50_000 });
  expect([sample.head.length, sample.tail.length]).toEqual([50_000, 50_000]);
  const again = await keep(store, [large]);
  expect(again.hash).toBe(hash);
  expect(store.blobs.content(hash)).toEqual({ path: path.join(at, 'files', hash.slice(0, 2), hash) });
  async function* broken() {
    yield large;
    throw new Error('the sender went away');
  }
  await expect(keep(store, broken())).rejects.toThrow('went away');
  expect(readdirSync(path.join(at, 'files', 'incoming'))).toEqual([]);
  store.blobs.remove(hash, () => store.files.delete(id));
  expect(await text(store.blobs.read(hash))).toBe(large.toString());
  store.blobs.remove(hash, () => store.files.delete(again.id));
  expect(readdirSync(path.join(at, 'files', hash.slice(0, 2)))).toEqual([]);
});

it.each([
  ['small', 100],
  ['large', 50_000],
])('stores nothing of a %s file if its row cannot be added', async (_, length) => {
  const at = folder();
  const store = open(at);
  const bytes = Buffer.alloc(length, 'x');
  const addRow = (): never => {
    throw new Error('no row');
  };
  await expect(store.blobs.write([bytes], addRow)).rejects.toThrow('no row');
  expect(readdirSync(path.join(at, 'files'), { recursive: true })).toEqual(['incoming']);
  expect(() => readFileSync((store.blobs.content(sha256(bytes)) as { path: string }).path)).toThrow('ENOENT');
});

it('ends a run only once', () => {
  const store = open(folder());
  const run = store.runs.create({
    processorId: 'dp',
    processorVersionId: 'dpv',
    processorName: 'n',
    type: 'EXTRACT',
    priority: 50,
    metadata: {},
    config: { type: 'EXTRACT', fields: [] },
    fileId: 'file',
    fileName: 'f',
    source: 'API',
    sourceId: null,
    step: null,
  });
  expect(store.runs.unfinished().map(({ id }) => id)).toEqual([run.id]);
  expect(store.runs.cancel(run.id)).toBe(true);
  expect(store.runs.finish(run.id, { output: '{}', credits: 1, pages: 1 })).toBe(false);
  expect(store.runs.fail(run.id, 'ABORTED', 'late')).toBe(false);
  expect(store.runs.find(run.id)).toMatchObject({ status: 'CANCELLED', output: null, failureReason: null });
  expect(store.runs.unfinished()).toEqual([]);
});

it('rejects revoked tokens until they are added again', () => {
  const { tokens } = open(folder());
  tokens.add('sk_a', { label: 'a' });
  tokens.add('sk_b', { label: 'b', defaultVersion: '2024-12-23' });
  expect(tokens.find('sk_a')).toMatchObject({ defaultVersion: null });
  expect(tokens.find('sk_b')).toMatchObject({ defaultVersion: '2024-12-23' });
  tokens.revoke(tokens.list().find(({ label }) => label === 'a')?.id ?? '');
  expect(tokens.find('sk_a')).toBeNull();
  expect(tokens.find('')).toBeNull();
  tokens.add('sk_a', { label: 'a' });
  expect(tokens.find('sk_a')).not.toBeNull();
});

it('rejects a database of a newer goldset and a file that is not a database', () => {
  const newer = folder();
  openStore(newer).close();
  const database = new DatabaseSync(path.join(newer, 'service.sqlite'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  expect(() => openStore(newer)).toThrow(/newer version of goldset/);
  const broken = folder();
  writeFileSync(path.join(broken, 'service.sqlite'), 'some text');
  expect(() => openStore(broken)).toThrow(/service\.sqlite/);
});
