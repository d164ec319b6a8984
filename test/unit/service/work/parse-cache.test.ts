import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ParsedDocument } from '../../../../src/service/engines/parsed-document.ts';
import { ParseCache, pruneParses, removeUnfinishedParses } from '../../../../src/service/work/parse-cache.ts';
import { beforeEachChange, copyFolder } from '../../../fixtures/service/kill-snapshots.ts';

const hash = 'ab'.repeat(32);

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'goldset-cache-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function document(pages: number): ParsedDocument {
  const page = { width: 1, height: 1, source: 'text' as const, lines: [] };
  return { type: 'PDF', pages: Array.from({ length: pages }, (_, i) => ({ ...page, number: i + 1 })) };
}

it('returns a parse only for the same file, effort and version', async () => {
  const at = folder();
  const cache = new ParseCache(at, 'v1');
  expect(await cache.read(hash, { effort: 'light' })).toBeNull();
  await cache.write(hash, { effort: 'light' }, document(2));
  expect(await cache.read(hash, { effort: 'light' })).toEqual(document(2));
  expect(await cache.read(hash, { effort: 'performance' })).toBeNull();
  expect(await cache.read('cd'.repeat(32), { effort: 'light' })).toBeNull();
  expect(await new ParseCache(at, 'v2').read(hash, { effort: 'light' })).toBeNull();
});

it('uses a complete parse for the first pages, and not the reverse', async () => {
  const cache = new ParseCache(folder(), 'v1');
  await cache.write(hash, { effort: 'light', pages: 2 }, document(2));
  expect(await cache.read(hash, { effort: 'light' })).toBeNull();
  expect(await cache.read(hash, { effort: 'light', pages: 2 })).toEqual(document(2));
  expect(await cache.read(hash, { effort: 'light', pages: 3 })).toBeNull();
  // The document has only three pages, which is below the limit of five. So the parse is complete.
  await cache.write(hash, { effort: 'light', pages: 5 }, document(3));
  expect(await cache.read(hash, { effort: 'light' })).toEqual(document(3));
});

it('ignores a damaged file and a folder that is not writable', async () => {
  const at = folder();
  const cache = new ParseCache(at, 'v1');
  await cache.write(hash, { effort: 'light' }, document(1));
  const [name] = readdirSync(path.join(at, 'v1', 'ab'));
  writeFileSync(path.join(at, 'v1', 'ab', name ?? ''), 'torn');
  expect(await cache.read(hash, { effort: 'light' })).toBeNull();
  writeFileSync(path.join(at, 'file'), '');
  const impossible = new ParseCache(path.join(at, 'file'), 'v1');
  await impossible.write(hash, { effort: 'light' }, document(1));
  expect(await impossible.read(hash, { effort: 'light' })).toBeNull();
});

it('has only complete documents after a kill at any moment of a write and another start', async () => {
  const at = folder();
  const copies = folder();
  const calls: string[] = [];
  const cache = new ParseCache(at, 'v1');
  await beforeEachChange(
    (call) => copyFolder(at, path.join(copies, String(calls.push(call)))),
    () => cache.write(hash, { effort: 'light' }, document(2)),
  );
  let parts = 0;
  for (const copy of readdirSync(copies)) {
    const files = (): string[] =>
      readdirSync(path.join(copies, copy), { recursive: true, encoding: 'utf8' }).filter((name) =>
        path.basename(name).includes('.'),
      );
    parts += files().filter((name) => name.endsWith('.part')).length;
    removeUnfinishedParses(path.join(copies, copy));
    expect(files(), `before call ${copy} of ${calls}`).toEqual([]);
  }
  expect(parts).toBe(1);
  expect(await cache.read(hash, { effort: 'light' })).toEqual(document(2));
});

const version = (digit: number): string => String(digit).repeat(16);

function use(at: string, name: string, secondsAgo: number): void {
  mkdirSync(path.join(at, name, 'ab'), { recursive: true });
  writeFileSync(path.join(at, name, 'ab', 'x.json.gz'), '');
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(path.join(at, name), time, time);
}

it('removes the parses of the versions that were used longest ago, and keeps other folders', async () => {
  const at = folder();
  for (let digit = 1; digit <= 6; digit++) use(at, version(digit), digit * 100);
  for (const name of ['photos', '0123', `${version(7)}x`]) use(at, name, 1e6);
  writeFileSync(path.join(at, version(8)), 'a file');
  // The version in use is always kept, even if it is the oldest.
  await pruneParses(at, version(6));
  expect(readdirSync(at).sort()).toEqual(
    [version(1), version(2), version(3), version(6), 'photos', '0123', `${version(7)}x`, version(8)].sort(),
  );
  // The previous call marked version 6 as used, so it is kept longer than the others.
  await pruneParses(at, version(9));
  expect(existsSync(path.join(at, version(6)))).toBe(true);
  expect(existsSync(path.join(at, version(3)))).toBe(false);
});

it('ignores a folder that is not writable', async () => {
  const at = folder();
  const file = path.join(at, 'file');
  writeFileSync(file, '');
  await expect(pruneParses(file, version(1))).resolves.toBeUndefined();
});
