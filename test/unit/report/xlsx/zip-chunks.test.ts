import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ZipArchive } from '../../../../src/pages/office/zip-archive.ts';
import { type ZipPart, zipChunks } from '../../../../src/report/xlsx/zip-chunks.ts';

async function zip(parts: readonly ZipPart[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(zipChunks(parts)));
}

test('writes whole and streamed parts that a ZIP reader reads back', async () => {
  const long = 'äöü 東京 '.repeat(50_000);
  async function* content() {
    for (let at = 0; at < long.length; at += 1000) yield long.slice(at, at + 1000);
  }
  const archive = new ZipArchive(
    await zip([
      { name: 'a.txt', content: 'first' },
      { name: 'folder/ä.txt', content: content() },
      { name: 'empty', content: '' },
    ]),
    'a.zip',
    'zip',
  );
  expect(archive.names).toEqual(['a.txt', 'folder/ä.txt', 'empty']);
  expect(archive.read('a.txt')?.toString()).toBe('first');
  expect(archive.read('folder/ä.txt')?.toString()).toBe(long);
  expect(archive.read('empty')?.toString()).toBe('');
});

test('gives equal bytes for equal parts, at any time', async () => {
  const parts = [{ name: 'a', content: 'text' }];
  const first = await zip(parts);
  await setTimeout(5);
  expect(await zip(parts)).toEqual(first);
});

test('writes an archive without parts', async () => {
  expect(new ZipArchive(await zip([]), 'a.zip', 'zip').names).toEqual([]);
});

test('rejects with the error of a part', async () => {
  // biome-ignore lint/correctness/useYield: the content fails before its first part.
  async function* content(): AsyncGenerator<string> {
    throw new Error('no rows');
  }
  await expect(zip([{ name: 'a', content: content() }])).rejects.toThrow('no rows');
});
