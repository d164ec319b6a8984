import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import { metadataLimit } from '../../../model/wire/processor-run.ts';
import {
  correctOutputsRequestSchema,
  metadataFits,
  workflowBatchRequestSchema,
  workflowRunListQuerySchema,
  workflowRunRequestSchema,
  workflowRunUpdateRequestSchema,
} from '../../../model/wire/workflow-run.ts';
import { grantOf } from '../../auth/auth.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, invalid, notFound } from '../../errors/http-error.ts';
import { validateBody, validateQuery } from '../../errors/validate.ts';
import { outputProblem } from '../../outputs/check-output.ts';
import { correctedOutput, editsOf } from '../../outputs/correct-output.ts';
import type { StoredWorkflowRun } from '../../stores/workflow-run-store.ts';
import { correctableStatuses, inProgressStatuses } from '../../stores/workflow-run-transitions.ts';
import { createBatch, createWorkflowRuns } from './create-workflow-runs.ts';
import { workflowRunCreated, workflowRunResponse, workflowRunSummary } from './workflow-response.ts';

interface ById {
  Params: { id: string };
}

/** Run workflows (one by one or as a batch), list, get, update, correct, cancel and delete their runs. */
export function workflowRunRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { workflowRuns } = context.store;
  const answer = (id: string) => ({
    success: true,
    workflowRun: workflowRunResponse(existingWorkflowRun(context, id), context),
  });

  app.post('/workflow_runs', async (request) => {
    const runs = await createWorkflowRuns(context, validateBody(workflowRunRequestSchema, request.body));
    return { success: true, workflowRuns: runs.map(workflowRunCreated) };
  });

  app.post('/workflow_runs/batch', async (request) => ({
    success: true,
    batchId: await createBatch(context, validateBody(workflowBatchRequestSchema, request.body)),
  }));

  app.get('/workflow_runs', (request) => {
    const page = workflowRuns.list(
      validateQuery(workflowRunListQuerySchema, request.query),
      grantOf(request).workflowIds,
    );
    return {
      success: true,
      workflowRuns: page.rows.map(workflowRunSummary),
      nextPageToken: page.nextPageToken,
    };
  });

  app.get<ById>('/workflow_runs/:id', (request) => answer(request.params.id));

  app.post<ById>('/workflow_runs/:id', (request) => {
    const run = existingWorkflowRun(context, request.params.id);
    const body = validateBody(workflowRunUpdateRequestSchema, request.body);
    if (!inProgressStatuses.includes(run.status))
      throw new HttpError(
        400,
        `The workflow run cannot be updated: its status is ${run.status}; only runs in progress can be.`,
      );
    const metadata = mergedMetadata(JSON.parse(run.metadata), body.metadata);
    if (!metadataFits(metadata))
      throw invalid('metadata', `must be at most ${metadataLimit} bytes of JSON when merged`);
    workflowRuns.update(run.id, body.name ?? null, metadata);
    return answer(run.id);
  });

  app.post<ById>('/workflow_runs/:id/cancel', (request) => {
    const run = existingWorkflowRun(context, request.params.id);
    if (!context.workflows.cancel(run.id))
      throw new HttpError(400, `The workflow run cannot be cancelled: its status is ${run.status}.`);
    return answer(run.id);
  });

  app.delete<ById>('/workflow_runs/:id', (request) => {
    const run = existingWorkflowRun(context, request.params.id);
    context.workflows.abandon(run.id);
    workflowRuns.delete(run.id);
    return { success: true, workflowRunId: run.id, message: 'Workflow run deleted.' };
  });

  app.post<{ Params: { id: string; outputId: string } }>(
    '/workflow_runs/:id/outputs/:outputId',
    (request) => {
      const run = existingWorkflowRun(context, request.params.id);
      const { reviewedOutput } = validateBody(correctOutputsRequestSchema, request.body);
      correctOutput(context, run, request.params.outputId, readOutput(reviewedOutput));
      return answer(run.id);
    },
  );
}

export function existingWorkflowRun(context: ServiceContext, id: string): StoredWorkflowRun {
  const run = context.store.workflowRuns.find(id);
  if (run === undefined) throw notFound();
  return run;
}

/** New members win; what is not an object replaces, or is replaced. */
function mergedMetadata(current: unknown, given: unknown): unknown {
  if (given === undefined) return current;
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
  if (step === undefined || step.source_id !== run.id) throw notFound();
  if (!correctableStatuses.includes(run.status))
    throw new HttpError(
      400,
      `The outputs cannot be corrected: the status of the workflow run is ${run.status}.`,
    );
  if (step.output === null) throw invalid('outputId', 'the step has no output');
  const config = JSON.parse(step.config) as ProcessorConfig;
  const problem = outputProblem(config, given);
  if (problem !== null)
    throw invalid(`reviewedOutput${problem.path === '' ? '' : `.${problem.path}`}`, problem.message);
  const original: unknown = JSON.parse(step.output);
  const current = step.reviewed_output === null ? original : (JSON.parse(step.reviewed_output) as unknown);
  const corrected = correctedOutput(config, current, given);
  context.store.transaction(() => {
    runs.review(step.id, corrected, editsOf(config, original, corrected));
    context.store.workflowRuns.touch(run.id);
  });
}
