import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { GoldsetError } from '../../base/goldset-error.ts';
import { writeFailure } from '../../base/write-failure.ts';

/** Bytes that are collected before a write. */
const chunkSize = 1 << 20;
/** Bytes that a character takes in UTF-8 at most. */
const maxBytes = 3;

/** A text file that is written in chunks next to its target and appears there when it is closed. */
export class TextFile {
  readonly #target: string;
  readonly #beside: string;
  #handle: FileHandle | null = null;
  /** Collected bytes; encoding text by text is faster than encoding one long text that was put together. */
  readonly #bytes = Buffer.allocUnsafe(chunkSize);
  #length = 0;
  #open = true;

  constructor(target: string, header = '') {
    this.#target = target;
    this.#beside = `${target}.${process.pid}.tmp`;
    this.#length = this.#bytes.write(header);
  }

  /** Appends text. A promise means that a chunk is being written: the caller waits for it before the next text. */
  append(text: string): void | Promise<void> {
    if (text.length * maxBytes > chunkSize - this.#length) return this.#appendLong(text);
    this.#length += this.#bytes.write(text, this.#length);
  }

  async #appendLong(text: string): Promise<void> {
    await this.#flush();
    if (text.length * maxBytes > chunkSize) await this.#write(Buffer.from(text));
    else this.#length = this.#bytes.write(text);
  }

  /** Writes the rest, renames the file into place and returns its path. */
  async close(): Promise<string> {
    await this.#flush();
    try {
      await this.#handle?.close();
      this.#handle = null;
      await rename(this.#beside, this.#target);
    } catch (error) {
      await this.#fail(error);
    }
    this.#open = false;
    return this.#target;
  }

  /** Removes what was written; does nothing after `close`. */
  async abort(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#handle?.close().catch(() => {});
    this.#handle = null;
    await rm(this.#beside, { force: true }).catch(() => {});
  }

  async #flush(): Promise<void> {
    const length = this.#length;
    this.#length = 0;
    await this.#write(this.#bytes.subarray(0, length));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      if (this.#handle === null) {
        await mkdir(path.dirname(this.#target), { recursive: true });
        this.#handle = await open(this.#beside, 'w');
      }
      await this.#handle.writeFile(bytes);
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** Returns the error of a failed write; names the file. */
  failure(error: unknown): GoldsetError {
    return writeFailure(this.#target, error);
  }

  async #fail(error: unknown): Promise<never> {
    await this.abort();
    throw this.failure(error);
  }
}
