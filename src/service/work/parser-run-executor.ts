import { randomUUID } from 'node:crypto';
import type { FileType } from '../../model/wire/file.ts';
import type { ParserRun } from '../../model/wire/parser-run.ts';
import type { ViewOptions } from '../engines/engine.ts';
import { storageFailure } from '../errors/storage-failure.ts';
import { type RetryOptions, retry } from '../storage/retry.ts';
import type { StoredFile } from '../stores/file-store.ts';
import type { Store } from '../stores/store.ts';
import type { JobFailure, JobResult } from './job.ts';
import {
  type FullParseConfig,
  failedParserRun,
  parserRunResponse,
  unfinishedParserRun,
  viewOptions,
} from './parser-run-response.ts';
import type { WorkQueue } from './work-queue.ts';

export interface ParseOrder {
  readonly id: string;
  readonly file: StoredFile;
  readonly config: FullParseConfig;
  /** Id of the request. The response to a failed parse contains this id. */
  readonly requestId: string;
}

/** A parse fails after this many attempts, because its document probably kills the process. */
const attemptLimit = 25;
/** Priority of background parses in the queue that they share with processor runs. */
const backgroundPriority = 50;

/** Parses files while a caller waits, or in the background. The next start repeats unfinished background parses. */
export class ParserRunExecutor {
  readonly #store: Store;
  readonly #queue: WorkQueue;
  /** Called in the transaction that stores the end of a run. */
  readonly #ended: (run: ParserRun) => void;
  readonly #retryOptions: RetryOptions;
  #stopping = false;

  constructor(store: Store, queue: WorkQueue, ended: (run: ParserRun) => void, retryOptions: RetryOptions) {
    this.#store = store;
    this.#queue = queue;
    this.#ended = ended;
    this.#retryOptions = retryOptions;
  }

  async parse(order: ParseOrder): Promise<ParserRun> {
    const run = await this.#perform(order, 0);
    this.#store.transaction(() => {
      this.#store.parserRuns.save(run);
      this.#ended(run);
    });
    return run;
  }

  /** Stores a run, starts to parse in the background and returns the unfinished run. */
  begin(order: ParseOrder): ParserRun {
    const run = unfinishedParserRun({ ...order, fileId: order.file.id });
    this.#store.parserRuns.save(run);
    void this.#complete(order);
    return run;
  }

  resumeUnfinished(): number {
    const runs = this.#store.parserRuns.unfinished();
    for (const { run, attempts } of runs) {
      const config = run.config as FullParseConfig;
      const { id } = run;
      const fileId = run.fileId ?? '';
      const requestId = `start-${id}`;
      const fail = (errorCode: string, message: string): void =>
        this.#end(failedParserRun({ id, fileId, config }, { errorCode, message, requestId }, 0));
      const file = this.#store.files.find(fileId);
      if (file === undefined) fail('CORRUPT_FILE', 'The file was deleted.');
      else if (attempts >= attemptLimit)
        fail(
          'INTERNAL_ERROR',
          `The service gave up, because it ended ${attempts} times while it parsed this document.`,
        );
      else void this.#complete({ id, config, requestId, file });
    }
    return runs.length;
  }

  delete(id: string): boolean {
    const deleted = this.#store.parserRuns.delete(id);
    if (deleted) this.#queue.withdraw(id);
    return deleted;
  }

  /** Discards all further results of background parses, so that the next start repeats these parses. */
  stop(): void {
    this.#stopping = true;
  }

  async #complete(order: ParseOrder): Promise<void> {
    await retry(() => this.#store.parserRuns.countAttempt(order.id), this.#retryOptions);
    const run = await this.#perform(order, backgroundPriority);
    if (!this.#stopping) await retry(() => this.#end(run), this.#retryOptions);
  }

  #end(run: ParserRun): void {
    this.#store.transaction(() => {
      if (this.#store.parserRuns.finish(run)) this.#ended(run);
    });
  }

  async #perform(order: ParseOrder, priority: number): Promise<ParserRun> {
    const startedAt = performance.now();
    const services = { store: this.#store, queue: this.#queue };
    const result = await parseStoredFile(services, order.file, {
      id: order.id,
      priority,
      view: viewOptions(order.config),
    });
    const processingTimeMs = Math.round(performance.now() - startedAt);
    const { id, file, config, requestId } = order;
    const request = { id, fileId: file.id, config };
    if (result.ok) return parserRunResponse(request, result, processingTimeMs);
    const { message } = result.failure;
    const errorCode = codeOf(result.failure, file);
    return failedParserRun(request, { errorCode, message, requestId }, processingTimeMs);
  }
}

interface ParseTask {
  readonly id?: string;
  readonly priority?: number;
  readonly view?: ViewOptions;
}

/** Types that are converted to pages before they are read. */
const converted: readonly FileType[] = ['DOCX', 'EXCEL', 'HTML', 'XML', 'CSV'];

/**
 * Returns the error code of the failure. If the file could not be parsed and the failure has no code, returns the code
 * for the type of the file, or `undefined` if there is none.
 */
function codeOf({ code, reason }: JobFailure, { type }: StoredFile): string | undefined {
  // The service accepts old Office files such as .doc and .xls, but cannot convert them.
  if (code === 'DOCUMENT_TYPE_UNKNOWN' && (type === 'DOCX' || type === 'EXCEL'))
    return 'FAILED_TO_CONVERT_TO_PDF';
  if (code !== undefined || reason !== 'PARSING_ERROR') return code;
  if (type === 'IMG') return 'OCR_ERROR';
  return converted.includes(type) ? 'FAILED_TO_CONVERT_TO_PDF' : undefined;
}

/** Parses a stored file in a worker. By default, the parse has the priority 0 and returns all blocks. */
export async function parseStoredFile(
  { store, queue }: { readonly store: Store; readonly queue: WorkQueue },
  file: StoredFile,
  { id = randomUUID(), priority = 0, view }: ParseTask = {},
): Promise<JobResult<'parse'>> {
  const { hash, name, id: fileId } = file;
  const result = await queue.perform({ id, priority, parseKey: `${hash}:performance:` }, () => ({
    kind: 'parse',
    file: { content: store.blobs.content(hash), name, hash, id: fileId },
    ...(view === undefined ? {} : { view }),
  }));
  if (!result.ok) return result;
  try {
    store.files.setPageCount(hash, result.pages.length);
  } catch (error) {
    // If the page count cannot be stored, returns the result anyway. A later parse stores the count.
    if (storageFailure(error) === null) throw error;
  }
  return result;
}
