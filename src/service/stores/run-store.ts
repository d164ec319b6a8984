import type { ProcessorConfig, ProcessorKind } from '../../model/processor/processor-config.ts';
import type {
  ProcessorRunListQuery,
  ProcessorRunStatus,
  RunFailureReason,
  RunSource,
} from '../../model/wire/processor-run.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';
import { type Filter, listPage, type Page } from '../storage/paging.ts';

interface RunRow {
  readonly seq: number;
  readonly id: string;
  readonly processor_id: string;
  readonly processor_version_id: string;
  readonly processor_name: string;
  readonly type: ProcessorKind;
  readonly status: ProcessorRunStatus;
  readonly source: RunSource;
  readonly source_id: string | null;
  readonly priority: number;
  readonly metadata: string;
  readonly config: string;
  readonly file_id: string;
  readonly file_name: string;
  readonly output: string | null;
  readonly failure_reason: string | null;
  readonly failure_message: string | null;
  readonly credits: number | null;
  readonly page_count: number | null;
  readonly attempts: number;
  /** The step of the workflow run (`source_id`) that this is, or null. */
  readonly step: string | null;
  /** What a person made of the output: the whole of it, with the corrections merged in. */
  readonly reviewed_output: string | null;
  readonly edits: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}
export type StoredRun = RunRow;

const summaryColumns = [
  'seq',
  'id',
  'processor_id',
  'processor_version_id',
  'processor_name',
  'type',
  'status',
  'metadata',
  'created_at',
  'updated_at',
] as const satisfies (keyof RunRow)[];
/** A run without what can be large. */
export type StoredRunSummary = Pick<RunRow, (typeof summaryColumns)[number]>;

export interface NewRun {
  readonly processorId: string;
  readonly processorVersionId: string;
  readonly processorName: string;
  readonly type: ProcessorKind;
  readonly priority: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly config: ProcessorConfig;
  readonly fileId: string;
  readonly fileName: string;
  readonly source: RunSource;
  readonly sourceId?: string;
  readonly step?: string;
}

/**
 * Processor runs. A run is unfinished while PENDING or PROCESSING, and reaches exactly one end. One that a caller made is
 * PROCESSING from the first, as the specification has it; those of workflows and batches are PENDING until a worker begins.
 */
export class RunStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(run: NewRun): StoredRun {
    const id = newId('dpr');
    this.#database.run(
      `INSERT INTO runs (id, processor_id, processor_version_id, processor_name, type, status, source, source_id, step,
         priority, metadata, config, file_id, file_name, created_at, updated_at)
       VALUES (:id, :processorId, :processorVersionId, :processorName, :type, :status, :source, :sourceId, :step,
         :priority, :metadata, :config, :fileId, :fileName, :time, :time)`,
      {
        ...run,
        id,
        status: run.source === 'API' ? 'PROCESSING' : 'PENDING',
        sourceId: run.sourceId ?? null,
        step: run.step ?? null,
        metadata: JSON.stringify(run.metadata),
        config: JSON.stringify(run.config),
        time: now(),
      },
    );
    return this.find(id) as StoredRun;
  }

  /** A run whose output is known already. */
  createFinished(run: NewRun, result: { output: string; credits: number; pages: number }): void {
    this.#database.transaction(() => {
      const { id } = this.create(run);
      this.finish(id, result);
    });
  }

  find(id: string): StoredRun | undefined {
    return this.#database.get<StoredRun>('SELECT * FROM runs WHERE id = :id', { id });
  }

  list(query: ProcessorRunListQuery, permitted: readonly string[] | null = null): Page<StoredRunSummary> {
    const filters: Filter[] = [
      { column: 'status', value: query.status },
      { column: 'processor_id', value: query.processorId },
      { column: 'processor_id', anyOf: permitted },
      { column: 'type', value: query.processorType },
      { column: 'source', value: query.source },
      { column: 'source_id', value: query.sourceId },
      { column: 'file_name', value: query.fileNameContains, contains: true },
    ];
    return listPage<StoredRunSummary>(this.#database, 'runs', query, filters, summaryColumns.join(', '));
  }

  /** The runs that a workflow run or a batch made, in the order of their making. */
  bySource(sourceId: string): StoredRun[] {
    return this.#database.all<StoredRun>('SELECT * FROM runs WHERE source_id = :sourceId ORDER BY seq', {
      sourceId,
    });
  }

  /** Keeps what a person made of the output; `edits` is null where nothing differs or the kind has no fields. */
  review(id: string, output: unknown, edits: unknown): void {
    this.#database.run(
      'UPDATE runs SET reviewed_output = :output, edits = :edits, updated_at = :time WHERE id = :id',
      {
        id,
        output: JSON.stringify(output),
        edits: edits === null ? null : JSON.stringify(edits),
        time: now(),
      },
    );
  }

  /** What an earlier process left unfinished, in the order in which it is taken up. */
  unfinished(): StoredRun[] {
    return this.#database.all<StoredRun>(
      "SELECT * FROM runs WHERE status IN ('PENDING', 'PROCESSING') ORDER BY priority, seq",
    );
  }

  /** Its turn has come. Counts the taking up, so that a run that ends the whole process again and again can be given up. */
  start(id: string): void {
    this.#database.run(
      `UPDATE runs SET status = 'PROCESSING', attempts = attempts + 1, started_at = :time, updated_at = :time
       WHERE id = :id`,
      { id, time: now() },
    );
  }

  /** False where the run had reached its end already (it was cancelled, or deleted). */
  finish(id: string, result: { output: string; credits: number; pages: number }): boolean {
    return this.#end(id, 'PROCESSED', result.output, null, null, result.credits, result.pages);
  }

  fail(id: string, reason: RunFailureReason, message: string): boolean {
    return this.#end(id, 'FAILED', null, reason, message, 0, null);
  }

  cancel(id: string): boolean {
    return this.#end(id, 'CANCELLED', null, null, null, 0, null);
  }

  delete(id: string): boolean {
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM injected_errors WHERE run_id = :id', { id });
      return this.#database.run('DELETE FROM runs WHERE id = :id', { id }) > 0;
    });
  }

  #end(
    id: string,
    status: ProcessorRunStatus,
    output: string | null,
    reason: string | null,
    message: string | null,
    credits: number,
    pages: number | null,
  ): boolean {
    const changed = this.#database.run(
      `UPDATE runs SET status = :status, output = :output, failure_reason = :reason, failure_message = :message,
         credits = :credits, page_count = :pages, finished_at = :time, updated_at = :time
       WHERE id = :id AND status IN ('PENDING', 'PROCESSING')`,
      { id, status, output, reason, message, credits, pages, time: now() },
    );
    return changed > 0;
  }
}
