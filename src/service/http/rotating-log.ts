import { appendFileSync, renameSync, statSync } from 'node:fs';
import { escapeControls } from '../../base/phrases.ts';
import { ownerOnlyFile } from '../storage/owner-only.ts';

export interface LogTarget {
  write(line: string): void;
  close(): void;
}

const flushMs = 200;
const bufferLimit = 64 * 1024;

/**
 * A log file. When the file reaches its size limit, the file is renamed to `<file>.1`. A line that cannot be written is
 * dropped.
 */
export class RotatingLog implements LogTarget {
  readonly #file: string;
  readonly #limit: number;
  #size: number;
  #buffered: string[] = [];
  #bufferedLength = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, limit = 10 * 1024 * 1024) {
    this.#file = file;
    this.#limit = limit;
    this.#size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    this.#append('');
  }

  /** Buffers lines for up to 200 ms. Writes warnings and errors at once, because the process may be about to exit. */
  write(line: string): void {
    this.#buffered.push(line);
    this.#bufferedLength += line.length;
    if (this.#bufferedLength >= bufferLimit || !line.startsWith('{"level":30')) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), flushMs).unref();
  }

  close(): void {
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = escapeControls(this.#buffered.join(''));
    this.#buffered = [];
    this.#bufferedLength = 0;
    if (text === '') return;
    this.#append(text);
  }

  #append(text: string): void {
    try {
      if (this.#size > 0 && this.#size + text.length > this.#limit) {
        renameSync(this.#file, `${this.#file}.1`);
        this.#size = 0;
      }
      appendFileSync(this.#file, text, { mode: ownerOnlyFile });
      this.#size += Buffer.byteLength(text);
    } catch {
      // The service has no other log that could report this failure.
    }
  }
}
