import { appendFileSync, renameSync, statSync } from 'node:fs';

/** Where log lines go. */
export interface LogTarget {
  write(line: string): void;
  /** Writes out what is held back. */
  close(): void;
}

const flushMs = 200;
const heldBackLimit = 64 * 1024;

/**
 * A log file of bounded size: past the limit it becomes `<file>.1` in place of the one before, so that it and its
 * predecessor never hold more than twice as much. A log that cannot be written must not end the service: its lines go.
 */
export class RotatingLog implements LogTarget {
  readonly #file: string;
  readonly #limit: number;
  #size: number;
  #held: string[] = [];
  #heldLength = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, limit = 10 * 1024 * 1024) {
    this.#file = file;
    this.#limit = limit;
    this.#size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    this.#append('');
  }

  /**
   * Lines of a moment are written together, so that a request does not cost a write of its own. What is no mere
   * information is written at once: it may be the last that this process says.
   */
  write(line: string): void {
    this.#held.push(line);
    this.#heldLength += line.length;
    if (this.#heldLength >= heldBackLimit || !line.startsWith('{"level":30')) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), flushMs).unref();
  }

  close(): void {
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#held.join('');
    this.#held = [];
    this.#heldLength = 0;
    if (text === '') return;
    this.#append(text);
  }

  #append(text: string): void {
    try {
      if (this.#size > 0 && this.#size + text.length > this.#limit) {
        renameSync(this.#file, `${this.#file}.1`);
        this.#size = 0;
      }
      appendFileSync(this.#file, text);
      this.#size += Buffer.byteLength(text);
    } catch {
      // Nobody could be told of it but by this log.
    }
  }
}
