import { parseJson } from '../../base/exact-json.ts';
import { stackOf } from '../../base/goldset-error.ts';
import type { BatchMetrics, BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument, BatchInput } from '../batch-metrics/batch-input.ts';
import { conventionsWith } from '../batch-metrics/conventions.ts';
import { metricsInWorker } from '../batch-metrics/metrics-in-worker.ts';
import type { EventDispatcher } from '../events/event-dispatcher.ts';
import { retry } from '../storage/retry.ts';
import type { NewBatchRun, StoredBatchItem, StoredBatchRun } from '../stores/batch-run-store.ts';
import type { StoredRun } from '../stores/run-store.ts';
import type { Store } from '../stores/store.ts';
import type { RunExecutor } from '../work/run-executor.ts';

export interface BatchFile {
  readonly fileId: string;
  /** Expected output, or `undefined` if the file has none. */
  readonly expectedOutput: unknown;
}

/** Runs a processor version on many files, and computes the metrics of the batch when all runs have ended. */
export class BatchRunner {
  readonly #store: Store;
  readonly #runs: RunExecutor;
  readonly #events: EventDispatcher;
  readonly #log: (message: string) => void;
  readonly #stopping = new AbortController();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(store: Store, runs: RunExecutor, events: EventDispatcher, log: (message: string) => void) {
    this.#store = store;
    this.#runs = runs;
    this.#events = events;
    this.#log = log;
    runs.observe({
      began: ({ source, sourceId }) => {
        if (source === 'BATCH_PROCESSOR_RUN' && sourceId !== null) store.batches.begin(sourceId);
      },
      ended: ({ source, sourceId }) => {
        if (source === 'BATCH_PROCESSOR_RUN' && sourceId !== null) this.#finishIfDone(sourceId);
      },
    });
  }

  start(batch: NewBatchRun, files: readonly BatchFile[], priority: number): StoredBatchRun {
    const created: StoredRun[] = [];
    const stored = this.#store.transaction(() => {
      const row = this.#store.batches.create(batch);
      const { options: _options, ...members } = batch;
      for (const file of files) {
        const run = this.#store.runs.create({
          ...members,
          type: batch.config.type,
          step: null,
          priority,
          metadata: {},
          fileId: file.fileId,
          fileName: this.#store.files.find(file.fileId)?.name ?? 'file',
          source: 'BATCH_PROCESSOR_RUN',
          sourceId: row.id,
        });
        this.#store.batches.addItem(row.id, run.id, file.expectedOutput);
        created.push(run);
      }
      return row;
    });
    for (const run of created) this.#runs.enqueue(run);
    return stored;
  }

  /** Ends every batch that the previous process left unfinished, if all runs of the batch have ended. */
  resumeUnfinished(): void {
    for (const batch of this.#store.batches.unfinished()) this.#finishIfDone(batch.id);
  }

  /** Stops the computation of metrics. The service repeats the computation at its next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay.values());
  }

  #finishIfDone(batchId: string): void {
    if (this.#underWay.has(batchId) || this.#stopping.signal.aborted) return;
    if (this.#store.batches.hasUnfinishedRuns(batchId)) return;
    const work = this.#finish(batchId).finally(() => this.#underWay.delete(batchId));
    this.#underWay.set(batchId, work);
  }

  async #finish(batchId: string): Promise<void> {
    const batch = this.#store.batches.find(batchId);
    if (batch === undefined || batch.metrics !== null) return;
    const items = this.#store.batches.items(batchId);
    const input = inputOfBatch(batch, items);
    let metrics: BatchMetrics | null = null;
    try {
      // A batch without a processed file has failed.
      if (items.some(({ status }) => status === 'PROCESSED'))
        metrics = await metricsInWorker(input, this.#stopping.signal);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#log(`${batchId}: ${stackOf(error)}`);
    }
    const status = metrics === null ? 'FAILED' : 'PROCESSED';
    await retry(() => this.#end(batchId, status, metrics), {
      log: this.#log,
      signal: this.#stopping.signal,
    });
  }

  #end(batchId: string, status: 'PROCESSED' | 'FAILED', metrics: BatchMetrics | null): void {
    this.#store.transaction(() => {
      if (!this.#store.batches.end(batchId, status, metrics)) return;
      const type = status === 'PROCESSED' ? 'batch_processor_run.processed' : 'batch_processor_run.failed';
      this.#events.publish(type, batchId, () =>
        batchRunResponse(this.#store.batches.get(batchId), this.#store),
      );
    });
  }
}

/**
 * Returns the response for a batch. Omits the injected conventions, because goldset must detect these conventions from
 * the metrics.
 */
export function batchRunResponse(batch: StoredBatchRun, store: Store): BatchProcessorRun {
  const { config, options, metrics, sourceId, ...members } = batch;
  const { injectedConventions: _, ...shownOptions } = options;
  return {
    object: 'batch_processor_run',
    ...members,
    // There are no metrics while the batch runs, or if no file was processed.
    metrics: metrics ?? { type: config.type, numFiles: 0, numPages: 0 },
    sourceId: sourceId ?? undefined,
    runCount: store.batches.countItems(batch.id),
    options: shownOptions,
  };
}

/**
 * Returns the data from which the metrics of a batch are computed. Excludes failed files, unless the injected
 * conventions count failures.
 */
export function inputOfBatch(batch: StoredBatchRun, items: readonly StoredBatchItem[]): BatchInput {
  const { fuzzyMatchFields = [], excludeFields = [], injectedConventions = [] } = batch.options;
  const { failuresCounted } = conventionsWith(injectedConventions);
  return {
    config: batch.config,
    fuzzyMatchFields,
    excludeFields,
    injectedConventions,
    documents: items
      .filter(({ status, output }) => failuresCounted || (status === 'PROCESSED' && output !== null))
      .map(documentOf),
  };
}

function documentOf(item: StoredBatchItem): BatchDocument {
  return {
    runId: item.runId,
    output: item.output === null ? null : parseJson(item.output),
    expected: item.expectedOutput === null ? undefined : parseJson(item.expectedOutput),
    pages: item.pageCount ?? 0,
    runTimeMs: item.status === 'PROCESSED' ? timeBetween(item.startedAt, item.finishedAt) : null,
  };
}

function timeBetween(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : Date.parse(end) - Date.parse(start);
}
