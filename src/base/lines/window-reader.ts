import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { unreadable } from './scan-lines.ts';

interface Window {
  bytes: Buffer;
  start: number;
  filled: number;
  usedAt: number;
}

/** Reads parts of a file by offset. Keeps a few large buffers, so that nearby reads need no further disk access. */
export class WindowReader implements Disposable {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #windowSize: number;
  /**
   * A buffer starts this many bytes before the first requested offset, because later requests may be a little earlier
   * in the file.
   */
  readonly #lookBack: number;
  readonly #limit: number;
  readonly #windows: Window[] = [];
  #clock = 0;

  constructor(file: string, { windows, windowSize }: { windows: number; windowSize: number }) {
    this.#file = file;
    this.#limit = windows;
    try {
      this.#descriptor = openSync(file, 'r');
      const { size } = fstatSync(this.#descriptor);
      this.#windowSize = Math.min(windowSize, size + 1);
      // For a small file, start the buffer at the beginning of the file, so that it holds the whole file.
      this.#lookBack = size < windowSize ? size : Math.floor(windowSize / 4);
    } catch (thrown) {
      throw unreadable(file, thrown);
    }
  }

  text(offset: number, length: number): string {
    const window = this.#windowOf(offset, length);
    const start = offset - window.start;
    // If the file has become shorter, the text is incomplete, and the caller fails to parse it as JSON.
    return window.bytes.toString(
      'utf8',
      Math.min(start, window.filled),
      Math.min(start + length, window.filled),
    );
  }

  [Symbol.dispose](): void {
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

  /** Reads a part of the file into the least recently used buffer. */
  #load(offset: number, length: number): Window {
    const start = Math.max(0, offset - this.#lookBack);
    const window = this.#oldest();
    const size = Math.max(this.#windowSize, offset + length - start);
    if (window.bytes.length !== size) window.bytes = Buffer.allocUnsafe(size);
    window.start = start;
    window.filled = 0;
    window.usedAt = this.#clock;
    try {
      while (window.filled < size) {
        const { bytes, filled } = window;
        const read = readSync(this.#descriptor, bytes, filled, size - filled, start + filled);
        if (read === 0) break;
        window.filled += read;
      }
    } catch (thrown) {
      throw unreadable(this.#file, thrown);
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
