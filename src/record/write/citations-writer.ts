import { renameSync, rmSync } from 'node:fs';
import type { z } from 'zod';
import { temporaryFor, writeFailure } from '../../base/write-file.ts';
import type { CitationsLine, citationsHeadSchema } from '../../model/record/cited-words.ts';
import { LineFile } from '../files/jsonl-file.ts';

type Head = Omit<z.infer<typeof citationsHeadSchema>, 'schemaVersion'>;

/** Writes `citations.jsonl`. The file appears when `finish` is called. Without this call, no file remains. */
export class CitationsWriter implements Disposable {
  readonly #file: string;
  readonly #temporary: string;
  readonly #lines: LineFile;
  #isOpen = true;

  constructor(file: string, head: Head) {
    this.#file = file;
    this.#temporary = temporaryFor(file);
    this.#lines = new LineFile(this.#temporary);
    this.#lines.appendLater({ schemaVersion: 1, ...head } satisfies z.infer<typeof citationsHeadSchema>);
  }

  append(line: CitationsLine): void {
    this.#lines.appendLater(line);
  }

  finish(): void {
    this.#isOpen = false;
    this.#lines.close();
    try {
      renameSync(this.#temporary, this.#file);
    } catch (thrown) {
      throw writeFailure(this.#file, thrown);
    }
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) this.#lines.close();
    rmSync(this.#temporary, { force: true });
  }
}
