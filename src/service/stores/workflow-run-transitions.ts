import type { WorkflowRunStatus } from '../../model/wire/workflow-run.ts';

interface Transition {
  readonly from: readonly WorkflowRunStatus[];
  readonly to: WorkflowRunStatus;
  /** Whether processing ends with this transition. */
  readonly ends: boolean;
}

/** The allowed status changes of a workflow run. */
export const workflowRunTransitions = {
  begin: { from: ['PENDING'], to: 'PROCESSING', ends: false },
  finish: { from: ['PENDING', 'PROCESSING'], to: 'PROCESSED', ends: true },
  askForReview: { from: ['PENDING', 'PROCESSING'], to: 'NEEDS_REVIEW', ends: true },
  approve: { from: ['NEEDS_REVIEW'], to: 'PROCESSED', ends: false },
  reject: { from: ['NEEDS_REVIEW'], to: 'REJECTED', ends: false },
  fail: { from: ['PENDING', 'PROCESSING'], to: 'FAILED', ends: true },
  cancel: { from: ['PENDING', 'PROCESSING'], to: 'CANCELLING', ends: false },
  cancelled: { from: ['CANCELLING'], to: 'CANCELLED', ends: true },
} as const satisfies Record<string, Transition>;
export type WorkflowRunTransition = keyof typeof workflowRunTransitions;

/** Statuses in which the name and metadata of a run may change: a worker or a person still has to act on it. */
export const inProgressStatuses: readonly WorkflowRunStatus[] = ['PENDING', 'PROCESSING', 'NEEDS_REVIEW'];
/** Statuses in which outputs may be corrected: the outputs exist and no longer change. */
export const correctableStatuses: readonly WorkflowRunStatus[] = ['PROCESSED', 'NEEDS_REVIEW', 'REJECTED'];
