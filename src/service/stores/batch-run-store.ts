import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics, BatchProcessorRunCreateRequest } from '../../model/wire/batch-processor-run.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';

export interface StoredBatchRun {
  readonly id: string;
  readonly processor_id: string;
  readonly processor_version_id: string;
  readonly processor_name: string;
  readonly config: string;
  readonly status: 'PENDING' | 'PROCESSING' | 'PROCESSED' | 'FAILED';
  readonly source: 'EVAL_SET' | 'PLAYGROUND' | 'STUDIO';
  readonly source_id: string | null;
  readonly options: string;
  readonly metrics: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewBatchRun {
  readonly processorId: string;
  readonly processorVersionId: string;
  readonly processorName: string;
  readonly config: ProcessorConfig;
  readonly source: StoredBatchRun['source'];
  readonly sourceId: string | null;
  readonly options: NonNullable<BatchProcessorRunCreateRequest['options']>;
}

/** One file of a batch with what became of it. The run's columns are null where the run was deleted. */
export interface StoredBatchItem {
  readonly run_id: string;
  readonly expected_output: string | null;
  readonly status: string | null;
  readonly output: string | null;
  readonly page_count: number | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/** Batch processor runs: which runs belong to each, and the expectations as they were when it began. */
export class BatchRunStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(batch: NewBatchRun): StoredBatchRun {
    const id = newId('bpr');
    this.#database.run(
      `INSERT INTO batch_runs (id, processor_id, processor_version_id, processor_name, config, status, source,
         source_id, options, created_at, updated_at)
       VALUES (:id, :processorId, :processorVersionId, :processorName, :config, 'PENDING', :source, :sourceId,
         :options, :time, :time)`,
      {
        ...batch,
        id,
        config: JSON.stringify(batch.config),
        options: JSON.stringify(batch.options),
        time: now(),
      },
    );
    return this.find(id) as StoredBatchRun;
  }

  addItem(batchId: string, runId: string, expectedOutput: string | null): void {
    this.#database.run(
      'INSERT INTO batch_run_items (batch_id, run_id, expected_output) VALUES (:batchId, :runId, :expectedOutput)',
      { batchId, runId, expectedOutput },
    );
  }

  find(id: string): StoredBatchRun | undefined {
    return this.#database.get<StoredBatchRun>('SELECT * FROM batch_runs WHERE id = :id', { id });
  }

  /** In the order in which they were given. */
  items(batchId: string): StoredBatchItem[] {
    return this.#database.all<StoredBatchItem>(
      `SELECT i.run_id, i.expected_output, r.status, r.output, r.page_count, r.started_at, r.finished_at
       FROM batch_run_items i LEFT JOIN runs r ON r.id = i.run_id WHERE i.batch_id = :batchId ORDER BY i.seq`,
      { batchId },
    );
  }

  countItems(batchId: string): number {
    const row = this.#database.get<{ items: number }>(
      'SELECT count(*) AS items FROM batch_run_items WHERE batch_id = :batchId',
      { batchId },
    );
    return row?.items ?? 0;
  }

  /** Whether a run of the batch is still to come to its end. Asked from the last on: they end in order, mostly. */
  isUnderWay(batchId: string): boolean {
    return (
      this.#database.get(
        `SELECT 1 FROM batch_run_items i JOIN runs r ON r.id = i.run_id
         WHERE i.batch_id = :batchId AND r.status IN ('PENDING', 'PROCESSING') ORDER BY i.seq DESC LIMIT 1`,
        { batchId },
      ) !== undefined
    );
  }

  /** The first of its runs has begun. */
  begin(id: string): void {
    this.#database.run(
      "UPDATE batch_runs SET status = 'PROCESSING', updated_at = :time WHERE id = :id AND status = 'PENDING'",
      { id, time: now() },
    );
  }

  unfinished(): StoredBatchRun[] {
    return this.#database.all<StoredBatchRun>(
      "SELECT * FROM batch_runs WHERE status IN ('PENDING', 'PROCESSING') ORDER BY seq",
    );
  }

  /** False where it had ended already. */
  end(id: string, status: 'PROCESSED' | 'FAILED', metrics: BatchMetrics | null): boolean {
    const changed = this.#database.run(
      `UPDATE batch_runs SET status = :status, metrics = :metrics, updated_at = :time
       WHERE id = :id AND status IN ('PENDING', 'PROCESSING')`,
      { id, status, metrics: metrics === null ? null : JSON.stringify(metrics), time: now() },
    );
    return changed > 0;
  }
}
