import type { WorkflowRun, WorkflowRunSummary } from '../../../model/wire/workflow-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { StoredWorkflowRun } from '../../stores/workflow-run-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { fileResponse } from '../files/files.ts';
import { runResponse } from '../runs/run-response.ts';

/** Returns the members of a new run that the response to its creation has. It has no outputs yet. */
export function workflowRunCreated(run: StoredWorkflowRun): WorkflowRun {
  return {
    object: 'workflow_run',
    id: run.id,
    status: run.status,
    metadata: JSON.parse(run.metadata) as unknown,
    initialRunAt: run.created_at,
    outputs: [],
    workflow: workflowOf(run),
  };
}

/** Returns a workflow run with all its members. `outputs` are the processed steps, in the order of their start. */
export function workflowRunResponse(run: StoredWorkflowRun, context: ServiceContext): WorkflowRun {
  const file = run.file_id === null ? undefined : context.store.files.find(run.file_id);
  const named = { object: 'file', id: run.file_id ?? undefined, name: run.file_name };
  return {
    ...workflowRunCreated(run),
    name: nameOf(run),
    url: `${context.baseUrl}/workflow_runs/${run.id}`,
    files: [file === undefined ? named : { ...fileResponse(file, context), name: run.file_name }],
    reviewed: run.reviewed_at !== null,
    ...optionalMembers(run),
    reviewedBy: run.reviewed_by ?? undefined,
    failureReason: run.failure_reason ?? undefined,
    failureMessage: run.failure_message ?? undefined,
    outputs: context.store.runs
      .bySource(run.id)
      .filter(({ status }) => status === 'PROCESSED')
      .map((step) => runResponse(step, context)),
    stepRuns: [],
    createdAt: run.created_at,
    updatedAt: run.updated_at,
  };
}

/** Returns a run as lists contain it. `name` and `metadata` let a client find a run whose response was lost. */
export function workflowRunSummary(run: StoredWorkflowRun): WorkflowRunSummary {
  return {
    id: run.id,
    name: nameOf(run),
    status: run.status,
    metadata: JSON.parse(run.metadata) as unknown,
    initialRunAt: run.created_at,
    reviewed: run.reviewed_at !== null,
    ...optionalMembers(run),
    reviewedByUser: run.reviewed_by ?? undefined,
    workflowId: run.workflow_id,
    workflowName: run.workflow_name,
    workflowVersionId: run.workflow_version_id,
    createdAt: run.created_at,
    updatedAt: run.updated_at,
  };
}

/** Returns the name of the run, or the name of its file if the run has none. */
function nameOf(run: StoredWorkflowRun): string {
  return run.name ?? run.file_name;
}

/** Returns the optional members. A member is absent if its event has not happened. */
function optionalMembers(run: StoredWorkflowRun) {
  return {
    batchId: run.batch_id ?? undefined,
    reviewedAt: run.reviewed_at ?? undefined,
    rejectionNote: run.rejection_note ?? undefined,
    startTime: run.start_time ?? undefined,
    endTime: run.end_time ?? undefined,
  };
}

/** Returns the workflow as it was when the run was created. */
function workflowOf(run: StoredWorkflowRun): WorkflowRun['workflow'] {
  return { object: 'workflow', id: run.workflow_id, name: run.workflow_name, version: run.version };
}

/**
 * Notifies webhook endpoints of changes to workflow runs. The event of a step contains its processor run. It has the id of
 * the workflow run, so that it is delivered before the end of that run.
 */
export function publishWorkflowRunEvents(context: ServiceContext): void {
  context.workflows.observe((event, id, stepRunId) => {
    context.events.publish(event, id, (version) => {
      const step = stepRunId === undefined ? undefined : context.store.runs.find(stepRunId);
      if (step !== undefined)
        return shapeForVersion({ ...runResponse(step, context), workflowRunId: id }, version);
      const run = context.store.workflowRuns.find(id);
      return run === undefined ? {} : shapeForVersion(workflowRunResponse(run, context), version);
    });
  });
}
