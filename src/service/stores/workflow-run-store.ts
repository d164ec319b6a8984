import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import type { WorkflowRunListQuery, WorkflowRunStatus } from '../../model/wire/workflow-run.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';
import { listPage, type Page } from '../storage/paging.ts';
import { type WorkflowRunMove, workflowRunMoves } from './workflow-run-transitions.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from './workflow-store.ts';

/** An output that the caller gave, in place of the one that a processor would make. */
export interface GivenOutput {
  readonly processorId: string;
  readonly output: unknown;
}

export interface StoredWorkflowRun {
  readonly seq: number;
  readonly id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly workflow_version_id: string;
  readonly version: string;
  /** As it was when the run was made. */
  readonly definition: string;
  readonly name: string | null;
  readonly status: WorkflowRunStatus;
  readonly batch_id: string | null;
  readonly priority: number;
  readonly metadata: string;
  /** Null until the file has been fetched from `file_url`. */
  readonly file_id: string | null;
  readonly file_name: string;
  readonly file_url: string | null;
  readonly given_outputs: string;
  readonly failure_reason: string | null;
  readonly failure_message: string | null;
  readonly reviewed_by: string | null;
  readonly reviewed_at: string | null;
  readonly rejection_note: string | null;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewWorkflowRun {
  readonly workflow: StoredWorkflow;
  readonly version: StoredWorkflowVersion;
  readonly batchId: string | null;
  readonly priority: number;
  readonly metadata: unknown;
  readonly file: { readonly id: string | null; readonly name: string; readonly url: string | null };
  readonly givenOutputs: readonly GivenOutput[];
}

/** Workflow runs. Their state changes only by the moves of `workflowRunMoves`. */
export class WorkflowRunStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All of them or none. */
  create(runs: readonly NewWorkflowRun[]): StoredWorkflowRun[] {
    return this.#database.transaction(() =>
      runs.map((run) => {
        const id = newId('workflow_run');
        this.#database.run(
          `INSERT INTO workflow_runs (id, workflow_id, workflow_name, workflow_version_id, version, definition, status,
             batch_id, priority, metadata, file_id, file_name, file_url, given_outputs, created_at, updated_at)
           VALUES (:id, :workflowId, :workflowName, :versionId, :version, :definition, 'PENDING',
             :batchId, :priority, :metadata, :fileId, :fileName, :fileUrl, :givenOutputs, :time, :time)`,
          {
            id,
            workflowId: run.workflow.id,
            workflowName: run.workflow.name,
            versionId: run.version.id,
            version: run.version.version,
            definition: JSON.stringify(run.version.definition),
            batchId: run.batchId,
            priority: run.priority,
            metadata: JSON.stringify(run.metadata ?? {}),
            fileId: run.file.id,
            fileName: run.file.name,
            fileUrl: run.file.url,
            givenOutputs: JSON.stringify(run.givenOutputs),
            time: now(),
          },
        );
        return this.find(id) as StoredWorkflowRun;
      }),
    );
  }

  find(id: string): StoredWorkflowRun | undefined {
    return this.#database.get<StoredWorkflowRun>('SELECT * FROM workflow_runs WHERE id = :id', { id });
  }

  list(query: WorkflowRunListQuery, permitted: readonly string[] | null = null): Page<StoredWorkflowRun> {
    return listPage<StoredWorkflowRun>(this.#database, 'workflow_runs', query, [
      { column: 'status', value: query.status },
      { column: 'workflow_id', value: query.workflowId },
      { column: 'workflow_id', anyOf: permitted },
      { column: 'batch_id', value: query.batchId },
      { column: 'file_name', value: query.fileNameContains, contains: true },
    ]);
  }

  /** What an earlier process left unfinished, in the order in which it is taken up. */
  unfinished(): StoredWorkflowRun[] {
    return this.#database.all<StoredWorkflowRun>(
      "SELECT * FROM workflow_runs WHERE status IN ('PENDING', 'PROCESSING', 'CANCELLING') ORDER BY priority, seq",
    );
  }

  /** The fetched file; its address, which may carry a signature, is forgotten. */
  setFile(id: string, fileId: string, fileName: string): void {
    this.#database.run(
      'UPDATE workflow_runs SET file_id = :fileId, file_name = :fileName, file_url = NULL, updated_at = :time WHERE id = :id',
      { id, fileId, fileName, time: now() },
    );
  }

  update(id: string, name: string | null, metadata: unknown): void {
    this.#database.run(
      'UPDATE workflow_runs SET name = coalesce(:name, name), metadata = :metadata, updated_at = :time WHERE id = :id',
      { id, name, metadata: JSON.stringify(metadata), time: now() },
    );
  }

  /** Something that belongs to the run has changed. */
  touch(id: string): void {
    this.#database.run('UPDATE workflow_runs SET updated_at = :time WHERE id = :id', { id, time: now() });
  }

  /** False where the run's state does not allow the move, or where it is gone. */
  move(id: string, move: WorkflowRunMove): boolean {
    const { from, to, ends } = workflowRunMoves[move];
    return this.#move(id, from, to, { starts: move === 'begin', ends });
  }

  fail(id: string, reason: RunFailureReason, message: string): boolean {
    const { from, to } = workflowRunMoves.fail;
    return this.#move(id, from, to, { starts: false, ends: true }, { reason, message });
  }

  /** Approval or rejection by a person. */
  review(id: string, move: 'approve' | 'reject', by: string | null, note: string | null): boolean {
    const { from, to } = workflowRunMoves[move];
    return this.#move(id, from, to, { starts: false, ends: false }, { by, note });
  }

  delete(id: string): boolean {
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM runs WHERE source_id = :id', { id });
      return this.#database.run('DELETE FROM workflow_runs WHERE id = :id', { id }) > 0;
    });
  }

  #move(
    id: string,
    from: readonly WorkflowRunStatus[],
    to: WorkflowRunStatus,
    { starts, ends }: { starts: boolean; ends: boolean },
    more: { reason?: string; message?: string; by?: string | null; note?: string | null } = {},
  ): boolean {
    const time = now();
    const reviewed = 'by' in more;
    const changed = this.#database.run(
      `UPDATE workflow_runs SET status = :to, updated_at = :time,
         start_time = coalesce(start_time, :startTime), end_time = coalesce(:endTime, end_time),
         failure_reason = coalesce(:reason, failure_reason), failure_message = coalesce(:message, failure_message),
         reviewed_by = coalesce(:by, reviewed_by), reviewed_at = coalesce(:reviewedAt, reviewed_at),
         rejection_note = coalesce(:note, rejection_note)
       WHERE id = :id AND status IN (${from.map((status) => `'${status}'`).join(', ')})`,
      {
        id,
        to,
        time,
        startTime: starts ? time : null,
        endTime: ends ? time : null,
        reason: more.reason ?? null,
        message: more.message ?? null,
        by: more.by ?? null,
        reviewedAt: reviewed ? time : null,
        note: more.note ?? null,
      },
    );
    return changed > 0;
  }
}
