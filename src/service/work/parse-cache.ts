import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { removeAbandonedParts, temporaryFor } from '../../base/write-file.ts';
import type { ParseOptions } from '../engines/engine.ts';
import type { ParsedDocument } from '../engines/parsed-document.ts';
import { ownerOnlyFolder } from '../storage/owner-only.ts';
import type { Store } from '../stores/store.ts';
import type { WorkQueue } from './work-queue.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Parsed documents on disk, by file hash, effort and parser version. Processes may share a cache. */
export class ParseCache {
  readonly #folder: string;
  readonly #unfinished: string;

  constructor(folder: string, version: string) {
    this.#folder = path.join(folder, version);
    this.#unfinished = unfinishedIn(folder);
  }

  /**
   * Returns a parsed document. Returns `null` if the cache does not have the document with at least the requested
   * pages. Ignores damaged files.
   */
  async read(hash: string, options: ParseOptions): Promise<ParsedDocument | null> {
    const whole = await this.#readFile(this.#fileFor(hash, { effort: options.effort }));
    if (whole !== null || options.pages === undefined) return whole;
    return this.#readFile(this.#fileFor(hash, options));
  }

  /**
   * Stores a parsed document. Ignores failures, because the cache only saves time. A process writes one document at a time.
   */
  async write(hash: string, options: ParseOptions, document: ParsedDocument): Promise<void> {
    const complete = options.pages === undefined || document.pages.length < options.pages;
    const file = this.#fileFor(hash, complete ? { effort: options.effort } : options);
    const temporary = temporaryFor(this.#unfinished);
    try {
      for (const target of [file, temporary])
        await mkdir(path.dirname(target), { recursive: true, mode: ownerOnlyFolder });
      await writeFile(temporary, await compress(JSON.stringify(document), { level: 3 }));
      await rename(temporary, file);
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  #fileFor(hash: string, options: ParseOptions): string {
    const pages = options.pages === undefined ? '' : `-p${options.pages}`;
    return path.join(this.#folder, hash.slice(0, 2), `${hash}-${options.effort}${pages}.json.gz`);
  }

  async #readFile(file: string): Promise<ParsedDocument | null> {
    try {
      return JSON.parse((await expand(await readFile(file))).toString('utf8')) as ParsedDocument;
    } catch {
      return null;
    }
  }
}

/**
 * Returns the path prefix of unfinished files. These files are in one folder, so that a later process can find and
 * remove them.
 */
function unfinishedIn(folder: string): string {
  return path.join(folder, 'unfinished', 'document');
}

/** Removes the incomplete files that killed processes left in a cache. */
export function removeUnfinishedParses(folder: string): void {
  removeAbandonedParts(unfinishedIn(folder));
}

/** Number of other parser versions whose documents are kept, because several checkouts may share a cache. */
const maxOtherVersions = 3;
const versionName = /^[0-9a-f]{16}$/;

/**
 * Marks this parser version as used. Removes the documents of other parser versions, except the most recently used
 * versions.
 */
export async function pruneParses(folder: string, version: string): Promise<void> {
  try {
    const own = path.join(folder, version);
    await mkdir(own, { recursive: true, mode: ownerOnlyFolder });
    const now = new Date();
    await utimes(own, now, now);
    const others: { readonly name: string; readonly usedAt: number }[] = [];
    for (const name of await readdir(folder)) {
      if (!versionName.test(name) || name === version) continue;
      const found = await stat(path.join(folder, name));
      if (found.isDirectory()) others.push({ name, usedAt: found.mtimeMs });
    }
    others.sort((a, b) => b.usedAt - a.usedAt);
    for (const { name } of others.slice(maxOtherVersions))
      await rm(path.join(folder, name), { recursive: true, force: true });
  } catch {
    // Pruning is optional. It fails if the cache is read-only, or if another process prunes the cache at the
    // same time.
  }
}

/** Deletes the cached documents of a file for every parser version. */
export async function deleteCachedParses(
  context: { readonly store: Store; readonly queue: WorkQueue; readonly parseCacheDir: string },
  fileId: string,
): Promise<void> {
  const file = context.store.files.find(fileId);
  if (file === undefined) return;
  context.queue.onParsesDeleted(file.hash);
  for (const version of await namesIn(context.parseCacheDir)) {
    const folder = path.join(context.parseCacheDir, version, file.hash.slice(0, 2));
    for (const name of await namesIn(folder))
      if (name.startsWith(`${file.hash}-`)) await rm(path.join(folder, name), { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
