import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics, BatchProcessorRunCreateRequest } from '../../model/wire/batch-processor-run.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface NewBatchRun {
  readonly processorId: string;
  readonly processorVersionId: string;
  readonly processorName: string;
  readonly config: ProcessorConfig;
  readonly source: 'EVAL_SET' | 'PLAYGROUND' | 'STUDIO';
  readonly sourceId: string | null;
  readonly options: NonNullable<BatchProcessorRunCreateRequest['options']>;
}

export interface StoredBatchRun extends StoredObject, NewBatchRun {
  readonly status: 'PENDING' | 'PROCESSING' | 'PROCESSED' | 'FAILED';
  readonly metrics: BatchMetrics | null;
}

/**
 * A file of a batch, and the result of its run. After the deletion of the run, the result members are `null`.
 * Outputs are JSON.
 */
export interface StoredBatchItem {
  readonly runId: string;
  readonly expectedOutput: string | null;
  readonly status: string | null;
  readonly output: string | null;
  readonly pageCount: number | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

const isUnfinished = "status IN ('PENDING', 'PROCESSING')";

/**
 * Stores batches with their runs. Also stores copies of the expected outputs, which are made when a batch is created.
 */
export class BatchRunStore extends Table<StoredBatchRun> {
  create(batch: NewBatchRun): StoredBatchRun {
    return this.insertRow({ ...batch, status: 'PENDING' });
  }

  addItem(batchId: string, runId: string, expectedOutput: unknown): void {
    this.database.run(
      'INSERT INTO batch_run_items (batch_id, run_id, expected_output) VALUES (:batchId, :runId, :expectedOutput)',
      { batchId, runId, expectedOutput: JSON.stringify(expectedOutput) ?? null },
    );
  }

  items(batchId: string): StoredBatchItem[] {
    return this.database.all<StoredBatchItem>(
      `SELECT i.run_id AS runId, i.expected_output AS expectedOutput, r.status, r.output,
         r.page_count AS pageCount, r.started_at AS startedAt, r.finished_at AS finishedAt
       FROM batch_run_items i LEFT JOIN runs r ON r.id = i.run_id WHERE i.batch_id = :batchId ORDER BY i.seq`,
      { batchId },
    );
  }

  countItems(batchId: string): number {
    const row = this.database.get<{ items: number }>(
      'SELECT count(*) AS items FROM batch_run_items WHERE batch_id = :batchId',
      { batchId },
    );
    return row?.items ?? 0;
  }

  /** Returns whether a run of the batch is unfinished. Checks the last run first, because runs end roughly in order. */
  hasUnfinishedRuns(batchId: string): boolean {
    return (
      this.database.get(
        `SELECT 1 FROM batch_run_items i JOIN runs r ON r.id = i.run_id
         WHERE i.batch_id = :batchId AND r.${isUnfinished} ORDER BY i.seq DESC LIMIT 1`,
        { batchId },
      ) !== undefined
    );
  }

  begin(id: string): void {
    this.updateRow(id, { status: 'PROCESSING' }, "status = 'PENDING'");
  }

  unfinished(): StoredBatchRun[] {
    return this.select(`${isUnfinished} ORDER BY seq`);
  }

  /** Stores the end of a batch. Returns `false` if the batch has already ended. */
  end(id: string, status: 'PROCESSED' | 'FAILED', metrics: BatchMetrics | null): boolean {
    return this.updateRow(id, { status, metrics }, isUnfinished);
  }
}
