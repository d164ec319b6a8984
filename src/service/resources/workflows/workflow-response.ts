import type { Workflow } from '../../../model/wire/workflow.ts';
import type { WorkflowRun, WorkflowRunSummary } from '../../../model/wire/workflow-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { StoredWorkflowRun } from '../../stores/workflow-run-store.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from '../../stores/workflow-store.ts';
import { fileResponse } from '../files/file-response.ts';
import { runResponse } from '../runs/run-response.ts';

export function workflowResponse(workflow: StoredWorkflow, version: StoredWorkflowVersion): Workflow {
  return {
    object: 'workflow',
    id: workflow.id,
    name: workflow.name,
    version: version.version,
    createdAt: workflow.created_at,
    updatedAt: workflow.updated_at,
  };
}

/** What the answer to a creation holds, and no more: outputs are always empty at that moment. */
export function workflowRunCreated(run: StoredWorkflowRun): WorkflowRun {
  return {
    object: 'workflow_run',
    id: run.id,
    status: run.status,
    metadata: JSON.parse(run.metadata) as unknown,
    initialRunAt: run.created_at,
    outputs: [],
    workflow: ranWorkflow(run),
  };
}

/** A workflow run in full; `outputs` are the steps that have been processed, in the order in which they were begun. */
export function workflowRunResponse(run: StoredWorkflowRun, context: ServiceContext): WorkflowRun {
  const file = run.file_id === null ? undefined : context.store.files.find(run.file_id);
  const named = { object: 'file', id: run.file_id ?? undefined, name: run.file_name };
  return {
    ...workflowRunCreated(run),
    name: nameOf(run),
    url: `${context.baseUrl}/workflow_runs/${run.id}`,
    files: [file === undefined ? named : { ...fileResponse(file, context), name: run.file_name }],
    reviewed: run.reviewed_at !== null,
    ...happened(run),
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

/** A run in a list; `name` and `metadata` besides, so that the caller of an unclear request can recognise it. */
export function workflowRunSummary(run: StoredWorkflowRun): WorkflowRunSummary {
  return {
    id: run.id,
    name: nameOf(run),
    status: run.status,
    metadata: JSON.parse(run.metadata) as unknown,
    initialRunAt: run.created_at,
    reviewed: run.reviewed_at !== null,
    ...happened(run),
    reviewedByUser: run.reviewed_by ?? undefined,
    workflowId: run.workflow_id,
    workflowName: run.workflow_name,
    workflowVersionId: run.workflow_version_id,
    createdAt: run.created_at,
    updatedAt: run.updated_at,
  };
}

/** A run that was given no name goes by that of its file. */
function nameOf(run: StoredWorkflowRun): string {
  return run.name ?? run.file_name;
}

/** Left out of the answer where it did not happen (yet), as members that the interface calls optional are. */
function happened(run: StoredWorkflowRun) {
  return {
    batchId: run.batch_id ?? undefined,
    reviewedAt: run.reviewed_at ?? undefined,
    rejectionNote: run.rejection_note ?? undefined,
    startTime: run.start_time ?? undefined,
    endTime: run.end_time ?? undefined,
  };
}

/** The workflow as it was when the run was made. */
function ranWorkflow(run: StoredWorkflowRun): WorkflowRun['workflow'] {
  return { object: 'workflow', id: run.workflow_id, name: run.workflow_name, version: run.version };
}
