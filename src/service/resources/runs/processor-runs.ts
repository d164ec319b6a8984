import { deletedSchema } from '../../../model/wire/list.ts';
import * as wire from '../../../model/wire/processor-run.ts';
import { checkConfig } from '../../config/check-config.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, HttpError } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { filtered, on } from '../../operations/permission.ts';
import { receiveReadableFile, receiveText } from '../files/receive-file.ts';
import { runResponse } from './run-response.ts';

const defaultPriority = 50;

const ofRun = {
  permission: on('processor run', 'params.id'),
  find: ({ store }: ServiceContext, id: string) => store.runs.get(id),
};

export const processorRunOperations = operationsOf('Processor runs', [
  defineOperation('runProcessor', 'POST /processor_runs', {
    summary: 'Run a processor on a file or a text',
    notes:
      'One of `file` and `rawText` is required. `file` has one of `fileUrl`, `fileId` and `fileBase64`. `fileName` is required with `fileUrl` and `fileBase64`. `version` is `latest` (the newest published version, or the draft if there is none), `draft`, or a number. `metadata` is at most 10 KB of JSON.',
    body: wire.processorRunRequestSchema,
    response: wire.processorRunResponseSchema,
    permission: on('processor', 'body.processorId'),
    createsRuns: () => 1,
    handle: async ({ body, apiVersion }, context) => {
      const processor = context.store.processors.get(body.processorId);
      const version = existing(context.store.processors.resolve(processor.id, body.version ?? 'latest'));
      const config =
        body.config === undefined
          ? version.config
          : checkConfig(processor.type, body.config, { version: apiVersion });
      const file =
        body.rawText !== undefined
          ? await receiveText(context, body.rawText)
          : await receiveReadableFile(context, body.file ?? {});
      const run = context.store.runs.create({
        processorId: processor.id,
        processorVersionId: version.id,
        processorName: processor.name,
        type: processor.type,
        priority: body.priority ?? defaultPriority,
        metadata: body.metadata ?? {},
        config,
        fileId: file.id,
        fileName: body.file?.fileName ?? file.name,
        source: 'API',
        sourceId: null,
        step: null,
      });
      context.runs.enqueue(run);
      if (body.sync === true) await context.runs.waitForEnd(run.id, context.syncWaitMs);
      return fullRun(context, run.id);
    },
  }),
  defineOperation('listProcessorRuns', 'GET /processor_runs', {
    summary: 'List processor runs',
    query: wire.processorRunListQuerySchema,
    response: wire.processorRunListSchema,
    permission: [filtered('processor'), on('processor', 'query.processorId')],
    handle: ({ query, grant }, { store }) => {
      const { rows, nextPageToken } = store.runs.list(query, grant.processorIds);
      return { processorRuns: rows, nextPageToken };
    },
  }),
  defineOperation('getProcessorRun', 'GET /processor_runs/:id', {
    summary: 'Get a processor run',
    response: wire.processorRunResponseSchema,
    ...ofRun,
    handle: ({ found }, context) => ({ processorRun: runResponse(found, context) }),
  }),
  defineOperation('cancelProcessorRun', 'POST /processor_runs/:id/cancel', {
    summary: 'Cancel a processor run that has not ended',
    response: wire.processorRunResponseSchema,
    ...ofRun,
    handle: ({ found }, context) => {
      if (!context.runs.cancel(found.id))
        throw new HttpError(400, `The run cannot be cancelled: its status is ${found.status}.`);
      return fullRun(context, found.id);
    },
  }),
  defineOperation('deleteProcessorRun', 'DELETE /processor_runs/:id', {
    summary: 'Delete a processor run, after cancelling it if it has not ended',
    response: deletedSchema,
    ...ofRun,
    handle: ({ found: { id } }, context) => {
      context.runs.cancel(id);
      context.store.runs.delete(id);
      return { processorRunId: id, documentProcessorRunId: id, message: 'Processor run deleted.' };
    },
  }),
]);

function fullRun(context: ServiceContext, id: string) {
  return { processorRun: runResponse(context.store.runs.get(id), context) };
}
