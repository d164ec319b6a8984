import type { EventType } from '../../../model/wire/event.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from '../../stores/workflow-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { runResponse } from '../runs/run-response.ts';
import { workflowResponse, workflowRunResponse } from './workflow-response.ts';

/**
 * Tells webhook endpoints what becomes of workflow runs. A step's event carries the processor run that the step is, and
 * belongs to its workflow run, so that it comes before that run's end.
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

/** Tells webhook endpoints what became of a workflow itself. */
export function publishWorkflowEvent(
  context: ServiceContext,
  event: Extract<EventType, `workflow.${string}`>,
  workflow: StoredWorkflow,
  version: StoredWorkflowVersion,
): void {
  const payload = workflowResponse(workflow, version);
  context.events.publish(event, workflow.id, () => payload);
}
