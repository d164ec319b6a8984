import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredBlob {
  readonly hash: string;
  readonly size: number;
  /** The first bytes, by which its type is recognised. */
  readonly head: Uint8Array;
}

const headLength = 4096;

/** Bytes on disk under their SHA-256, so that equal files are stored, parsed and cached once. */
export class BlobStore {
  readonly #folder: string;
  readonly #incoming: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#incoming = path.join(folder, 'incoming');
    // What a killed process was receiving is nobody's.
    rmSync(this.#incoming, { recursive: true, force: true });
    mkdirSync(this.#incoming, { recursive: true });
  }

  pathOf(hash: string): string {
    return path.join(this.#folder, hash.slice(0, 2), hash);
  }

  /** Writes a stream to disk as it comes, never holding more than a piece of it. */
  async write(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StoredBlob> {
    const temporary = path.join(this.#incoming, randomUUID());
    const hash = createHash('sha256');
    const head: Uint8Array[] = [];
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (size < headLength) head.push(chunk.subarray(0, headLength - size));
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(source, measure, createWriteStream(temporary));
      const digest = hash.digest('hex');
      const target = this.pathOf(digest);
      if (!existsSync(target)) {
        await sync(temporary);
        await mkdir(path.dirname(target), { recursive: true });
        await rename(temporary, target);
      }
      return { hash: digest, size, head: Buffer.concat(head) };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async remove(hash: string): Promise<void> {
    await rm(this.pathOf(hash), { force: true });
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
