import { EventEmitter } from 'node:events';
import { messageOf, stackOf } from '../../base/goldset-error.ts';
import { isTerminalRunStatus, type RunFailureReason } from '../../model/wire/processor-run.ts';
import { checkConfig } from '../config/check-config.ts';
import { effortOf, pageLimitOf } from '../engines/engine.ts';
import { storageFailure } from '../errors/storage-failure.ts';
import type { StoredRun } from '../stores/run-store.ts';
import type { Store } from '../stores/store.ts';
import type { JobResult, RunJob } from './job.ts';
import type { WorkQueue } from './work-queue.ts';

/** Number of attempts after which a run fails, because the run probably kills the process. */
const attemptLimit = 25;

/**
 * Name of the setting that stores which engine the last service on this data folder used. If the setting is absent,
 * that service used the engine `local`.
 */
const engineSetting = 'engine';

interface Problem {
  readonly reason: RunFailureReason;
  readonly message: string;
}

/** Observes runs. The executor calls `rewrite` and `ended` in the transaction that stores the end of the run. */
export interface RunObserver {
  /** Returns why the run must not start, or `null` if the run may start. */
  reject?(run: StoredRun): Problem | null;
  /** Returns the output that replaces the output of the engine. */
  rewrite?(run: StoredRun, output: string): string;
  /** Returns whether later runs will need the parse of the whole file. */
  needsWholeFile?(run: StoredRun): boolean;
  began?(run: StoredRun): void;
  ended?(run: StoredRun): void;
}

export class RunExecutor {
  readonly #store: Store;
  readonly #queue: WorkQueue;
  readonly #log: (message: string) => void;
  readonly #ends = new EventEmitter<Record<string, []>>();
  readonly #observers: RunObserver[] = [];
  /** Configs that are known to be valid. Many runs have the same config, which is validated only once. */
  readonly #validConfigs = new WeakSet<object>();
  #stopping = false;

  constructor(store: Store, queue: WorkQueue, log: (message: string) => void) {
    this.#store = store;
    this.#queue = queue;
    this.#log = log;
    this.#ends.setMaxListeners(0);
  }

  observe(observer: RunObserver): void {
    this.#observers.push(observer);
  }

  /**
   * Queues the runs that the last service on this data folder did not finish. If that service used another
   * engine, these runs fail instead, because their callers did not choose the new engine.
   */
  resumeUnfinished(engine: string): number {
    const { runs, settings } = this.#store;
    const unfinished = runs.unfinished();
    const earlier = settings.read(engineSetting) ?? 'local';
    for (const run of unfinished)
      if (earlier === engine) this.enqueue(run);
      else this.#fail(run.id, 'INTERNAL_ERROR', otherEngine(earlier, engine), run.attempts === 0 ? 0 : null);
    if (earlier !== engine) settings.write(engineSetting, engine);
    return unfinished.length;
  }

