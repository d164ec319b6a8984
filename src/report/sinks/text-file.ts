import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { GoldsetError } from '../../base/goldset-error.ts';
import { writeFailure } from '../../base/write-failure.ts';

/** Characters that are collected before a write. */
const chunkSize = 1 << 19;

/** A text file that is written in chunks next to its target and appears there when it is closed. */
export class TextFile {
  readonly #target: string;
  readonly #beside: string;
  #handle: FileHandle | null = null;
  #pending: string;
  #open = true;

  constructor(target: string, header = '') {
    this.#target = target;
    this.#beside = `${target}.${process.pid}.tmp`;
    this.#pending = header;
  }

  /** Appends text. A promise means that a chunk is being written: the caller waits for it before the next text. */
  append(text: string): void | Promise<void> {
    this.#pending += text;
    return this.#pending.length < chunkSize ? undefined : this.#flush();
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
    const text = this.#pending;
    this.#pending = '';
    try {
      if (this.#handle === null) {
        await mkdir(path.dirname(this.#target), { recursive: true });
        this.#handle = await open(this.#beside, 'w');
      }
      await this.#handle.writeFile(text);
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
