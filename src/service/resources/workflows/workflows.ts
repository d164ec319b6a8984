import type { FastifyInstance } from 'fastify';
import { workflowCreateRequestSchema } from '../../../model/wire/workflow.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validateBody } from '../../errors/validate.ts';
import type { StoredWorkflow } from '../../stores/workflow-store.ts';
import { publishWorkflowEvent } from './workflow-events.ts';
import { workflowResponse } from './workflow-response.ts';

/** Create workflows; what they do is set below `/local/`, where the contract leaves it to the dashboard. */
export function workflowRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { workflows } = context.store;

  app.post('/workflows', (request) => {
    const workflow = workflows.create(validateBody(workflowCreateRequestSchema, request.body).name);
    const draft = workflows.draft(workflow.id);
    publishWorkflowEvent(context, 'workflow.created', workflow, draft);
    return { success: true, workflow: workflowResponse(workflow, draft) };
  });
}

export function existingWorkflow(context: ServiceContext, id: string): StoredWorkflow {
  const workflow = context.store.workflows.find(id);
  if (workflow === undefined) throw notFound();
  return workflow;
}
