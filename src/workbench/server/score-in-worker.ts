import { Worker } from 'node:worker_threads';
import type { RerunEstimate } from '../../model/results/rerun-plan.ts';
import type { FoundIssues } from '../../usecases/label-issues/label-issue-queue.ts';
import type { NewGold } from '../../usecases/report/new-gold.ts';
import type { RerunRequest } from '../../usecases/run/plan-rerun.ts';
import type { ComparedVersions, DocumentPages, OpenedReport } from '../../usecases/view/open-report.ts';
import type { WorkerAnswer, WorkerRequest } from './report-worker.ts';

// The worker is a TypeScript file in the sources, and a JavaScript file in the built package.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './report-worker.ts' : './report-worker.js',
  import.meta.url,
);

type WithoutNumber<Request> = Request extends unknown ? Omit<Request, 'number'> : never;
type WorkerTask = WithoutNumber<WorkerRequest>;

/** Thrown if a record cannot be scored. The error has the same texts as the error on the command line. */
export class NotScored extends Error {
  readonly fix: string | null;

  constructor(problem: string, fix: string | null) {
    super(problem);
    this.fix = fix;
  }
}

/** A worker, and the requests that it has not answered, by number. */
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, { resolve(value: unknown): void; reject(error: Error): void }>;
  hasEnded: boolean;
}

/**
 * For each worker file: an idle worker whose server has been closed. The next server in this Node process reuses the
 * worker, because its code is already loaded.
 */
const idle = new Map<string, Running>();

interface ThreadOptions {
  readonly file?: URL;
  readonly isReadOnly?: boolean;
}

/** Scores records and draws pages in a worker thread, so that the server can respond to other requests. */
export class ScoringThread {
  readonly #file: URL;
  readonly #isReadOnly: boolean;
  #running: Running | null = null;
  #next = 1;

  /** With `isReadOnly`, saves no reports next to their records. */
  constructor({ file = workerFile, isReadOnly = false }: ThreadOptions = {}) {
    this.#file = file;
    this.#isReadOnly = isReadOnly;
  }

  /**
   * Scores the record in a folder, with its own gold or with newer gold. The promise is rejected with NotScored if the
   * record or the gold cannot be read.
   */
  open(record: string, gold?: NewGold): Promise<OpenedReport> {
    const saved = this.#isReadOnly ? 'read' : 'write';
    return this.#ask({ task: 'open', record, gold, saved }) as Promise<OpenedReport>;
  }

  /** Draws the pages of a document. If the record is no longer in memory, scores it first. */
  pages(record: string, position: number): Promise<DocumentPages> {
    return this.#ask({ task: 'pages', record, position }) as Promise<DocumentPages>;
  }

  /**
   * Returns the values of a document as JSON; `null` if there is no such document. If the record is no longer in
   * memory, scores it first.
   */
  values(record: string, position: number, gold?: NewGold): Promise<string | null> {
    return this.#ask({ task: 'values', record, position, gold }) as Promise<string | null>;
  }

  /** Compares two versions. The promise is rejected with NotScored if they cannot be compared. */
  compare(id: string, compared: ComparedVersions): Promise<OpenedReport> {
    return this.#ask({ task: 'compare', record: id, compared }) as Promise<OpenedReport>;
  }

  /** Draws the pages of a document, given its position in the comparison. */
  comparedPages(id: string, compared: ComparedVersions, position: number): Promise<DocumentPages> {
    return this.#ask({ task: 'compared-pages', record: id, compared, position }) as Promise<DocumentPages>;
  }

  /**
   * Returns the values of a document as JSON, given its position in the comparison; `null` if there is no such
   * document.
   */
  comparedValues(id: string, compared: ComparedVersions, position: number): Promise<string | null> {
    return this.#ask({ task: 'compared-values', record: id, compared, position }) as Promise<string | null>;
  }

  /**
   * Returns how many item runs a rerun will execute, and their expected cost. The promise is rejected with NotScored if
   * the record cannot be read.
   */
  estimate(rerun: RerunRequest): Promise<RerunEstimate> {
    return this.#ask({ task: 'estimate', record: rerun.record, rerun }) as Promise<RerunEstimate>;
  }

  /**
   * Finds the label issues of a dataset with the outputs of a record. The promise is rejected with NotScored if the
   * record or the gold cannot be read.
   */
  labelIssues(record: string, gold: NewGold): Promise<FoundIssues> {
    return this.#ask({ task: 'label-issues', record, gold }) as Promise<FoundIssues>;
  }

  /** Writes the list of the values in which two versions differ, unless the file exists. */
  writeLabelList(compared: ComparedVersions, file: string): Promise<void> {
    return this.#ask({ task: 'label-list', compared, file, answered: false }) as Promise<void>;
  }

  /** Compares two versions by the answers of a list, and returns the result as a sentence. */
  compareByLabels(compared: ComparedVersions, file: string): Promise<string> {
    return this.#ask({ task: 'label-list', compared, file, answered: true }) as Promise<string>;
  }

  document(file: string, name: string): Promise<DocumentPages> {
    return this.#ask({ task: 'document', file, name }) as Promise<DocumentPages>;
  }

  /**
   * Ends the worker if it has an unanswered request, or if there is already an idle worker. Otherwise keeps it as the
   * idle worker.
   */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null || running.hasEnded) return;
    if (running.waiting.size === 0 && !idle.has(this.#file.href)) idle.set(this.#file.href, running);
    else await running.worker.terminate();
  }

  #ask(task: WorkerTask): Promise<unknown> {
    if (this.#running === null || this.#running.hasEnded) this.#running = takeWorker(this.#file);
    const { worker, waiting } = this.#running;
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      worker.postMessage({ ...task, number } satisfies WorkerRequest);
    });
  }
}

/** Returns the idle worker of a file, or starts one. */
function takeWorker(file: URL): Running {
  const found = idle.get(file.href);
  idle.delete(file.href);
  if (found !== undefined && !found.hasEnded) return found;
  const running: Running = {
    worker: new Worker(file, { execArgv: [] }),
    waiting: new Map(),
    hasEnded: false,
  };
  const { worker, waiting } = running;
  worker.on('message', (message: WorkerAnswer) => {
    const request = waiting.get(message.number);
    waiting.delete(message.number);
    if ('value' in message) request?.resolve(message.value);
    else request?.reject(new NotScored(message.problem, message.fix));
  });
  const fail = (reason: string) => {
    running.hasEnded = true;
    for (const { reject } of waiting.values()) reject(new NotScored(reason, null));
    waiting.clear();
  };
  worker.on('error', (error) => fail(`The scoring thread failed: ${error.message}`));
  worker.on('exit', () => fail('The scoring thread has ended.'));
  worker.unref();
  return running;
}
