import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sha256 } from '../../base/hash.ts';
import { type FileSample, sampleLength } from '../../pages/open/file-type.ts';
import type { Database } from './database.ts';
import { makeOwnerOnly, ownerOnlyFolder } from './owner-only.ts';

export interface StoredBlob {
  readonly hash: string;
  readonly size: number;
  /** First and last bytes, which show the file type. */
  readonly sample: FileSample;
}

export type BlobContent = { readonly path: string } | { readonly bytes: Uint8Array };

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Maximum size of a blob in the database, in bytes. Larger blobs are files, which take longer to create. */
const smallLimit = 16 * 1024;

const hashName = /^[0-9a-f]{64}$/;

/**
 * Contents of files (blobs), by their SHA-256 hash, so that equal files are stored, parsed and cached once. Before the
 * store adds a large blob or removes a blob, the store creates an empty file with the hash as name. The store deletes
 * the empty file after the change. If the process is killed in between, the next start finds the empty file, and
 * removes the blob unless a row uses it.
 */
export class BlobStore {
  readonly #folder: string;
  /**
   * Folder of incomplete uploads. The folder also contains one empty file for each blob that is being added or removed.
   */
  readonly #incoming: string;
  readonly #database: Database;
  readonly #isUsed: (hash: string) => boolean;

  /** `isUsed` returns whether a row of the database refers to the blob with this hash. */
  constructor(folder: string, database: Database, isUsed: (hash: string) => boolean) {
    this.#folder = folder;
    this.#database = database;
    this.#isUsed = isUsed;
    this.#incoming = path.join(folder, 'incoming');
    mkdirSync(this.#incoming, { recursive: true, mode: ownerOnlyFolder });
    makeOwnerOnly(folder);
    // Completes the changes of a killed process and deletes its incomplete uploads.
    for (const name of readdirSync(this.#incoming))
      if (hashName.test(name)) this.#settle(name);
      else rmSync(path.join(this.#incoming, name), { force: true });
  }

  content(hash: string): BlobContent {
    const row = this.#database.get<{ bytes: Uint8Array }>(
      'SELECT bytes FROM small_blobs WHERE hash = :hash',
      {
        hash,
      },
    );
    return row ?? { path: this.#pathOf(hash) };
  }

  read(hash: string): Readable {
    const content = this.content(hash);
    return 'bytes' in content ? Readable.from([Buffer.from(content.bytes)]) : createReadStream(content.path);
  }

  /**
   * Stores the bytes of a stream. The memory use does not grow with the number of bytes. Then calls `addRow`, which
   * inserts the row for these bytes. Returns the result of `addRow`. If the stream or `addRow` fails, stores neither
   * the bytes nor the row.
   */
  async write<Row>(source: Source, addRow: (blob: StoredBlob) => Row): Promise<Row> {
    const pieces = iterate(source);
    const first: Uint8Array[] = [];
    let size = 0;
    while (size <= smallLimit) {
      const step = await pieces.next();
      if (step.done) return this.#keepSmall(Buffer.concat(first), addRow);
      first.push(step.value);
      size += step.value.length;
    }
    return this.#keepFile(chained(first, pieces), addRow);
  }

  /** Calls `deleteRow`, and removes the blob if no other row uses it. */
  remove(hash: string, deleteRow: () => void): void {
    this.#change(hash, () => {
      deleteRow();
      if (!this.#isUsed(hash)) this.#database.run('DELETE FROM small_blobs WHERE hash = :hash', { hash });
    });
  }

  /**
   * Runs `work` in a transaction. `work` changes the rows that use a blob. Then deletes the file of the blob if no row
   * uses the blob any more.
   */
  #change<Result>(hash: string, work: () => Result): Result {
    writeFileSync(path.join(this.#incoming, hash), '');
    try {
      return this.#database.transaction(work);
    } finally {
      this.#settle(hash);
    }
  }

  /** Deletes the file of a blob if no row uses the blob. Then deletes the empty file that `#change` created. */
  #settle(hash: string): void {
    if (!this.#isUsed(hash)) rmSync(this.#pathOf(hash), { force: true });
    rmSync(path.join(this.#incoming, hash), { force: true });
  }

  #pathOf(hash: string): string {
    return path.join(this.#folder, hash.slice(0, 2), hash);
  }

  #keepSmall<Row>(bytes: Buffer, addRow: (blob: StoredBlob) => Row): Row {
    const hash = sha256(bytes);
    return this.#database.transaction(() => {
      this.#database.run(
        'INSERT INTO small_blobs (hash, bytes) VALUES (:hash, :bytes) ON CONFLICT DO NOTHING',
        { hash, bytes },
      );
      return addRow({ hash, size: bytes.length, sample: { head: bytes, tail: bytes } });
    });
  }

  async #keepFile<Row>(source: AsyncIterable<Uint8Array>, addRow: (blob: StoredBlob) => Row): Promise<Row> {
    const temporary = path.join(this.#incoming, randomUUID());
    const hash = createHash('sha256');
    const head: Uint8Array[] = [];
    let tail = Buffer.alloc(0);
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (size < sampleLength) head.push(chunk.subarray(0, sampleLength - size));
        tail = Buffer.concat([tail, chunk]).subarray(-sampleLength);
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(source, measure, createWriteStream(temporary));
      await sync(temporary);
      const digest = hash.digest('hex');
      const target = this.#pathOf(digest);
      return this.#change(digest, () => {
        const row = addRow({ hash: digest, size, sample: { head: Buffer.concat(head), tail } });
        mkdirSync(path.dirname(target), { recursive: true });
        renameSync(temporary, target);
        return row;
      });
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}

async function* iterate(source: Source): AsyncGenerator<Uint8Array> {
  yield* source;
}

async function* chained(
  first: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* rest;
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
