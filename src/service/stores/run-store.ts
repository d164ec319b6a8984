import type { ProcessorConfig, ProcessorKind } from '../../model/processor/processor-config.ts';
import type {
  ProcessorRun,
  ProcessorRunListQuery,
  ProcessorRunStatus,
  RunFailureReason,
  RunSource,
} from '../../model/wire/processor-run.ts';
import { now } from '../storage/ids-and-times.ts';
import { type StoredObject, Table } from '../storage/table.ts';

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
  readonly sourceId: string | null;
  /** Name of the step if the source is a workflow run. */
  readonly step: string | null;
}

export interface StoredRun extends StoredObject, NewRun {
  readonly status: ProcessorRunStatus;
  /** Output, or `null` until the run is processed. */
  readonly output: unknown;
  readonly failureReason: RunFailureReason | null;
  readonly failureMessage: string | null;
  readonly credits: number | null;
  readonly pageCount: number | null;
  readonly attempts: number;
  /** Complete output after the corrections of a person. `null` if there are no corrections. */
  readonly reviewedOutput: unknown;
  readonly edits: NonNullable<ProcessorRun['edits']> | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Members of a run in lists. The config and the outputs are excluded, because they may be large. */
const summaryMembers = [
  'id',
  'processorId',
  'processorVersionId',
  'processorName',
  'type',
  'status',
  'metadata',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof StoredRun)[];

export interface RunResult {
  readonly output: string;
  /** Credits that the run cost; `null` if the cost is unknown. */
  readonly credits: number | null;
  readonly pages: number;
}

const isUnfinished = "status IN ('PENDING', 'PROCESSING')";

/**
 * Processor runs. A run is PENDING or PROCESSING until it ends, and ends exactly once. A run of an API call
 * starts as PROCESSING. A run of a workflow or batch starts as PENDING.
 */
export class RunStore extends Table<StoredRun> {
  create(run: NewRun): StoredRun {
    return this.insertRow({ ...run, status: run.source === 'API' ? 'PROCESSING' : 'PENDING' });
  }

  createFinished(run: NewRun, result: RunResult): void {
    this.database.transaction(() => this.finish(this.create(run).id, result));
  }

  list(query: ProcessorRunListQuery, permitted: readonly string[] | null) {
    return this.listRows(
      query,
      [
        { column: 'status', value: query.status },
        { column: 'processor_id', value: query.processorId },
        { column: 'processor_id', anyOf: permitted },
        { column: 'type', value: query.processorType },
        { column: 'source', value: query.source },
        { column: 'source_id', value: query.sourceId },
        { column: 'file_name', value: query.fileNameContains, contains: true },
      ],
      summaryMembers,
    );
  }

  /** Returns the runs of a workflow run or a batch in the order of their creation. */
  bySource(sourceId: string): StoredRun[] {
    return this.select('source_id = :sourceId ORDER BY seq', { sourceId });
  }

  /** Stores a corrected output. `edits`: the changed fields of an extraction, or `null` if there are none. */
  review(id: string, output: unknown, edits: object | null): void {
    this.updateRow(id, { reviewedOutput: JSON.stringify(output), edits });
  }

  /** Returns the runs that an earlier process left unfinished, by priority and then by creation. */
  unfinished(): StoredRun[] {
    return this.select(`${isUnfinished} ORDER BY priority, seq`);
  }

  /**
   * Marks a run as started. Counts the starts, so that the service can give up a run that repeatedly crashes
   * the process.
   */
  start(id: string): void {
    this.database.run(
      `UPDATE runs SET status = 'PROCESSING', attempts = attempts + 1, started_at = :time, updated_at = :time
       WHERE id = :id`,
      { id, time: now() },
    );
  }

  /** Stores the result. Like `fail` and `cancel`, returns `false` if the run is deleted or has already ended. */
  finish(id: string, { output, credits, pages }: RunResult): boolean {
    return this.#end(id, { status: 'PROCESSED', output, credits, pageCount: pages });
  }

  fail(id: string, reason: RunFailureReason, message: string, credits: number | null = 0): boolean {
    return this.#end(id, { status: 'FAILED', failureReason: reason, failureMessage: message, credits });
  }

  cancel(id: string): boolean {
    return this.#end(id, { status: 'CANCELLED', credits: 0 });
  }

  override delete(id: string): boolean {
    return this.database.transaction(() => {
      this.database.run('DELETE FROM injected_errors WHERE run_id = :id', { id });
      return super.delete(id);
    });
  }

  #end(id: string, values: Readonly<Record<string, string | number | null>>): boolean {
    return this.updateRow(id, { ...values, finishedAt: now() }, isUnfinished);
  }
}
