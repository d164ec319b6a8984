import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { GoldsetError } from '../../base/goldset-error.ts';
import { temporaryFor, writeFailure } from '../../base/write-file.ts';

const chunkSize = 1 << 20;
/** Maximum number of bytes that one UTF-16 code unit takes in UTF-8. */
const maxBytes = 3;

/** A UTF-8 text file that is written in pieces. It has a temporary name until `close` gives it the final name. */
export class TextFile {
  readonly #target: string;
  readonly #temporary: string;
  #descriptor: number | null = null;
  readonly #chunk = Buffer.allocUnsafe(chunkSize);
  #length = 0;
  #open = true;

  constructor(target: string, header = '') {
    this.#target = target;
    this.#temporary = temporaryFor(target);
    this.append(header);
  }

  append(text: string | Uint8Array): void {
    const most = typeof text === 'string' ? text.length * maxBytes : text.length;
    if (most > chunkSize - this.#length) this.#flush();
    if (most > chunkSize) this.#write(typeof text === 'string' ? Buffer.from(text) : text);
    else if (typeof text === 'string') this.#length += this.#chunk.write(text, this.#length);
    else {
      this.#chunk.set(text, this.#length);
      this.#length += text.length;
    }
  }

  /** Writes the remaining text and gives the file its final name. Returns its path. */
  close(): string {
    this.#flush();
    this.#attempt(() => {
      if (this.#descriptor !== null) closeSync(this.#descriptor);
      this.#descriptor = null;
      renameSync(this.#temporary, this.#target);
    });
    this.#open = false;
    return this.#target;
  }

  /** Removes the temporary file. Has no effect after `close`. */
  abort(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      if (this.#descriptor !== null) closeSync(this.#descriptor);
      rmSync(this.#temporary, { force: true });
    } catch {
      // The file or its folder does not exist, so there is nothing to remove.
    }
    this.#descriptor = null;
  }

  /** Returns the GoldsetError for a failed write, with the name of the file. */
  failure(error: unknown): GoldsetError {
    return writeFailure(this.#target, error);
  }

  #flush(): void {
    const length = this.#length;
    this.#length = 0;
    this.#write(this.#chunk.subarray(0, length));
  }

  #write(bytes: Uint8Array): void {
    this.#attempt(() => {
      if (this.#descriptor === null) {
        mkdirSync(path.dirname(this.#target), { recursive: true });
        this.#descriptor = openSync(this.#temporary, 'w');
      }
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    });
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.abort();
      throw this.failure(error);
    }
  }
}
