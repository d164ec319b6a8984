import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ParseOptions } from '../engines/engine.ts';
import type { ParsedDocument } from '../engines/parsed-document.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Parsed documents on disk by file hash, effort and version of the parse code. Several threads and processes may share it. */
export class ParseCache {
  readonly #folder: string;

  constructor(folder: string, version: string) {
    this.#folder = path.join(folder, version);
  }

  /** A parse that covers the pages asked for, or null. A damaged file counts as absent. */
  async read(hash: string, options: ParseOptions): Promise<ParsedDocument | null> {
    const whole = await this.#readFile(this.#fileFor(hash, { effort: options.effort }));
    if (whole !== null || options.pages === undefined) return whole;
    return this.#readFile(this.#fileFor(hash, options));
  }

  /** A cache that cannot be written costs time, never a result. */
  async write(hash: string, options: ParseOptions, document: ParsedDocument): Promise<void> {
    const complete = options.pages === undefined || document.pages.length < options.pages;
    const file = this.#fileFor(hash, complete ? { effort: options.effort } : options);
    const temporary = `${file}.${randomUUID()}`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
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
