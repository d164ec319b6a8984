import { closeSync, openSync, readSync } from 'node:fs';
import { GoldsetError, messageOf } from '../goldset-error.ts';

interface Window {
  bytes: Buffer;
  start: number;
  filled: number;
  usedAt: number;
}

/**
 * Reads pieces of a file by offset through a few large windows, so that several sequential readers of one file (a
 * version each, say) cost one large read now and then. Holds `windows` times `windowSize` bytes.
 */
export class WindowReader {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #windowSize: number;
  readonly #limit: number;
  readonly #windows: Window[] = [];
  #clock = 0;

  constructor(file: string, { windows, windowSize }: { windows: number; windowSize: number }) {
    this.#file = file;
    this.#limit = windows;
    this.#windowSize = windowSize;
    try {
      this.#descriptor = openSync(file, 'r');
    } catch (thrown) {
      throw new GoldsetError('FILE_UNREADABLE', { file, reason: messageOf(thrown) }, { cause: thrown });
    }
  }

  text(offset: number, length: number): string {
    const window = this.#windowOf(offset, length);
    const start = offset - window.start;
    // A file that became shorter gives a shorter text, which then is not the JSON that it was.
    return window.bytes.toString(
      'utf8',
      Math.min(start, window.filled),
      Math.min(start + length, window.filled),
    );
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #windowOf(offset: number, length: number): Window {
    this.#clock++;
    for (const window of this.#windows) {
      if (offset < window.start || offset + length > window.start + window.filled) continue;
      window.usedAt = this.#clock;
      return window;
    }
    return this.#load(offset, length);
  }

  /** Windows begin at multiples of half their size: a piece a little before the last one is then in the same window. */
  #load(offset: number, length: number): Window {
    const half = this.#windowSize / 2;
    const start = Math.floor(offset / half) * half;
    const window = this.#oldest();
    const size = Math.max(this.#windowSize, offset + length - start);
    if (window.bytes.length !== size) window.bytes = Buffer.allocUnsafe(size);
    window.start = start;
    window.filled = 0;
    window.usedAt = this.#clock;
    try {
      while (window.filled < size) {
        const read = readSync(
          this.#descriptor,
          window.bytes,
          window.filled,
          size - window.filled,
          start + window.filled,
        );
        if (read === 0) break;
        window.filled += read;
      }
    } catch (thrown) {
      throw new GoldsetError(
        'FILE_UNREADABLE',
        { file: this.#file, reason: messageOf(thrown) },
        { cause: thrown },
      );
    }
    return window;
  }

  #oldest(): Window {
    if (this.#windows.length < this.#limit) {
      const fresh: Window = { bytes: Buffer.alloc(0), start: 0, filled: 0, usedAt: 0 };
      this.#windows.push(fresh);
      return fresh;
    }
    return this.#windows.reduce((oldest, window) => (window.usedAt < oldest.usedAt ? window : oldest));
  }
}
