import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PackageFiles } from '../../../../src/pages/open/package-files.ts';

function packageFiles(): { folder: string; files: PackageFiles } {
  const folder = `${mkdtempSync(path.join(tmpdir(), 'goldset-fonts-'))}${path.sep}`;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    files: new PackageFiles({ cMapUrl: folder, standardFontDataUrl: folder, wasmUrl: folder }),
  };
}

it('reads a standard font once for all documents, and other files each time', async () => {
  const { folder, files } = packageFiles();
  const read = async (kind: 'standardFontDataUrl' | 'cMapUrl') =>
    Buffer.from(await files.fetch({ kind, filename: 'a' })).toString();
  writeFileSync(`${folder}a`, 'first');
  expect([await read('standardFontDataUrl'), await read('cMapUrl')]).toEqual(['first', 'first']);
  writeFileSync(`${folder}a`, 'second');
  expect([await read('standardFontDataUrl'), await read('cMapUrl')]).toEqual(['first', 'second']);
});

it('tries again after a standard font could not be read', async () => {
  const { folder, files } = packageFiles();
  const font = { kind: 'standardFontDataUrl', filename: 'b' } as const;
  await expect(files.fetch(font)).rejects.toThrow('ENOENT');
  writeFileSync(`${folder}b`, 'font');
  expect(await files.fetch(font)).toEqual(new Uint8Array(readFileSync(`${folder}b`)));
});
