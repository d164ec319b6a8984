import { z } from 'zod';
import * as wire from '../../../model/wire/batch-processor-run.ts';
import { responseSchema } from '../../../model/wire/list.ts';
import { alterDocuments } from '../../batch-metrics/altered-documents.ts';
import { type BatchFile, batchRunResponse, inputOfBatch } from '../../batches/batch-runner.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, invalid } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { local, on } from '../../operations/permission.ts';
import { expectedOutputProblem } from '../../outputs/check-expected-output.ts';
import type { StoredVersion } from '../../stores/processor-store.ts';
import { deleteCachedParses } from '../../work/parse-cache.ts';
import { storedFile } from '../files/receive-file.ts';

const defaultPriority = 50;

export const batchProcessorRunOperations = operationsOf('Batch processor runs', [
  defineOperation('getBatchProcessorRun', 'GET /batch_processor_runs/:id', {
    summary: 'Get a batch processor run with its metrics',
    response: wire.batchProcessorRunResponseSchema,
    permission: on('batch processor run', 'params.id'),
    find: ({ store }, id) => store.batches.get(id),
    handle: ({ found }, { store }) => ({ batchProcessorRun: batchRunResponse(found, store) }),
  }),
  defineOperation('createBatchProcessorRun', 'POST /local/batch_processor_runs', {
    summary: 'Run a version on an evaluation set or a list of files, and compute its metrics',
    notes: 'Exactly one of `evaluationSetId` and `items` is required.',
    body: wire.batchProcessorRunCreateRequestSchema,
    response: wire.batchProcessorRunResponseSchema,
    permission: [local, on('processor', 'body.processorId'), on('evaluation set', 'body.evaluationSetId')],
    // A batch needs credits, but its runs do not count towards the rate limit for runs.
    createsRuns: () => 0,
    handle: async ({ body }, context) => {
      const processor = context.store.processors.get(body.processorId);
      const version = existing(context.store.processors.resolve(processor.id, body.version ?? 'latest'));
      const files =
        body.evaluationSetId === undefined
          ? listedFiles(context, body, version)
          : filesOfSet(context, body.evaluationSetId, version);
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
      return { batchProcessorRun: batchRunResponse(batch, context.store) };
    },
  }),
  defineOperation('getAlteredDocuments', 'GET /local/batch_processor_runs/:id/altered_documents', {
    summary:
      'List the counting rules injected into the metrics of a batch, and the documents that these rules altered',
    response: responseSchema({
      batchProcessorRunId: z.string(),
      injectedConventions: z.array(z.string()),
      alteredDocuments: z.array(z.looseObject({})),
    }),
    permission: [local, on('batch processor run', 'params.id')],
    find: ({ store }, id) => store.batches.get(id),
    handle: ({ found: batch }, { store }) => {
      const input = inputOfBatch(batch, store.batches.items(batch.id));
      // `alterDocuments` needs the outputs of all runs. The metrics are `null` until all runs have ended.
      const changes = batch.metrics === null ? [] : alterDocuments(input).changes;
      return {
        batchProcessorRunId: batch.id,
        injectedConventions: [...input.injectedConventions],
        alteredDocuments: changes.map((change) => ({
          ...change,
          fileId: store.runs.find(change.runId)?.fileId ?? null,
        })),
      };
    },
  }),
]);

function listedFiles(
  context: ServiceContext,
  body: wire.BatchProcessorRunCreateRequest,
  version: StoredVersion,
): BatchFile[] {
  return (body.items ?? []).map(({ fileId, expectedOutput }, index) => {
    storedFile(context, fileId, `items[${index}].fileId`);
    const problem =
      expectedOutput === undefined ? null : expectedOutputProblem(version.config, expectedOutput);
    if (problem !== null) throw invalid(`items[${index}].expectedOutput`, problem);
    return { fileId, expectedOutput };
  });
}

/** Returns copies of the items, so that later edits of the set do not change the expected outputs of this batch. */
function filesOfSet(context: ServiceContext, setId: string, version: StoredVersion): BatchFile[] {
  const { evaluationSets, evaluationSetItems } = context.store;
  const items = evaluationSetItems.ofSet(evaluationSets.get(setId).id);
  if (items.length === 0) throw invalid('evaluationSetId', 'the evaluation set has no items');
  return items.map(({ id, fileId, expectedOutput }) => {
    const problem = expectedOutputProblem(version.config, expectedOutput);
    if (problem !== null)
      throw invalid(
        'evaluationSetId',
        `item ${id} does not fit a processor of type ${version.config.type}: ${problem}`,
      );
    return { fileId, expectedOutput };
  });
}
