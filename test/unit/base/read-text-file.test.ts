import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile, textLines } from '../../../src/base/read-text-file.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'goldset-text-'));

function file(name: string, bytes: Uint8Array | string): string {
  const at = path.join(dir, name);
  writeFileSync(at, bytes);
  return at;
}

async function linesOf(at: string): Promise<{ text: string; line: number }[]> {
  const lines = [];
  for await (const { text, line } of textLines(at)) lines.push({ text, line });
  return lines;
}

test('removes a byte order mark', async () => {
  const marked = file('marked', '\uFEFF{"a":1}\r\n\n{"b":2}');
  expect(await readTextFile(marked)).toBe('{"a":1}\r\n\n{"b":2}');
  expect((await linesOf(marked)).map(({ text, line }) => [JSON.parse(text), line])).toEqual([
    [{ a: 1 }, 1],
    [{ b: 2 }, 3],
  ]);
});

test('decodes a character that is split between two chunks', async () => {
  // Streams read 65,536 bytes at a time, which is not a multiple of the 3 bytes of `€`.
  const text = '€'.repeat(50_000);
  expect(await linesOf(file('long', `${text}\n${text}`))).toEqual([
    { text, line: 1 },
    { text, line: 2 },
  ]);
});

test.each([
  ['little-endian with its mark', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
  ['little-endian without', Buffer.from('{"a":1}', 'utf16le')],
  ['big-endian with its mark', Buffer.from('\uFEFF{"a":1}', 'utf16le').swap16()],
  ['big-endian without', Buffer.from('{"a":1}', 'utf16le').swap16()],
])('reports UTF-16 text, %s', async (name, bytes) => {
  const at = file(name, bytes);
  await expect(readTextFile(at)).rejects.toThrow('it is UTF-16 text; save it as UTF-8');
  await expect(linesOf(at)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});

test('reports a missing file and a folder', async () => {
  mkdirSync(path.join(dir, 'folder'));
  for (const read of [readTextFile, linesOf]) {
    await expect(read(path.join(dir, 'gone'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(read(path.join(dir, 'folder'))).rejects.toThrow('it is a folder');
  }
});
