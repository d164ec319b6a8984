import { isJsonObject } from '../../../model/json/json-value.ts';
import { deletedSchema } from '../../../model/wire/list.ts';
import { metadataFits, metadataLimit } from '../../../model/wire/processor-run.ts';
import * as wire from '../../../model/wire/workflow-run.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, invalid, notFound } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { filtered, local, on } from '../../operations/permission.ts';
import { checkOutput } from '../../outputs/check-output.ts';
import { correctedOutput, editsOf } from '../../outputs/correct-output.ts';
import {
  correctableStatuses,
  inProgressStatuses,
  type StoredWorkflowRun,
} from '../../stores/workflow-run-store.ts';
import { createBatch, createWorkflowRuns } from './create-workflow-runs.ts';
import { workflowRunCreated, workflowRunResponse, workflowRunSummary } from './workflow-response.ts';

const find = ({ store }: ServiceContext, id: string): StoredWorkflowRun => store.workflowRuns.get(id);
const ofRun = { permission: on('workflow run', 'params.id'), find };

export const workflowRunOperations = operationsOf('Workflow runs', [
  defineOperation('runWorkflow', 'POST /workflow_runs', {
    summary: 'Run a workflow on files or texts, one run per input',
    notes:
      'One of `files` and `rawTexts` is required, with at most 50 entries. Each file has `fileUrl` or `fileId`. `metadata` is at most 10 KB of JSON.',
    body: wire.workflowRunRequestSchema,
    response: wire.workflowRunsCreatedSchema,
    permission: on('workflow', 'body.workflowId'),
    createsRuns: (body) => Math.max(1, lengthOf(body, 'files') + lengthOf(body, 'rawTexts')),
    handle: async ({ body }, context) => ({
      workflowRuns: (await createWorkflowRuns(context, body)).map(workflowRunCreated),
    }),
  }),
  defineOperation('runWorkflowBatch', 'POST /workflow_runs/batch', {
    summary: 'Run a workflow on 1 to 1000 inputs',
    notes: 'Each input has exactly one of `file` and `rawText`.',
    body: wire.workflowBatchRequestSchema,
    response: wire.workflowBatchResponseSchema,
    permission: on('workflow', 'body.workflowId'),
    // A batch needs credits, but its runs do not count towards the rate limit for runs.
    createsRuns: () => 0,
    handle: async ({ body }, context) => ({ batchId: await createBatch(context, body) }),
  }),
  defineOperation('listWorkflowRuns', 'GET /workflow_runs', {
    summary: 'List workflow runs',
    query: wire.workflowRunListQuerySchema,
    response: wire.workflowRunListSchema,
    permission: [filtered('workflow'), on('workflow', 'query.workflowId')],
    handle: ({ query, grant }, { store }) => {
      const { rows, nextPageToken } = store.workflowRuns.list(query, grant.workflowIds);
      return { workflowRuns: rows.map(workflowRunSummary), nextPageToken };
    },
  }),
  defineOperation('getWorkflowRun', 'GET /workflow_runs/:id', {
    summary: 'Get a workflow run',
    response: wire.workflowRunResponseSchema,
    ...ofRun,
    handle: ({ found }, context) => ({ workflowRun: workflowRunResponse(found, context) }),
  }),
  defineOperation('updateWorkflowRun', 'POST /workflow_runs/:id', {
    summary: 'Set the name of a run in progress, and merge new metadata into its metadata',
    body: wire.workflowRunUpdateRequestSchema,
    response: wire.workflowRunResponseSchema,
    ...ofRun,
    handle: ({ found, body }, context) => {
      if (!inProgressStatuses.includes(found.status))
        throw badStatus(
          'The workflow run cannot be updated',
          found,
          '; only runs in progress can be updated',
        );
      const metadata = mergedMetadata(found.metadata, body.metadata);
      if (!metadataFits(metadata))
        throw invalid('metadata', `must be at most ${metadataLimit} bytes of JSON when merged`);
      context.store.workflowRuns.update(found.id, body.name ?? null, metadata);
      return fullRun(context, found.id);
    },
  }),
  defineOperation('cancelWorkflowRun', 'POST /workflow_runs/:id/cancel', {
    summary: 'Cancel a workflow run that has not ended',
    response: wire.workflowRunResponseSchema,
    ...ofRun,
    handle: ({ found }, context) => {
      if (!context.workflows.cancel(found.id)) throw badStatus('The workflow run cannot be cancelled', found);
      return fullRun(context, found.id);
    },
  }),
  defineOperation('deleteWorkflowRun', 'DELETE /workflow_runs/:id', {
    summary: 'Delete a workflow run, after cancelling it if it has not ended',
    response: deletedSchema,
    ...ofRun,
    handle: ({ found: { id } }, context) => {
      context.workflows.abandon(id);
      context.store.workflowRuns.delete(id);
      return { workflowRunId: id, message: 'Workflow run deleted.' };
    },
  }),
  defineOperation('correctWorkflowRunOutput', 'POST /workflow_runs/:id/outputs/:outputId', {
    summary: 'Correct an output; fields that the request omits stay unchanged',
    body: wire.correctOutputsRequestSchema,
    response: wire.workflowRunResponseSchema,
    ...ofRun,
    handle: ({ found, params, body }, context) => {
      correctOutput(context, found, params.outputId, readOutput(body.reviewedOutput));
      return fullRun(context, found.id);
    },
  }),
  defineOperation('approveWorkflowRun', 'POST /local/workflow_runs/:id/review', {
    summary: 'Approve a run that needs review',
    body: wire.workflowReviewRequestSchema,
    response: wire.workflowRunResponseSchema,
    permission: [local, on('workflow run', 'params.id')],
    find,
    handle: ({ found, body }, context) => review(context, found, 'approve', body),
  }),
  defineOperation('rejectWorkflowRun', 'POST /local/workflow_runs/:id/reject', {
    summary: 'Reject a run that needs review',
    body: wire.workflowRejectRequestSchema,
    response: wire.workflowRunResponseSchema,
    permission: [local, on('workflow run', 'params.id')],
    find,
    handle: ({ found, body }, context) => review(context, found, 'reject', body),
  }),
]);

