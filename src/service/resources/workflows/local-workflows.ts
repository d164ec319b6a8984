import type { FastifyInstance } from 'fastify';
import {
  stepsBelow,
  type WorkflowDefinition,
  type WorkflowStep,
  workflowDefinitionSchema,
} from '../../../model/wire/workflow.ts';
import {
  workflowRejectRequestSchema,
  workflowReviewRequestSchema,
} from '../../../model/wire/workflow-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, invalid } from '../../errors/http-error.ts';
import { validate } from '../../errors/validate.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from '../../stores/workflow-store.ts';
import { publishWorkflowEvent } from './workflow-events.ts';
import { workflowResponse, workflowRunResponse } from './workflow-response.ts';
import { existingWorkflowRun } from './workflow-runs.ts';
import { existingWorkflow } from './workflows.ts';

interface ById {
  Params: { id: string };
}

/** Ours: what a workflow does, deploying it, and a person's review; a deployment has these in its dashboard. */
export function localWorkflowRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { workflows } = context.store;
  const answer = (workflow: StoredWorkflow, version: StoredWorkflowVersion) => ({
    success: true,
    workflow: workflowResponse(workflow, version),
    definition: version.definition,
  });

  app.get<ById>('/local/workflows/:id/definition', (request) => {
    const workflow = existingWorkflow(context, request.params.id);
    return answer(workflow, workflows.draft(workflow.id));
  });

  app.put<ById>('/local/workflows/:id/definition', (request) => {
    const workflow = existingWorkflow(context, request.params.id);
    const definition = validate(workflowDefinitionSchema, request.body);
    checkSteps(context, definition.steps, 'steps');
    workflows.define(workflow.id, definition satisfies WorkflowDefinition);
    return answer(existingWorkflow(context, workflow.id), workflows.draft(workflow.id));
  });

  app.post<ById>('/local/workflows/:id/deploy', (request) => {
    const workflow = existingWorkflow(context, request.params.id);
    const version = workflows.deploy(workflow.id, (steps) => withVersions(context, steps));
    publishWorkflowEvent(context, 'workflow.deployed', workflow, version);
    return answer(workflow, version);
  });

  app.delete<ById>('/local/workflows/:id', (request) => {
    const workflow = existingWorkflow(context, request.params.id);
    const draft = workflows.draft(workflow.id);
    workflows.delete(workflow.id);
    publishWorkflowEvent(context, 'workflow.deleted', workflow, draft);
    return { success: true, workflowId: workflow.id, message: 'Workflow deleted.' };
  });

  app.post<ById>('/local/workflow_runs/:id/review', (request) => {
    const run = existingWorkflowRun(context, request.params.id);
    const body = validate(workflowReviewRequestSchema, request.body);
    if (!context.workflows.approve(run.id, body.reviewedBy ?? null)) throw notInReview(run.status);
    return { success: true, workflowRun: workflowRunResponse(existingWorkflowRun(context, run.id), context) };
  });

  app.post<ById>('/local/workflow_runs/:id/reject', (request) => {
    const run = existingWorkflowRun(context, request.params.id);
    const body = validate(workflowRejectRequestSchema, request.body);
    if (!context.workflows.reject(run.id, body.reviewedBy ?? null, body.note ?? null))
      throw notInReview(run.status);
    return { success: true, workflowRun: workflowRunResponse(existingWorkflowRun(context, run.id), context) };
  });
}

function notInReview(status: string): HttpError {
  return new HttpError(
    400,
    `The workflow run cannot be reviewed: its status is ${status}, not NEEDS_REVIEW.`,
  );
}

/**
 * Each step that names no version of its processor runs the one that is the newest now: what is published later does not
 * change a deployed workflow. A step that says `latest` follows what is published.
 */
function withVersions(context: ServiceContext, steps: readonly WorkflowStep[]): WorkflowStep[] {
  return steps.map((step) => {
    const { byClass, otherwise } = step;
    const version = step.version ?? context.store.processors.resolve(step.processorId, 'latest')?.version;
    return {
      ...step,
      ...(version === undefined ? {} : { version }),
      ...(otherwise === undefined ? {} : { otherwise: withVersions(context, otherwise) }),
      ...(byClass === undefined
        ? {}
        : {
            byClass: Object.fromEntries(
              Object.entries(byClass).map(([name, below]) => [name, withVersions(context, below)]),
            ),
          }),
    };
  });
}

function checkSteps(context: ServiceContext, steps: readonly WorkflowStep[], path: string): void {
  const { processors } = context.store;
  steps.forEach((step, index) => {
    const place = `${path}[${index}]`;
    const processor = processors.find(step.processorId);
    if (processor === undefined) throw invalid(`${place}.processorId`, 'no such processor');
    if (processors.resolve(processor.id, step.version ?? 'latest') === undefined)
      throw invalid(`${place}.version`, 'the processor has no such version');
    if (processor.type === 'EXTRACT' && stepsBelow(step).length > 0)
      throw invalid(`${place}.byClass`, 'an extraction gives no classes that steps could follow');
    for (const [name, below] of Object.entries(step.byClass ?? {}))
      checkSteps(context, below, `${place}.byClass.${name}`);
    checkSteps(context, step.otherwise ?? [], `${place}.otherwise`);
  });
}
