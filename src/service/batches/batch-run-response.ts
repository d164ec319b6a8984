import type { BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument, BatchInput } from '../batch-metrics/batch-input.ts';
import { conventionsWith } from '../batch-metrics/conventions.ts';
import type { StoredBatchItem, StoredBatchRun } from '../stores/batch-run-store.ts';
import type { Store } from '../stores/store.ts';

/** Returns the response. It omits the injected conventions, because a reconciliation has to find them. */
export function batchRunResponse(batch: StoredBatchRun, store: Store): BatchProcessorRun {
  const { config, options, metrics, sourceId, ...members } = batch;
  const { injectedConventions: _, ...shownOptions } = options;
  return {
    object: 'batch_processor_run',
    ...members,
    // A batch that has not ended or has no processed file has no metrics.
    metrics: metrics ?? { type: config.type, numFiles: 0, numPages: 0 },
    sourceId: sourceId ?? undefined,
    runCount: store.batches.countItems(batch.id),
    options: shownOptions,
  };
}

/** Returns the input of the metrics of a batch. Excludes files whose run failed, was cancelled or was deleted. */
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
    output: item.output === null ? null : (JSON.parse(item.output) as unknown),
    expected: item.expectedOutput === null ? undefined : (JSON.parse(item.expectedOutput) as unknown),
    pages: item.pageCount ?? 0,
    runTimeMs: item.status === 'PROCESSED' ? timeBetween(item.startedAt, item.finishedAt) : null,
  };
}

function timeBetween(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : Date.parse(end) - Date.parse(start);
}