  enqueue(run: StoredRun): void {
    const file = this.#store.files.find(run.fileId);
    if (file === undefined)
      return this.#fail(run.id, 'FAILED_TO_PROCESS_FILE', 'The file of this run was deleted.');
    if (run.attempts >= attemptLimit)
      return this.#fail(
        run.id,
        'INTERNAL_ERROR',
        `The service gave up, because it ended ${run.attempts} times while it processed this document.`,
      );
    const { config } = run;
    const { hash } = file;
    this.#queue.add({
      id: run.id,
      priority: run.priority,
      parseKey: `${hash}:${effortOf(config)}:${this.#needsWholeFile(run) ? '' : (pageLimitOf(config) ?? '')}`,
      begin: () => this.#begin(run.id, hash),
      end: (result) => this.#end(run.id, hash, result),
    });
  }

  /** Cancels a run. Returns `false` if it has already ended. */
  cancel(id: string): boolean {
    return this.#store.transaction(() => {
      const cancelled = this.#store.runs.cancel(id);
      if (cancelled) {
        this.#queue.withdraw(id);
        this.#notifyEnd(id);
      }
      return cancelled;
    });
  }

  /** Waits until the run ends, but at most `timeMs` milliseconds and only while the service runs. */
  async waitForEnd(id: string, timeMs: number): Promise<void> {
    const run = this.#store.runs.find(id);
    if (run === undefined || isTerminalRunStatus(run.status) || this.#stopping) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeMs);
    this.#ends.once(id, resolve);
    await promise;
    clearTimeout(timer);
    this.#ends.off(id, resolve);
  }

  /** Discards the results of aborted jobs from now on, so that the next start repeats their runs. */
  stop(): void {
    this.#stopping = true;
    for (const id of this.#ends.eventNames()) this.#ends.emit(id as string);
  }

  #begin(id: string, hash: string): RunJob | null {
    const run = this.#store.runs.find(id);
    if (run === undefined || isTerminalRunStatus(run.status)) return null;
    const rejections = this.#observers.map((observer) => observer.reject?.(run) ?? null);
    const problem = rejections.find((rejection) => rejection !== null) ?? this.#configProblem(run);
    if (problem !== null) {
      this.#fail(id, problem.reason, problem.message);
      return null;
    }
    this.#store.runs.start(id);
    for (const observer of this.#observers) observer.began?.(run);
    return {
      kind: 'run',
      file: { content: this.#store.blobs.content(hash), name: run.fileName, hash, id: run.fileId },
      config: run.config,
      wholeFile: this.#needsWholeFile(run),
    };
  }

  /**
   * Returns why a stored config is invalid, or `null` if it is valid. An earlier version of goldset may have stored the
   * config.
   */
  #configProblem({ config }: StoredRun): Problem | null {
    if (this.#validConfigs.has(config)) return null;
    try {
      checkConfig(config.type, config);
    } catch (error) {
      const message = `The configuration of this run is not valid: ${messageOf(error)} Correct the processor, and run the document again.`;
      return { reason: 'INVALID_CONFIGURATION', message };
    }
    this.#validConfigs.add(config);
    return null;
  }

  #needsWholeFile(run: StoredRun): boolean {
    return this.#observers.some((observer) => observer.needsWholeFile?.(run) ?? false);
  }

  #end(id: string, hash: string, result: JobResult<'run'>): void {
    if (!result.ok) {
      const { reason, message, internal, credits } = result.failure;
      if (internal !== undefined) this.#log(`${id}: ${internal}`);
      if (reason === 'ABORTED' && this.#stopping) return;
      return this.#fail(id, reason, message, credits);
    }
    this.#store.transaction(() => {
      if (result.documentPages !== null) this.#store.files.setPageCount(hash, result.documentPages);
      const run = this.#store.runs.find(id);
      if (run === undefined) return;
      const output = this.#rewritten(run, result.output);
      if (output === null)
        return this.#fail(
          id,
          'POST_PROCESSING_FAILURE',
          'The service could not inject errors into the output of this document.',
        );
      if (this.#store.runs.finish(id, { ...result, output })) this.#notifyEnd(id);
    });
  }

  #rewritten(run: StoredRun, output: string): string | null {
    let current = output;
    try {
      for (const observer of this.#observers) current = observer.rewrite?.(run, current) ?? current;
      return current;
    } catch (error) {
      this.#log(`${run.id}: ${stackOf(error)}`);
      return null;
    }
  }

  #fail(id: string, reason: RunFailureReason, message: string, credits?: number | null): void {
    this.#store.transaction(() => {
      if (this.#store.runs.fail(id, reason, message, credits)) this.#notifyEnd(id);
    });
  }

  #notifyEnd(id: string): void {
    this.#ends.emit(id);
    const run = this.#store.runs.get(id);
    for (const observer of this.#observers) {
      try {
        observer.ended?.(run);
      } catch (error) {
        if (storageFailure(error) !== null) throw error;
        // Only log the error: a failing observer does not change the result of the run.
        this.#log(`${id}: ${stackOf(error)}`);
      }
    }
  }
}

function otherEngine(earlier: string, engine: string): string {
  return `This run was created for the engine ${earlier}, but the service was started again with the engine ${engine}. Run the document again.`;
}
