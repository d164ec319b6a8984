import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseDocument } from '../../src/service/engines/local/parse/parse-document.ts';
import { parseCodeVersion } from '../../src/service/engines/local/parse-code-version.ts';
import type { ParsedDocument } from '../../src/service/engines/parsed-document.ts';
import type { ReadingDocument } from './cases.ts';

/** Parses documents and stores the results in the temporary folder until the parsing code changes. */
export class ParsedDocuments {
  readonly #folder: string;
  /**
   * Seconds of processor time for parsing. Neither `seconds` nor `pages` includes documents whose result was already
   * stored.
   */
  seconds = 0;
  pages = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** `keep` uses stored results also after a change of the parsing code. */
  static async open(keep: boolean): Promise<ParsedDocuments> {
    const version = keep ? 'kept' : await parseCodeVersion();
    return new ParsedDocuments(path.join(os.tmpdir(), 'goldset-reading', version));
  }

  async parse({ bytes, file }: ReadingDocument): Promise<ParsedDocument> {
    const stored = path.join(this.#folder, createHash('sha256').update(bytes).digest('hex'));
    if (existsSync(stored)) return JSON.parse(readFileSync(stored, 'utf8')) as ParsedDocument;
    const start = process.cpuUsage();
    const document = await parseDocument(bytes, file, { effort: 'performance' });
    const { user, system } = process.cpuUsage(start);
    this.seconds += (user + system) / 1e6;
    this.pages += document.pages.length;
    writeFileSync(stored, JSON.stringify(document));
    return document;
  }
}
