import type { FastifyInstance } from 'fastify';
import {
  type BatchProcessorRunCreateRequest,
  batchProcessorRunCreateRequestSchema,
} from '../../../model/wire/batch-processor-run.ts';
import { grantOf } from '../../auth/auth.ts';
import { alterDocuments } from '../../batch-metrics/altered-documents.ts';
import { batchRunResponse } from '../../batches/batch-run-response.ts';
import type { BatchFile } from '../../batches/batch-runner.ts';
import { inputOfBatch } from '../../batches/input-of-batch.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, invalid, notFound } from '../../errors/http-error.ts';
import { validate } from '../../errors/validate.ts';
import { expectedOutputProblem } from '../../outputs/check-expected-output.ts';
import type { StoredVersion } from '../../stores/processor-store.ts';
import { deleteCachedParses } from '../../work/delete-cached-parses.ts';
import { existingProcessor } from '../processors/processors.ts';

const defaultPriority = 50;

/** Reading batch processor runs: all that the contract has of them. */
export function batchProcessorRunRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get<{ Params: { id: string } }>('/batch_processor_runs/:id', (request) => {
    const batch = context.store.batches.find(request.params.id);
    if (batch === undefined) throw notFound();
    return { success: true, batchProcessorRun: batchRunResponse(batch, context.store) };
  });
}

/** Creating them, which the contract leaves to the dashboard. */
export function localBatchProcessorRunRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.post('/local/batch_processor_runs', async (request) => {
    const body = validate(batchProcessorRunCreateRequestSchema, request.body);
    const processor = existingProcessor(context, body.processorId);
    if (grantOf(request).processorIds?.includes(processor.id) === false)
      throw new HttpError(403, 'Forbidden: the API token has no permission for this processor.');
    const version = context.store.processors.resolve(processor.id, body.version ?? 'latest');
    if (version === undefined) throw notFound();
    const files =
      body.evaluationSetId === undefined
        ? listedFiles(context, body, version)
        : filesOfSet(context, body.evaluationSetId, version);
    context.limits.countRuns(grantOf(request).tokenId, 0);
    if (body.options?.clearPreProcessingCache === true)
      for (const { fileId } of files) await deleteCachedParses(context, fileId);
    const batch = context.batches.start(
      {
        processorId: processor.id,
        processorVersionId: version.id,
        processorName: processor.name,
        config: version.config,
        source: body.evaluationSetId === undefined ? (body.source ?? 'PLAYGROUND') : 'EVAL_SET',
        sourceId: body.evaluationSetId ?? (body.source === 'STUDIO' ? processor.id : null),
        options: body.options ?? {},
      },
      files,
      body.priority ?? defaultPriority,
    );
    return { success: true, batchProcessorRun: batchRunResponse(batch, context.store) };
  });

  app.get<{ Params: { id: string } }>('/local/batch_processor_runs/:id/altered_documents', (request) => {
    const { batches } = context.store;
    const batch = batches.find(request.params.id);
    if (batch === undefined) throw notFound();
    const input = inputOfBatch(batch, batches.items(batch.id));
    // The altered documents depend on the outputs, so they are known only after all runs have ended.
    const changes = batch.metrics === null ? [] : alterDocuments(input).changes;
    return {
      success: true,
      batchProcessorRunId: batch.id,
      injectedConventions: input.injectedConventions,
      alteredDocuments: changes.map((change) => ({
        ...change,
        fileId: context.store.runs.find(change.runId)?.file_id ?? null,
      })),
    };
  });
}

function listedFiles(
  context: ServiceContext,
  body: BatchProcessorRunCreateRequest,
  version: StoredVersion,
): BatchFile[] {
  return (body.items ?? []).map(({ fileId, expectedOutput }, index) => {
    if (context.store.files.find(fileId) === undefined)
      throw invalid(`items[${index}].fileId`, 'no such file');
    const problem =
      expectedOutput === undefined ? null : expectedOutputProblem(version.config, expectedOutput);
    if (problem !== null) throw invalid(`items[${index}].expectedOutput`, problem);
    return {
      fileId,
      expectedOutput: expectedOutput === undefined ? null : JSON.stringify(expectedOutput),
    };
  });
}

/** The items as they are now: later edits of the set do not change what this batch is measured against. */
function filesOfSet(context: ServiceContext, setId: string, version: StoredVersion): BatchFile[] {
  const { evaluation } = context.store;
  if (evaluation.findSet(setId) === undefined) throw notFound();
  const items = evaluation.allItems(setId);
  if (items.length === 0) throw invalid('evaluationSetId', 'the evaluation set has no items');
  return items.map((item) => {
    const problem = expectedOutputProblem(version.config, JSON.parse(item.expected_output));
    if (problem !== null)
      throw invalid(
        'evaluationSetId',
        `item ${item.id} does not fit a processor of type ${version.config.type}: ${problem}`,
      );
    return { fileId: item.file_id, expectedOutput: item.expected_output };
  });
}
