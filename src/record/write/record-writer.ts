import { existsSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import { IdTable } from '../../base/lines/id-table.ts';
import { writeFailure, writeFileAtomically } from '../../base/write-file.ts';
import {
  type FileFacts,
  type ItemRun,
  type RecordedItem,
  type RunPlan,
  type RunSummary,
  recordSchemaVersion,
  type SealedSummary,
  type StartedRun,
} from '../../model/record/run-record.ts';
import { fileFacts, ItemsChecksum } from '../files/checksums.ts';
import { LineFile } from '../files/jsonl-file.ts';
import { type RecordFiles, recordFiles, recordFolder, sealedFiles } from '../files/record-files.ts';
import type { UploadLine } from '../lines/line-shapes.ts';
import { openRecord, type RecordReader } from '../read/open-record.ts';

/** Plan without the members that the writer adds, such as the checksum of the items. */
export type NewPlan = Omit<RunPlan, 'schemaVersion' | 'items' | 'dataset'> & {
  readonly dataset: Omit<RunPlan['dataset'], 'checksum' | 'documents'>;
};

/** A record to continue. The record is locked until `writer` is closed. */
export interface ResumedRecord {
  readonly record: RecordReader;
  readonly writer: RecordWriter;
}

interface Placing {
  /** Returns the position of an item in the whole run, or -1 if it was not planned. */
  readonly placeOf: (itemId: string) => number;
  readonly versions: ReadonlyMap<string, number>;
  readonly repeats: number;
  readonly slots: RunSlots;
}

/** Writes one record of format 2. A lock in the folder prevents a second writer at the same time. */
export class RecordWriter {
  readonly dir: string;
  readonly #files: RecordFiles;
  readonly #unlock: () => void;
  readonly #lines = new Map<string, LineFile>();
  readonly #facts = new Map<string, FileFacts>();
  readonly #checksum = new ItemsChecksum();
  readonly #documents = new ItemsChecksum();
  readonly #ids = new IdTable();
  #placing: Placing | undefined;
  /** True while the record has a summary. Appending a line deletes the summary. */
  #isSealed = false;

  private constructor(dir: string, unlock: () => void) {
    this.dir = dir;
    this.#files = recordFiles(dir);
    this.#unlock = unlock;
  }

  /**
   * Creates a record. Write the items first, then the plan, then other lines. Throws RECORD_EXISTS if the
   * folder contains a record.
   */
  static async create(dir: string): Promise<RecordWriter> {
    const files = recordFiles(dir);
    await mkdir(dir, { recursive: true }).catch((thrown: unknown) => {
      throw writeFailure(dir, thrown);
    });
    const unlock = acquireLock(files.lock);
    if (existsSync(files.plan)) {
      unlock();
      throw new GoldsetError('RECORD_EXISTS', { path: dir });
    }
    // A folder without a plan has no results. Delete the files that an interrupted run left in it.
    for (const file of [files.items, files.uploads, files.runs, files.rows, files.summary])
      await rm(file, { force: true });
    return new RecordWriter(dir, unlock);
  }

  /** Continues a record of format 2. Throws RECORD_CHANGED if its items do not match the plan. */
  static async resume(named: string): Promise<ResumedRecord> {
    const dir = recordFolder(named);
    const files = recordFiles(dir);
    if (!existsSync(files.plan)) throw new GoldsetError('RECORD_NOT_FOUND', { path: dir });
    const writer = new RecordWriter(dir, acquireLock(files.lock));
    try {
      const record = await openRecord(dir);
      await writer.#takeUp(record);
      return { record, writer };
    } catch (thrown) {
      await writer.close();
      throw thrown;
    }
  }

  async #takeUp(record: RecordReader): Promise<void> {
    if (record.format !== recordSchemaVersion)
      throw new GoldsetError('RECORD_NOT_UPGRADED', { path: this.dir, found: record.format });
    const index = await record.index();
    const placeOf = (itemId: string): number => {
      const position = index.ids.find(itemId);
      return position < 0 ? -1 : index.place(position);
    };
    this.#placing = placing(record.plan, placeOf);
    for (let position = 0; position < index.itemCount; position++)
      for (let version = 0; version < index.versionCount; version++)
        for (let repeat = 1; repeat <= index.repeats; repeat++)
          if (index.states[index.slot(position, version, repeat)] !== 0)
            this.#placing.slots.add(index.place(position), version, repeat);
    this.#facts.set(this.#files.items, index.files.items);
    for (const file of [this.#files.uploads, this.#files.runs, this.#files.rows])
      if (existsSync(file)) this.#open(file);
    this.#isSealed = record.summary !== null;
  }

  /** Appends a line to `items.jsonl`. All items must precede the plan. */
  appendItem(item: RecordedItem): void {
    const { position, id, documentHash, expectationHash, ...rest } = item;
    if (this.#ids.add(id, position) >= 0)
      throw new GoldsetError('INVARIANT', { what: `item ${JSON.stringify(id)} is planned twice` });
    this.#checksum.add(item);
    this.#documents.add({ id, documentHash, expectationHash: '' });
    this.#open(this.#files.items).appendLater({ position, id, documentHash, expectationHash, ...rest });
  }

  /**
   * Writes `plan.json`, which makes the folder a record. `countTries` computes the member `tries` (how many configs
   * were tried on these documents) from the plan. Without `countTries`, the plan has the `tries` of `head`.
   */
  async writePlan(head: NewPlan, countTries?: (plan: RunPlan) => number | undefined): Promise<RunPlan> {
    const { items } = this.#files;
    this.#open(items);
    this.#closeLines(items);
    const { bytes, sha256, lines } = this.#facts.get(items) as FileFacts;
    const dataset = {
      ...head.dataset,
      checksum: this.#checksum.digest(),
      documents: this.#documents.digest(),
    };
    const planned: RunPlan = {
      schemaVersion: recordSchemaVersion,
      ...head,
      dataset,
      items: { count: lines, bytes, sha256 },
    };
    const tries = countTries?.(planned);
    const plan = tries === undefined ? planned : { ...planned, tries };
    await writeFileAtomically(this.#files.plan, `${JSON.stringify(plan, null, 2)}\n`, { sync: true });
    this.#placing = placing(plan, (id) => this.#ids.find(id));
    return plan;
  }

  hasItem(id: string): boolean {
    return (this.#placing?.placeOf(id) ?? -1) >= 0;
  }

  appendUpload(upload: UploadLine): void {
    this.#opened(this.#files.uploads).append(upload);
  }

  /**
   * Appends a run that was started on the service. The line is stored on return, so the run id is not lost if the
   * process stops before the result arrives.
   */
  appendRun(run: StartedRun): void {
    this.#opened(this.#files.runs).append(run);
  }

  /** Appends a result row. Throws INVARIANT if the item run is not planned, or if the item run already has a row. */
  appendRow(row: ItemRun): void {
    this.#opened(this.#files.rows).append(this.#rowLine(row));
  }

  /** Adds a result row to a buffer. A crash can lose the row, so the caller must be able to create the row again. */
  appendRowLater(row: ItemRun): void {
    this.#opened(this.#files.rows).appendLater(this.#rowLine(row));
  }

  /** Returns the line of a result row. The record index expects the first members in this order. */
  #rowLine({ itemId, version, repeat, state, ...rest }: ItemRun): unknown {
    const invalid = (what: string) =>
      new GoldsetError('INVARIANT', {
        what: `${what} of item ${JSON.stringify(itemId)}, ${version}, repeat ${repeat}`,
      });
    if (this.#placing === undefined) throw invalid('a row before the plan');
    const { placeOf, versions, repeats, slots } = this.#placing;
    const position = placeOf(itemId);
    const number = versions.get(version);
    if (position < 0 || number === undefined || repeat < 1 || repeat > repeats)
      throw invalid('a row that was not planned');
    if (!slots.add(position, number, repeat)) throw invalid('a second row');
    return { position, version: number, repeat, itemId, state, ...rest };
  }

  /** Syncs all lines to disk, then writes `summary.json` with the hashes of all files. */
  async seal(summary: RunSummary): Promise<void> {
    this.#open(this.#files.rows);
    for (const file of [...this.#lines.keys()]) this.#closeLines(file);
    const files: Record<string, FileFacts> = {};
    for (const name of sealedFiles) {
      const file = this.#files[name];
      if (!existsSync(file)) continue;
      files[path.basename(file)] = this.#facts.get(file) ?? (await fileFacts(file));
    }
    const sealed: SealedSummary = { ...summary, files, seal: sha256Json(files) };
    await writeFileAtomically(this.#files.summary, `${JSON.stringify(sealed, null, 2)}\n`, { sync: true });
    this.#isSealed = true;
  }

  async close(): Promise<void> {
    try {
      for (const file of [...this.#lines.keys()]) this.#closeLines(file);
    } finally {
      this.#unlock();
    }
  }

  /** Opens a file for a new line. Deletes the summary, because it does not include the new line. */
  #opened(file: string): LineFile {
    if (this.#isSealed) rmSync(this.#files.summary, { force: true });
    this.#isSealed = false;
    return this.#open(file);
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
    const lines = this.#lines.get(file);
    if (lines === undefined) return;
    this.#lines.delete(file);
    this.#facts.set(file, lines.close());
  }
}

function placing({ versions, repeats }: RunPlan, placeOf: (itemId: string) => number): Placing {
  return {
    placeOf,
    versions: new Map(versions.map(({ requested }, index) => [requested, index])),
    repeats,
    slots: new RunSlots(versions.length, repeats),
  };
}

/** A set of planned item runs, with one bit per item, version and repeat. */
class RunSlots {
  readonly #versionCount: number;
  readonly #repeats: number;
  #bits = new Uint8Array(1_024);

  constructor(versionCount: number, repeats: number) {
    this.#versionCount = versionCount;
    this.#repeats = repeats;
  }

  /**
   * Adds an item run. Returns false if the set already contains the item run. `version` counts from 0, `repeat` from 1.
   */
  add(position: number, version: number, repeat: number): boolean {
    const slot = (position * this.#versionCount + version) * this.#repeats + repeat - 1;
    const at = Math.floor(slot / 8);
    const bit = 1 << (slot % 8);
    if (at >= this.#bits.length) this.#grow(at + 1);
    const byte = this.#bits[at] as number;
    if ((byte & bit) !== 0) return false;
    this.#bits[at] = byte | bit;
    return true;
  }

  #grow(length: number): void {
    const bits = new Uint8Array(Math.max(length, this.#bits.length * 2));
    bits.set(this.#bits);
    this.#bits = bits;
  }
}
