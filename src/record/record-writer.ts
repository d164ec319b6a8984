import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { GoldsetError } from '../base/goldset-error.ts';
import { writeFailure } from '../base/write-failure.ts';
import type { ItemRun, RecordedItem, RunPlan, RunSummary, StartedRun } from '../model/run-record.ts';
import { LineFile } from './line-file.ts';
import { type RecordFiles, recordFiles } from './record-files.ts';
import { acquireLock } from './record-lock.ts';
import type { UploadLine } from './upload-line.ts';
import { writeAtomically } from './write-atomically.ts';

/** Writes one record, alone: a lock in the folder keeps a second writer out. */
export class RecordWriter {
  readonly dir: string;
  readonly #files: RecordFiles;
  readonly #unlock: () => Promise<void>;
  readonly #lines = new Map<string, LineFile>();

  private constructor(dir: string, unlock: () => Promise<void>) {
    this.dir = dir;
    this.#files = recordFiles(dir);
    this.#unlock = unlock;
  }

  /** A new record: makes the folder; RECORD_EXISTS where there is one. Items first, then the plan, then lines. */
  static async create(dir: string): Promise<RecordWriter> {
    const files = recordFiles(dir);
    await mkdir(dir, { recursive: true }).catch((thrown: unknown) => {
      throw writeFailure(dir, thrown);
    });
    const unlock = await acquireLock(files.lock);
    if (existsSync(files.plan)) {
      await unlock();
      throw new GoldsetError('RECORD_EXISTS', { path: dir });
    }
    // Without a plan nothing was run: what a start that was cut off has left may go.
    for (const file of [files.items, files.uploads, files.runs, files.rows, files.summary])
      await rm(file, { force: true });
    return new RecordWriter(dir, unlock);
  }

  /** Goes on with a record that has a plan. */
  static async resume(dir: string): Promise<RecordWriter> {
    const files = recordFiles(dir);
    if (!existsSync(files.plan)) throw new GoldsetError('RECORD_NOT_FOUND', { path: dir });
    const writer = new RecordWriter(dir, await acquireLock(files.lock));
    for (const file of [files.uploads, files.runs, files.rows]) if (existsSync(file)) writer.#open(file);
    return writer;
  }

  /** `items.jsonl`; all of them before the plan, without which they count for nothing. */
  appendItem(item: RecordedItem): void {
    this.#open(this.#files.items).appendLater(item);
  }

  /** `plan.json`: from here on the record exists. */
  async writePlan(plan: RunPlan): Promise<void> {
    this.#open(this.#files.items);
    this.#closeLines(this.#files.items);
    await writeAtomically(this.#files.plan, planText(plan));
  }

  appendUpload(upload: UploadLine): void {
    this.#open(this.#files.uploads).append(upload);
  }

  /** On disk when it returns: the id of a run must outlive us before anything waits for its result. */
  appendRun(run: StartedRun): void {
    this.#open(this.#files.runs).append(run);
  }

  appendRow(row: ItemRun): void {
    this.#open(this.#files.rows).append(row);
  }

  /** `summary.json`, when all lines are safely on disk. */
  async writeSummary(summary: RunSummary): Promise<void> {
    this.#open(this.#files.rows);
    for (const file of [...this.#lines.keys()]) this.#closeLines(file);
    await writeAtomically(this.#files.summary, [`${JSON.stringify(summary, null, 2)}\n`]);
  }

  async close(): Promise<void> {
    try {
      for (const file of [...this.#lines.keys()]) this.#closeLines(file);
    } finally {
      await this.#unlock();
    }
  }

  #open(file: string): LineFile {
    let lines = this.#lines.get(file);
    if (lines === undefined) {
      lines = new LineFile(file);
      this.#lines.set(file, lines);
    }
    return lines;
  }

  #closeLines(file: string): void {
    this.#lines.get(file)?.close();
    this.#lines.delete(file);
  }
}

/** The plan with one planned item a line: readable, and never one string of all items. */
function* planText(plan: RunPlan): Iterable<string> {
  const { items, ...head } = plan;
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "items": [`;
  for (const [index, item] of items.entries()) yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(item)}`;
  yield `${items.length === 0 ? '' : '\n  '}]\n}\n`;
}
