import type { EventType } from '../../../model/wire/event.ts';
import { deletedSchema } from '../../../model/wire/list.ts';
import * as wire from '../../../model/wire/workflow.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { invalid } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { create, local, on } from '../../operations/permission.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from '../../stores/workflow-store.ts';

const find = ({ store }: ServiceContext, id: string): StoredWorkflow => store.workflows.get(id);
const ofWorkflow = { permission: [local, on('workflow', 'params.id')], find } as const;

export const workflowOperations = operationsOf('Workflows', [
  defineOperation('createWorkflow', 'POST /workflows', {
    summary: 'Create an empty workflow',
    body: wire.workflowCreateRequestSchema,
    response: wire.workflowResponseSchema,
    permission: create('workflow'),
    handle: ({ body }, context) => {
      const { workflows } = context.store;
      const workflow = workflows.create(body.name);
      const draft = workflows.draft(workflow.id);
      publishWorkflowEvent(context, 'workflow.created', workflow, draft);
      return { workflow: workflowResponse(workflow, draft) };
    },
  }),
  defineOperation('getWorkflowDefinition', 'GET /local/workflows/:id/definition', {
    summary: 'Get the definition of the draft of a workflow',
    response: wire.workflowDefinitionResponseSchema,
    ...ofWorkflow,
    handle: ({ found }, { store }) => definitionResponse(found, store.workflows.draft(found.id)),
  }),
  defineOperation('setWorkflowDefinition', 'PUT /local/workflows/:id/definition', {
    summary: 'Set the definition of the draft of a workflow',
    body: wire.workflowDefinitionSchema,
    response: wire.workflowDefinitionResponseSchema,
    permission: [local, on('workflow', 'params.id'), on('workflow steps', 'body.steps')],
    find,
    handle: ({ found: { id }, body }, context) => {
      const { workflows } = context.store;
      checkSteps(context, body.steps, 'steps');
      workflows.define(id, body);
      return definitionResponse(workflows.get(id), workflows.draft(id));
    },
  }),
  defineOperation('deployWorkflow', 'POST /local/workflows/:id/deploy', {
    summary: 'Deploy the draft as the next numbered version',
    response: wire.workflowDefinitionResponseSchema,
    ...ofWorkflow,
    handle: ({ found }, context) => {
      const version = context.store.workflows.deploy(found.id, (steps) => withVersions(context, steps));
      publishWorkflowEvent(context, 'workflow.deployed', found, version);
      return definitionResponse(found, version);
    },
  }),
  defineOperation('deleteWorkflow', 'DELETE /local/workflows/:id', {
    summary: 'Delete a workflow',
    response: deletedSchema,
    ...ofWorkflow,
    handle: ({ found }, context) => {
      const { workflows } = context.store;
      const draft = workflows.draft(found.id);
      workflows.delete(found.id);
      publishWorkflowEvent(context, 'workflow.deleted', found, draft);
      return { workflowId: found.id, message: 'Workflow deleted.' };
    },
  }),
]);

function workflowResponse(workflow: StoredWorkflow, version: StoredWorkflowVersion): wire.Workflow {
  return { object: 'workflow', ...workflow, version: version.version };
}

function definitionResponse(workflow: StoredWorkflow, version: StoredWorkflowVersion) {
  return { workflow: workflowResponse(workflow, version), definition: version.definition };
}

function publishWorkflowEvent(
  context: ServiceContext,
  event: Extract<EventType, `workflow.${string}`>,
  workflow: StoredWorkflow,
  version: StoredWorkflowVersion,
): void {
  const payload = workflowResponse(workflow, version);
  context.events.publish(event, workflow.id, () => payload);
}

/**
 * Returns the steps, each with a version. A step without a version gets the newest published version, so that later
 * publications do not change a deployed workflow. A step with `latest` always uses the newest published version.
 */
function withVersions(context: ServiceContext, steps: readonly wire.WorkflowStep[]): wire.WorkflowStep[] {
  return steps.map((step) => {
    const { byClass, otherwise } = step;
    const classes = Object.entries(byClass ?? {}).map(([name, below]) => [
      name,
      withVersions(context, below),
    ]);
    return {
      ...step,
      version: step.version ?? context.store.processors.resolve(step.processorId, 'latest')?.version,
      byClass: byClass && Object.fromEntries(classes),
      otherwise: otherwise && withVersions(context, otherwise),
    };
  });
}

function checkSteps(context: ServiceContext, steps: readonly wire.WorkflowStep[], path: string): void {
  const { processors } = context.store;
  steps.forEach((step, index) => {
    const place = `${path}[${index}]`;
    const processor = processors.find(step.processorId);
    if (processor === undefined) throw invalid(`${place}.processorId`, 'no such processor');
    if (processors.resolve(processor.id, step.version ?? 'latest') === undefined)
      throw invalid(`${place}.version`, 'the processor has no such version');
    if (processor.type === 'EXTRACT' && wire.stepsBelow(step).length > 0)
      throw invalid(`${place}.byClass`, 'not allowed after an EXTRACT processor, which outputs no classes');
    for (const [name, below] of Object.entries(step.byClass ?? {}))
      checkSteps(context, below, `${place}.byClass.${name}`);
    checkSteps(context, step.otherwise ?? [], `${place}.otherwise`);
  });
}