function review(
  context: ServiceContext,
  run: StoredWorkflowRun,
  decision: 'approve' | 'reject',
  { reviewedBy = null, note = null }: { readonly reviewedBy?: string | null; readonly note?: string | null },
) {
  if (!context.workflows.review(run.id, decision, reviewedBy, note))
    throw badStatus('The workflow run cannot be reviewed', run, ', not NEEDS_REVIEW');
  return fullRun(context, run.id);
}

function fullRun(context: ServiceContext, id: string) {
  return { workflowRun: workflowRunResponse(context.store.workflowRuns.get(id), context) };
}

function badStatus(problem: string, { status }: StoredWorkflowRun, expected = ''): HttpError {
  return new HttpError(400, `${problem}: its status is ${status}${expected}.`);
}

function lengthOf(body: unknown, member: string): number {
  const value = isJsonObject(body) ? body[member] : undefined;
  return Array.isArray(value) ? value.length : 0;
}

/**
 * Merges two objects. New members override current members. If the new value is `null`, nothing changes. Any other new
 * value that is not an object replaces the current value.
 */
function mergedMetadata(current: unknown, given: unknown): unknown {
  if (given === undefined || given === null) return current;
  return isJsonObject(current) && isJsonObject(given) ? { ...current, ...given } : given;
}

function correctOutput(
  context: ServiceContext,
  run: StoredWorkflowRun,
  outputId: string,
  given: Record<string, unknown>,
): void {
  const { runs } = context.store;
  const step = runs.find(outputId);
  if (step === undefined || step.sourceId !== run.id) throw notFound();
  if (!correctableStatuses.includes(run.status))
    throw badStatus('The outputs of the workflow run cannot be corrected', run);
  if (step.output === null) throw invalid('outputId', 'the step has no output');
  const { config, output, reviewedOutput } = step;
  checkOutput([config], given, 'reviewedOutput');
  const corrected = correctedOutput(config, reviewedOutput ?? output, given);
  context.store.transaction(() => {
    runs.review(step.id, corrected, editsOf(config, output, corrected));
    context.store.workflowRuns.touch(run.id);
  });
}
