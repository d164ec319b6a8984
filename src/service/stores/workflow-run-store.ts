import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import type { WorkflowRunListQuery, WorkflowRunStatus } from '../../model/wire/workflow-run.ts';
import type { Database } from '../storage/database.ts';
import { now } from '../storage/now.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';
import { type WorkflowRunTransition, workflowRunTransitions } from './workflow-run-transitions.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from './workflow-store.ts';

/** An output from the caller, which replaces the run of a processor. */
export interface GivenOutput {
  readonly processorId: string;
  readonly output: unknown;
}

export interface StoredWorkflowRun extends StoredObject {
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly workflow_version_id: string;
  readonly version: string;
  /** Definition of the version at the time when the run was created. */
  readonly definition: string;
  readonly name: string | null;
  readonly status: WorkflowRunStatus;
  readonly batch_id: string | null;
  readonly priority: number;
  readonly metadata: string;
  /** `null` until the file has been fetched from `file_url`. */
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

/** Workflow runs. Their status changes only by `workflowRunTransitions`. */
export class WorkflowRunStore extends Table<StoredWorkflowRun> {
  constructor(database: Database) {
    super(database, 'workflow_runs', 'workflow_run');
  }

  /** Creates all runs or none. */
  create(runs: readonly NewWorkflowRun[]): StoredWorkflowRun[] {
    return this.database.transaction(() =>
      runs.map(({ workflow, version, file, metadata, ...run }) =>
        this.insertRow({
          ...run,
          workflowId: workflow.id,
          workflowName: workflow.name,
          workflowVersionId: version.id,
          version: version.version,
          definition: version.definition,
          status: 'PENDING',
          metadata: JSON.stringify(metadata ?? {}),
          fileId: file.id,
          fileName: file.name,
          fileUrl: file.url,
        }),
      ),
    );
  }

  list(query: WorkflowRunListQuery, permitted: readonly string[] | null = null): Page<StoredWorkflowRun> {
    return this.listRows(query, [
      { column: 'status', value: query.status },
      { column: 'workflow_id', value: query.workflowId },
      { column: 'workflow_id', anyOf: permitted },
      { column: 'batch_id', value: query.batchId },
      { column: 'file_name', value: query.fileNameContains, contains: true },
    ]);
  }

  /** Returns the runs that an earlier process left unfinished, in the order in which to resume them. */
  unfinished(): StoredWorkflowRun[] {
    return this.database.all<StoredWorkflowRun>(
      "SELECT * FROM workflow_runs WHERE status IN ('PENDING', 'PROCESSING', 'CANCELLING') ORDER BY priority, seq",
    );
  }

  /** Sets the fetched file and deletes its URL, which may contain a signature. */
  setFile(id: string, fileId: string, fileName: string): void {
    this.updateRow(id, { fileId, fileName, fileUrl: null });
  }

  /** Sets the metadata, and the name unless it is `null`. */
  update(id: string, name: string | null, metadata: unknown): void {
    this.updateRow(id, { name: name ?? undefined, metadata: JSON.stringify(metadata) });
  }

  /** Sets the update time, because an object of the run has changed. */
  touch(id: string): void {
    this.updateRow(id, {});
  }

  /** Changes the status. Returns `false` if the current status does not allow it, or if the run does not exist. */
  transition(
    id: string,
    transition: WorkflowRunTransition,
    values: Readonly<Record<string, string | null>> = {},
  ): boolean {
    const { from, to, ends } = workflowRunTransitions[transition];
    const times = {
      ...(transition === 'begin' ? { startTime: now() } : {}),
      ...(ends ? { endTime: now() } : {}),
    };
    const isAllowed = `status IN (${from.map((status) => `'${status}'`).join(', ')})`;
    return this.updateRow(id, { status: to, ...times, ...values }, isAllowed);
  }

  fail(id: string, reason: RunFailureReason, message: string): boolean {
    return this.transition(id, 'fail', { failureReason: reason, failureMessage: message });
  }

  /** Records the approval or rejection by a person. */
  review(id: string, decision: 'approve' | 'reject', by: string | null, note: string | null): boolean {
    return this.transition(id, decision, { reviewedBy: by, reviewedAt: now(), rejectionNote: note });
  }

  override delete(id: string): boolean {
    return this.database.transaction(() => {
      this.database.run('DELETE FROM runs WHERE source_id = :id', { id });
      return super.delete(id);
    });
  }
}
