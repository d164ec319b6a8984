import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../../../src/base/hash.ts';
import { recordedText, recordedTexts } from '../../../../src/loaders/inputs/recorded-text.ts';

const content = 'Page one\fPage two\r\n';
const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-text-'));
const textOf = (file: string, kind: 'file' | 'fileId' = 'file', documentHash = sha256(content)) =>
  recordedText({ document: { kind, path: path.join(dir, file), name: file }, documentHash });

it('returns the text of an unchanged text file with its form feeds', async () => {
  await writeFile(path.join(dir, 'a.txt'), content);
  expect(textOf('a.txt')).toBe('Page one\fPage two\n');
});

it('returns no text of a changed or absent file, of another format, or for the id of an uploaded file', async () => {
  await writeFile(path.join(dir, 'b.txt'), content);
  await writeFile(path.join(dir, 'b.pdf'), content);
  expect(textOf('b.txt', 'file', sha256('earlier text'))).toBeUndefined();
  expect(textOf('absent.txt')).toBeUndefined();
  expect(textOf('b.pdf')).toBeUndefined();
  expect(textOf('b.txt', 'fileId')).toBeUndefined();
});

it('returns the text in the record', () => {
  const document = { kind: 'text', path: null, name: 'c.txt', text: 'stored' } as const;
  expect(recordedText({ document, documentHash: '' })).toBe('stored');
});

it('keeps the text of the last file, and reads again if the path, the hash or the kind differs', async () => {
  const file = path.join(dir, 'd.txt');
  await writeFile(file, content);
  const document = { kind: 'file', path: file, name: 'd.txt' } as const;
  const documentHash = sha256(content);
  const texts = recordedTexts();
  expect(texts({ document, documentHash })).toBe('Page one\fPage two\n');
  await rm(file);
  expect(texts({ document, documentHash })).toBe('Page one\fPage two\n');
  expect(texts({ document: { ...document, text: 'stored' }, documentHash })).toBe('stored');
  expect(texts({ document: { ...document, kind: 'fileId' }, documentHash })).toBeUndefined();
  expect(texts({ document, documentHash: sha256('other') })).toBeUndefined();
  expect(texts({ document, documentHash })).toBeUndefined();
});
