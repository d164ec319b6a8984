import { appendFileSync, closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFor, writeFailure } from '../../base/write-file.ts';

/** Rows are moved from memory to the file when they have at least this many characters. */
const blockSize = 1 << 20;

/**
 * Stores rows until they are read again in the same order. Keeps at most about 1 MB of rows in memory, and the rest in
 * a temporary file. A row must be a JSON value.
 */
export class RowSpool<Row> {
  readonly #file: string;
  #lines: string[] = [];
  #size = 0;
  /** Length in bytes of each block in the file. */
  readonly #blocks: number[] = [];
  #count = 0;

  /**
   * Derives the name of the temporary file from `file`. Creates the temporary file only when the memory for rows is
   * full.
   */
  constructor(file: string) {
    this.#file = temporaryFor(file);
  }

  /** Number of added rows. */
  get count(): number {
    return this.#count;
  }

  add(row: Row): void {
    const line = JSON.stringify(row);
    this.#lines.push(line);
    this.#size += line.length;
    this.#count++;
    if (this.#size >= blockSize) this.#moveToFile();
  }

  *rows(): Generator<Row> {
    let at = 0;
    for (const length of this.#blocks) {
      for (const line of this.#block(at, length).split('\n')) yield JSON.parse(line) as Row;
      at += length;
    }
    for (const line of this.#lines) yield JSON.parse(line) as Row;
  }

  /** Removes all rows, and the temporary file if there is one. */
  remove(): void {
    if (this.#blocks.length > 0) rmSync(this.#file, { force: true });
    this.#blocks.length = 0;
    this.#lines = [];
    this.#count = 0;
  }

  #moveToFile(): void {
    const block = Buffer.from(this.#lines.join('\n'));
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      appendFileSync(this.#file, block);
    } catch (error) {
      throw writeFailure(this.#file, error);
    }
    this.#blocks.push(block.length);
    this.#lines = [];
    this.#size = 0;
  }

  #block(at: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    const file = openSync(this.#file, 'r');
    try {
      let read = 0;
      while (read < length) {
        const more = readSync(file, bytes, read, length - read, at + read);
        if (more === 0) throw new RangeError(`${this.#file} was shortened by another program`);
        read += more;
      }
    } finally {
      closeSync(file);
    }
    return bytes.toString();
  }
}
