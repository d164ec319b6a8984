import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openScanReader } from '../../../../src/usecases/target/scan-reader.ts';

it('knows the words of a document only after it was read once, and then keeps them', async () => {
  const env = { GOLDSET_CACHE_DIR: mkdtempSync(path.join(os.tmpdir(), 'goldset-scans-')) };
  const bytes = Buffer.from('Total 12');
  const read = async (recognises: boolean) => {
    await using reader = openScanReader(recognises, env);
    const pages = await reader.read(bytes, 'a.txt', 12);
    return pages && Array.from(pages, ([number, { words }]) => [number, words.map(({ text }) => text)]);
  };
  const words = [[1, ['Total', '12']]];
  expect(await read(false)).toBeNull();
  expect(await read(true)).toEqual(words);
  expect(await read(false)).toEqual(words);
});
