import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type {
  BatchMetrics,
  BatchProcessorRun,
  BatchProcessorRunCreateRequest,
} from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument, BatchInput } from '../batch-metrics/batch-input.ts';
import { conventionsWith } from '../batch-metrics/conventions.ts';
import type { StoredBatchItem, StoredBatchRun } from '../stores/batch-run-store.ts';
import type { Store } from '../stores/store.ts';

type BatchOptions = NonNullable<BatchProcessorRunCreateRequest['options']>;

/** Returns the response. It omits the injected conventions, because a reconciliation has to find them. */
export function batchRunResponse(batch: StoredBatchRun, store: Store): BatchProcessorRun {
  const { injectedConventions: _, ...options } = JSON.parse(batch.options) as BatchOptions;
  return {
    object: 'batch_processor_run',
    id: batch.id,
    processorId: batch.processor_id,
    processorVersionId: batch.processor_version_id,
    processorName: batch.processor_name,
    metrics: batch.metrics === null ? noMetrics(batch) : (JSON.parse(batch.metrics) as BatchMetrics),
    status: batch.status,
    source: batch.source,
    ...(batch.source_id === null ? {} : { sourceId: batch.source_id }),
    runCount: store.batches.countItems(batch.id),
    options,
    createdAt: batch.created_at,
    updatedAt: batch.updated_at,
  };
}

/** Returns the metrics of a batch that has not ended or has no processed file. */
function noMetrics(batch: StoredBatchRun): BatchMetrics {
  const { type } = JSON.parse(batch.config) as ProcessorConfig;
  return { type, numFiles: 0, numPages: 0 };
}

/** Returns the input of the metrics of a batch. Excludes files whose run failed, was cancelled or was deleted. */
export function inputOfBatch(batch: StoredBatchRun, items: readonly StoredBatchItem[]): BatchInput {
  const options = JSON.parse(batch.options) as BatchOptions;
  const injectedConventions = options.injectedConventions ?? [];
  const { failuresCounted } = conventionsWith(injectedConventions);
  return {
    config: JSON.parse(batch.config) as ProcessorConfig,
    fuzzyMatchFields: options.fuzzyMatchFields ?? [],
    excludeFields: options.excludeFields ?? [],
    injectedConventions,
    documents: items
      .filter(({ status, output }) => failuresCounted || (status === 'PROCESSED' && output !== null))
      .map(documentOf),
  };
}

function documentOf(item: StoredBatchItem): BatchDocument {
  return {
    runId: item.run_id,
    output: item.output === null ? null : (JSON.parse(item.output) as unknown),
    expected: item.expected_output === null ? undefined : (JSON.parse(item.expected_output) as unknown),
    pages: item.page_count ?? 0,
    runTimeMs: item.status === 'PROCESSED' ? timeBetween(item.started_at, item.finished_at) : null,
  };
}

function timeBetween(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : Date.parse(end) - Date.parse(start);
}
