import type { FastifyInstance } from 'fastify';
import { processorRunListQuerySchema, processorRunRequestSchema } from '../../../model/wire/processor-run.ts';
import { grantOf } from '../../auth/auth.ts';
import { checkConfig } from '../../config/check-config.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, notFound } from '../../errors/http-error.ts';
import { validateBody, validateQuery } from '../../errors/validate.ts';
import type { StoredRun } from '../../stores/run-store.ts';
import { receiveText, resolveFileInput } from '../files/receive-file.ts';
import { existingProcessor } from '../processors/processors.ts';
import { runResponse, runSummary } from './run-response.ts';

interface ById {
  Params: { id: string };
}

const defaultPriority = 50;

/** Create, list, get, cancel and delete processor runs. */
export function processorRunRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { runs, processors } = context.store;
  const existing = (id: string): StoredRun => {
    const run = runs.find(id);
    if (run === undefined) throw notFound();
    return run;
  };
  const answer = (id: string) => ({ success: true, processorRun: runResponse(existing(id), context) });

  app.post('/processor_runs', async (request) => {
    const body = validateBody(processorRunRequestSchema, request.body);
    const processor = existingProcessor(context, body.processorId);
    const version = processors.resolve(processor.id, body.version ?? 'latest');
    if (version === undefined) throw notFound();
    const config =
      body.config === undefined
        ? version.config
        : checkConfig(processor.type, body.config, { version: request.apiVersion });
    const file =
      body.rawText !== undefined
        ? await receiveText(context, body.rawText)
        : await resolveFileInput(context, body.file ?? {});
    const run = runs.create({
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
    });
    context.runs.enqueue(run);
    if (body.sync === true) await context.runs.waitForEnd(run.id, context.syncWaitMs);
    return answer(run.id);
  });

  app.get('/processor_runs', (request) => {
    const page = runs.list(
      validateQuery(processorRunListQuerySchema, request.query),
      grantOf(request).processorIds,
    );
    return {
      success: true,
      processorRuns: page.rows.map(runSummary),
      nextPageToken: page.nextPageToken,
    };
  });

  app.get<ById>('/processor_runs/:id', (request) => answer(request.params.id));

  app.post<ById>('/processor_runs/:id/cancel', (request) => {
    const run = existing(request.params.id);
    if (!context.runs.cancel(run.id))
      throw new HttpError(400, `The run cannot be cancelled: its status is ${run.status}.`);
    return answer(run.id);
  });

  app.delete<ById>('/processor_runs/:id', (request) => {
    const run = existing(request.params.id);
    context.runs.cancel(run.id);
    runs.delete(run.id);
    return {
      success: true,
      processorRunId: run.id,
      documentProcessorRunId: run.id,
      message: 'Processor run deleted.',
    };
  });
}
