import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { sha256 } from '../../../base/hash.ts';
import { readerVersions } from '../../../pages/open/reader-versions.ts';
import { installedOcrRuntime } from '../ocr-runtime.ts';

const folders = ['./parse/', '../../../pages/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
/** Returns a hash of the parsing code, of the packages that this code uses, and of the OCR runtime. */
export async function parseCodeVersion(): Promise<string> {
  const sources: Record<string, string> = {};
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((candidate) => /\.(ts|js)$/.test(candidate)))
      sources[`${path.basename(folder)}/${name}`] = sha256(await readFile(path.join(folder, name)));
  }
  return sha256(
    canonicalJson({ sources, readers: await readerVersions(), ocr: await installedOcrRuntime() }),
  ).slice(0, 16);
}
