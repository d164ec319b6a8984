import type { WorkflowRun, WorkflowRunSummary } from '../../../model/wire/workflow-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { StoredWorkflowRun } from '../../stores/workflow-run-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import type { WorkflowRunEvent } from '../../work/workflow-executor.ts';
import { fileResponse } from '../files/files.ts';
import { runResponse } from '../runs/run-response.ts';

/** Returns the response to the creation of a run. The run has no outputs yet. */
export function workflowRunCreated(run: StoredWorkflowRun): WorkflowRun {
  return {
    object: 'workflow_run',
    id: run.id,
    status: run.status,
    metadata: run.metadata,
    initialRunAt: run.createdAt,
    outputs: [],
    workflow: workflowOf(run),
  };
}

/** Returns a workflow run with all its members. `outputs` are the processed steps, in the order of their creation. */
export function workflowRunResponse(run: StoredWorkflowRun, context: ServiceContext): WorkflowRun {
  const file = run.fileId === null ? undefined : context.store.files.find(run.fileId);
  const named = { object: 'file', id: run.fileId ?? undefined, name: run.fileName };
  return {
    ...workflowRunCreated(run),
    name: nameOf(run),
    url: `${context.baseUrl}/workflow_runs/${run.id}`,
    files: [file === undefined ? named : { ...fileResponse(file, context), name: run.fileName }],
    reviewed: run.reviewedAt !== null,
    ...optionalMembers(run),
    reviewedBy: run.reviewedBy ?? undefined,
    failureReason: run.failureReason ?? undefined,
    failureMessage: run.failureMessage ?? undefined,
    outputs: context.store.runs
      .bySource(run.id)
      .filter(({ status }) => status === 'PROCESSED')
      .map((step) => runResponse(step, context)),
    stepRuns: [],
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
  };
}

/** Returns a run for a list. Its `name` and `metadata` let a client find a run whose response was lost. */
export function workflowRunSummary(run: StoredWorkflowRun): WorkflowRunSummary {
  return {
    id: run.id,
    name: nameOf(run),
    status: run.status,
    metadata: run.metadata,
    initialRunAt: run.createdAt,
    reviewed: run.reviewedAt !== null,
    ...optionalMembers(run),
    reviewedByUser: run.reviewedBy ?? undefined,
    workflowId: run.workflowId,
    workflowName: run.workflowName,
    workflowVersionId: run.workflowVersionId,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
  };
}

function nameOf(run: StoredWorkflowRun): string {
  return run.name ?? run.fileName;
}

function optionalMembers(run: StoredWorkflowRun) {
  return {
    batchId: run.batchId ?? undefined,
    reviewedAt: run.reviewedAt ?? undefined,
    rejectionNote: run.rejectionNote ?? undefined,
    startTime: run.startTime ?? undefined,
    endTime: run.endTime ?? undefined,
  };
}

function workflowOf(run: StoredWorkflowRun): WorkflowRun['workflow'] {
  return { object: 'workflow', id: run.workflowId, name: run.workflowName, version: run.version };
}

/** Publishes an event under the id of the workflow run, because events with the same id are delivered in order. */
export function publishWorkflowRunEvent(
  context: ServiceContext,
  event: WorkflowRunEvent,
  id: string,
  stepRunId?: string,
): void {
  const { events, store } = context;
  events.publish(event, id, (version) => {
    const step = stepRunId === undefined ? undefined : store.runs.find(stepRunId);
    const payload =
      step === undefined
        ? workflowRunResponse(store.workflowRuns.get(id), context)
        : { ...runResponse(step, context), workflowRunId: id };
    return shapeForVersion(payload, version);
  });
}
