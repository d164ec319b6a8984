import type { WorkflowRunStatus } from '../../model/wire/workflow-run.ts';

interface Move {
  readonly from: readonly WorkflowRunStatus[];
  readonly to: WorkflowRunStatus;
  /** Whether processing is over with it. */
  readonly ends: boolean;
}

/** Every change of state that a workflow run may undergo; all others are refused. */
export const workflowRunMoves = {
  begin: { from: ['PENDING'], to: 'PROCESSING', ends: false },
  finish: { from: ['PENDING', 'PROCESSING'], to: 'PROCESSED', ends: true },
  askForReview: { from: ['PENDING', 'PROCESSING'], to: 'NEEDS_REVIEW', ends: true },
  approve: { from: ['NEEDS_REVIEW'], to: 'PROCESSED', ends: false },
  reject: { from: ['NEEDS_REVIEW'], to: 'REJECTED', ends: false },
  fail: { from: ['PENDING', 'PROCESSING'], to: 'FAILED', ends: true },
  cancel: { from: ['PENDING', 'PROCESSING'], to: 'CANCELLING', ends: false },
  cancelled: { from: ['CANCELLING'], to: 'CANCELLED', ends: true },
} as const satisfies Record<string, Move>;
export type WorkflowRunMove = keyof typeof workflowRunMoves;

/** The states in which a run's name and metadata may still be changed: it waits for us or for a person. */
export const inProgressStatuses: readonly WorkflowRunStatus[] = ['PENDING', 'PROCESSING', 'NEEDS_REVIEW'];
/** The states in which outputs may be corrected: there are outputs, and they no longer change. */
export const correctableStatuses: readonly WorkflowRunStatus[] = ['PROCESSED', 'NEEDS_REVIEW', 'REJECTED'];
