import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { checkDocument } from '../../pages/open/check-document.ts';
import { recogniseFileType } from '../../pages/open/file-type.ts';
import type { BlobContent } from '../storage/blob-store.ts';
import type { StoredFile } from '../stores/file-store.ts';
import type { JobResult } from './job.ts';
import { readingFailure } from './perform-job.ts';
import type { WorkerPool } from './worker-pool.ts';

const maxKnownFiles = 1000;

/**
 * Checks whether files can be opened. Checks short texts in this process. Checks other files one at a time, in a worker
 * process that runs nothing else.
 */
export class FileChecker {
  readonly #content: (hash: string) => BlobContent;
  readonly #pool: WorkerPool;
  readonly #timeLimitMs: number;
  readonly #oneAtATime = pLimit(1);
  /**
   * Reason why each checked file cannot be opened, or `null` if it can be opened. The key contains the hash of the
   * file, and also the name of the file, because the file type and the reason can depend on the name.
   */
  readonly #known = new Map<string, string | null>();

  /** `pool` must have exactly one worker. `timeLimitMs` must be the time limit of the jobs of this pool. */
  constructor(content: (hash: string) => BlobContent, pool: WorkerPool, timeLimitMs: number) {
    this.#content = content;
    this.#pool = pool;
    this.#timeLimitMs = timeLimitMs;
  }

  /**
   * Returns why the file cannot be opened. Returns `null` if it can be opened, or if the check takes longer than the
   * time limit. If an unchecked file cannot be read, its run fails later.
   */
  async problem(file: StoredFile): Promise<string | null> {
    const { hash, name, pageCount } = file;
    // A file with a number of pages has already been read.
    if (pageCount !== null) return null;
    const key = `${hash} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const content = this.#content(hash);
    const result =
      'bytes' in content && isQuick(content.bytes, name)
        ? await checkDocument(content.bytes, name).then(() => null, readingFailure)
        : await this.#checkInWorker(file, content);
    const isUnreadable = result?.ok === false && result.failure.reason === 'FAILED_TO_PROCESS_FILE';
    // A failure with an internal reason has nothing to do with the document.
    const problem = isUnreadable && result.failure.internal === undefined ? result.failure.message : null;
    if (this.#known.size >= maxKnownFiles) this.#known.clear();
    this.#known.set(key, problem);
    return problem;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Returns `null` if the check does not end within the time limit. */
  async #checkInWorker(
    { id, hash, name }: StoredFile,
    content: BlobContent,
  ): Promise<JobResult<'check'> | null> {
    const job = { kind: 'check', file: { content, id, name, hash } } as const;
    const late = new AbortController();
    const result = await Promise.race([
      this.#oneAtATime(() => (late.signal.aborted ? null : this.#pool.execute(hash, job))),
      delay(this.#timeLimitMs, null, { signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    return result;
  }
}

/**
 * Returns whether opening the file here is faster than in another process. Returns true for empty files and short
 * texts.
 */
function isQuick(bytes: Uint8Array, name: string): boolean {
  return bytes.length === 0 || recogniseFileType(bytes, name) === 'txt';
}
