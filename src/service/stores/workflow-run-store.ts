import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import type { WorkflowDefinition } from '../../model/wire/workflow.ts';
import type { WorkflowRunListQuery, WorkflowRunStatus } from '../../model/wire/workflow-run.ts';
import { now } from '../storage/ids-and-times.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';

interface Transition {
  readonly from: readonly WorkflowRunStatus[];
  readonly to: WorkflowRunStatus;
  readonly ends: boolean;
}

const transitions = {
  begin: { from: ['PENDING'], to: 'PROCESSING', ends: false },
  finish: { from: ['PENDING', 'PROCESSING'], to: 'PROCESSED', ends: true },
  askForReview: { from: ['PENDING', 'PROCESSING'], to: 'NEEDS_REVIEW', ends: true },
  approve: { from: ['NEEDS_REVIEW'], to: 'PROCESSED', ends: false },
  reject: { from: ['NEEDS_REVIEW'], to: 'REJECTED', ends: false },
  fail: { from: ['PENDING', 'PROCESSING'], to: 'FAILED', ends: true },
  cancel: { from: ['PENDING', 'PROCESSING'], to: 'CANCELLING', ends: false },
  cancelled: { from: ['CANCELLING'], to: 'CANCELLED', ends: true },
} as const satisfies Record<string, Transition>;

/** Statuses in which the name and metadata of a run may change, because a worker or a person still has to act. */
export const inProgressStatuses: readonly WorkflowRunStatus[] = ['PENDING', 'PROCESSING', 'NEEDS_REVIEW'];
/** Statuses in which a person may correct outputs, because no further step will change them. */
export const correctableStatuses: readonly WorkflowRunStatus[] = ['PROCESSED', 'NEEDS_REVIEW', 'REJECTED'];

/** An output that the caller provides in place of a processor run. */
export interface GivenOutput {
  readonly processorId: string;
  readonly output: unknown;
}

export interface NewWorkflowRun {
  readonly workflowId: string;
  readonly workflowName: string;
  readonly workflowVersionId: string;
  readonly version: string;
  /** Definition of the version at the time when the run was created. */
  readonly definition: WorkflowDefinition;
  readonly batchId: string | null;
  readonly priority: number;
  readonly metadata: unknown;
  /** Id of the file, or `null` until it has been fetched from `fileUrl`. */
  readonly fileId: string | null;
  readonly fileName: string;
  readonly fileUrl: string | null;
  readonly givenOutputs: readonly GivenOutput[];
}

export interface StoredWorkflowRun extends StoredObject, NewWorkflowRun {
  readonly name: string | null;
  readonly status: WorkflowRunStatus;
  readonly failureReason: RunFailureReason | null;
  readonly failureMessage: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  readonly rejectionNote: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** Workflow runs. A status changes only as `transitions` allows. */
export class WorkflowRunStore extends Table<StoredWorkflowRun> {
  create(runs: readonly NewWorkflowRun[]): StoredWorkflowRun[] {
    return this.database.transaction(() =>
      runs.map((run) =>
        this.insertRow({
          ...run,
          status: 'PENDING',
          metadata: JSON.stringify(run.metadata === undefined ? {} : run.metadata),
        }),
      ),
    );
  }

  list(query: WorkflowRunListQuery, permitted: readonly string[] | null): Page<StoredWorkflowRun> {
    return this.listRows(query, [
      { column: 'status', value: query.status },
      { column: 'workflow_id', value: query.workflowId },
      { column: 'workflow_id', anyOf: permitted },
      { column: 'batch_id', value: query.batchId },
      { column: 'file_name', value: query.fileNameContains, contains: true },
    ]);
  }

  /** Returns the runs that an earlier process left unfinished, by priority and then by creation. */
  unfinished(): StoredWorkflowRun[] {
    return this.select("status IN ('PENDING', 'PROCESSING', 'CANCELLING') ORDER BY priority, seq");
  }

  /** Sets the fetched file and deletes its URL, which may contain a signature. */
  setFile(id: string, fileId: string, fileName: string): void {
    this.updateRow(id, { fileId, fileName, fileUrl: null });
  }

  /** Sets the metadata, and also the name if `name` is not `null`. */
  update(id: string, name: string | null, metadata: unknown): void {
    this.updateRow(id, { name: name ?? undefined, metadata: JSON.stringify(metadata) });
  }

  touch(id: string): void {
    this.updateRow(id, {});
  }

  /**
   * Changes the status. Returns `false` if the current status does not allow the change, or if the run does
   * not exist.
   */
  transition(
    id: string,
    transition: keyof typeof transitions,
    values: Readonly<Record<string, string | null>> = {},
  ): boolean {
    const { from, to, ends } = transitions[transition];
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

  override delete(id: string): boolean {
    return this.database.transaction(() => {
      this.database.run('DELETE FROM runs WHERE source_id = :id', { id });
      return super.delete(id);
    });
  }
}
