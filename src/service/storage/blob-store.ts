import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
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

/** Largest blob in the database, in bytes. Creating a file takes longer than processing a short text. */
const smallLimit = 16 * 1024;

/** Blobs by their SHA-256, so that equal files are stored, parsed and cached once. */
export class BlobStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #database: Database;

  constructor(folder: string, database: Database) {
    this.#folder = folder;
    this.#database = database;
    this.#incoming = path.join(folder, 'incoming');
    // Delete incomplete uploads of a killed process.
    rmSync(this.#incoming, { recursive: true, force: true });
    mkdirSync(this.#incoming, { recursive: true, mode: ownerOnlyFolder });
    makeOwnerOnly(folder);
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
   * Stores a stream in constant memory. Deletes the partial file if the stream fails. The caller must add a row to
   * `files` immediately after the promise resolves, because blobs without a row are removed.
   */
  async write(source: Source): Promise<StoredBlob> {
    const pieces = iterate(source);
    const first: Uint8Array[] = [];
    let size = 0;
    while (size <= smallLimit) {
      const step = await pieces.next();
      if (step.done) return this.#keepSmall(Buffer.concat(first));
      first.push(step.value);
      size += step.value.length;
    }
    return this.#keepFile(chained(first, pieces));
  }

  remove(hash: string): void {
    this.#database.run('DELETE FROM small_blobs WHERE hash = :hash', { hash });
    rmSync(this.#pathOf(hash), { force: true });
  }

  #pathOf(hash: string): string {
    return path.join(this.#folder, hash.slice(0, 2), hash);
  }

  #keepSmall(bytes: Buffer): StoredBlob {
    const hash = sha256(bytes);
    this.#database.run(
      'INSERT INTO small_blobs (hash, bytes) VALUES (:hash, :bytes) ON CONFLICT DO NOTHING',
      {
        hash,
        bytes,
      },
    );
    return { hash, size: bytes.length, sample: { head: bytes, tail: bytes } };
  }

  async #keepFile(source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
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
      // From here on, no `await`: another request could remove the blob, because it has no row yet.
      mkdirSync(path.dirname(target), { recursive: true });
      renameSync(temporary, target);
      return { hash: digest, size, sample: { head: Buffer.concat(head), tail } };
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
