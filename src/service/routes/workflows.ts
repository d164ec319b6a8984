import type { FastifyInstance } from 'fastify';
import { workflowCreateRequestSchema } from '../../model/wire/workflow.ts';
import { workflowAnswer } from '../answers/workflow-answer.ts';
import { publishWorkflowEvent } from '../events/workflow-events.ts';
import { notFound } from '../http-error.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoredWorkflow } from '../store/workflow-store.ts';
import { validateBody } from '../validate.ts';

/** Create workflows; what they do is set below `/local/`, where the contract leaves it to the dashboard. */
export function workflowRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { workflows } = context.store;

  app.post('/workflows', (request) => {
    const workflow = workflows.create(validateBody(workflowCreateRequestSchema, request.body).name);
    const draft = workflows.draft(workflow.id);
    publishWorkflowEvent(context, 'workflow.created', workflow, draft);
    return { success: true, workflow: workflowAnswer(workflow, draft) };
  });
}

export function existingWorkflow(context: ServiceContext, id: string): StoredWorkflow {
  const workflow = context.store.workflows.find(id);
  if (workflow === undefined) throw notFound();
  return workflow;
}
