import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { writeFailure } from '../../base/write-file.ts';
import type { FileFacts } from '../../model/record/run-record.ts';
import { isJson } from '../lines/line-shapes.ts';

/**
 * An append-only file of JSON lines. When `append` returns, the operating system has the line, so that no line is lost
 * if the process is killed. `close` syncs the lines to disk, so that no line is lost in a power cut.
 */
export class LineFile {
  readonly #file: string;
  readonly #descriptor: number;
  #size: number;
  #lines = 0;
  readonly #hash: Hash = createHash('sha256');
  #later = '';

  /**
   * Opens a file for appending. If a crash truncated the last line, adds the missing line end, or removes the line if
   * it is invalid.
   */
  constructor(file: string) {
    this.#file = file;
    try {
      this.#descriptor = openSync(file, 'a+');
      this.#size = repairTail(this.#descriptor);
      this.#hashExistingLines();
    } catch (thrown) {
      throw writeFailure(file, thrown);
    }
  }

  /**
   * Returns whether the path still refers to the opened file, and the file has the expected size. If not, another
   * program has replaced or changed the file.
   */
  get isInPlace(): boolean {
    const named = statSync(this.#file, { throwIfNoEntry: false });
    const own = fstatSync(this.#descriptor);
    return named !== undefined && named.ino === own.ino && named.dev === own.dev && own.size === this.#size;
  }

  append(value: unknown): void {
    this.#write(`${JSON.stringify(value)}\n`);
  }

  /**
   * Adds a line to a buffer, which is much faster than `append`. The buffer is written to the file when it is full,
   * and by `sync` and `close`.
   */
  appendLater(value: unknown): void {
    this.#later += `${JSON.stringify(value)}\n`;
    if (this.#later.length > 65_536) this.#flush();
  }

  #flush(): void {
    const text = this.#later;
    this.#later = '';
    if (text !== '') this.#write(text);
  }

  #write(text: string): void {
    const line = Buffer.from(text, 'utf8');
    try {
      for (let written = 0; written < line.length; )
        written += writeSync(this.#descriptor, line, written, line.length - written);
      this.#size += line.length;
    } catch (thrown) {
      this.#removeIncompleteLine();
      throw writeFailure(this.#file, thrown);
    }
    this.#hash.update(line);
    for (let at = line.indexOf(0x0a); at >= 0; at = line.indexOf(0x0a, at + 1)) this.#lines++;
  }

  #hashExistingLines(): void {
    const block = Buffer.allocUnsafe(Math.min(this.#size, 1 << 20));
    for (let at = 0; at < this.#size; ) {
      const read = readSync(this.#descriptor, block, 0, block.length, at);
      if (read === 0) break;
      this.#hash.update(block.subarray(0, read));
      for (let end = block.indexOf(0x0a); end >= 0 && end < read; end = block.indexOf(0x0a, end + 1))
        this.#lines++;
      at += read;
    }
  }

  /** Syncs all lines to disk, so that none is lost in a power cut. */
  sync(): void {
    try {
      this.#flush();
      fdatasyncSync(this.#descriptor);
    } catch (thrown) {
      throw writeFailure(this.#file, thrown);
    }
  }

  /** Closes the file and returns its size, number of lines and hash. */
  close(): FileFacts {
    try {
      this.#flush();
      fdatasyncSync(this.#descriptor);
    } catch (thrown) {
      throw writeFailure(this.#file, thrown);
    } finally {
      closeSync(this.#descriptor);
    }
    return { bytes: this.#size, lines: this.#lines, sha256: this.#hash.copy().digest('hex') };
  }

  #removeIncompleteLine(): void {
    try {
      ftruncateSync(this.#descriptor, this.#size);
    } catch {
      return;
    }
  }
}

function repairTail(descriptor: number): number {
  const size = fstatSync(descriptor).size;
  if (size === 0) return 0;
  const tail = lastLine(descriptor, size);
  if (tail.length === 0) return size;
  if (isJson(tail.toString('utf8'))) {
    writeSync(descriptor, '\n');
    return size + 1;
  }
  ftruncateSync(descriptor, size - tail.length);
  return size - tail.length;
}

function lastLine(descriptor: number, size: number): Buffer {
  for (let length = 4096; ; length *= 4) {
    const start = Math.max(0, size - length);
    const buffer = Buffer.alloc(size - start);
    readSync(descriptor, buffer, 0, buffer.length, start);
    const end = buffer.lastIndexOf(0x0a);
    if (end >= 0) return buffer.subarray(end + 1);
    if (start === 0) return buffer;
  }
}
