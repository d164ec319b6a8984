import type { FastifyInstance } from 'fastify';
import type { ProcessorKind } from '../../../model/processor/processor-config.ts';
import type { ConfigBody } from '../../../model/wire/config-body.ts';
import {
  processorCreateRequestSchema,
  processorListQuerySchema,
  processorUpdateRequestSchema,
} from '../../../model/wire/processor.ts';
import { grantOf } from '../../auth/auth.ts';
import { checkConfig } from '../../config/check-config.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { invalid, notFound } from '../../errors/http-error.ts';
import { validateBody, validateQuery } from '../../errors/validate.ts';
import type { StoredProcessor } from '../../stores/processor-store.ts';
import { publishProcessorEvent } from './processor-events.ts';
import { listedProcessorResponse, processorResponse } from './processor-response.ts';

interface ById {
  Params: { id: string };
}

/** Create, list, get and update processors. */
export function processorRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { processors } = context.store;
  const answer = (processor: StoredProcessor) => ({
    success: true,
    processor: processorResponse(processor, processors.draft(processor.id)),
  });

  app.post('/processors', (request) => {
    const body = validateBody(processorCreateRequestSchema, request.body);
    const cloned =
      body.cloneProcessorId === undefined ? {} : clonedConfig(context, body.cloneProcessorId, body.type);
    const config = checkConfig(body.type, body.config ?? {}, {
      creating: true,
      version: request.apiVersion,
      over: cloned,
    });
    return context.store.transaction(() => {
      const created = processors.create(body.name, body.type, config);
      publishProcessorEvent(context, 'processor.created', created.id);
      return answer(created);
    });
  });

  app.get('/processors', (request) => {
    const page = processors.list(
      validateQuery(processorListQuerySchema, request.query),
      grantOf(request).processorIds,
    );
    return {
      success: true,
      processors: page.rows.map((row) => listedProcessorResponse(row, processors.versions(row.id))),
      nextPageToken: page.nextPageToken,
    };
  });

  app.get<ById>('/processors/:id', (request) => answer(existingProcessor(context, request.params.id)));

  app.post<ById>('/processors/:id', (request) => {
    const processor = existingProcessor(context, request.params.id);
    const body = validateBody(processorUpdateRequestSchema, request.body);
    const config =
      body.config === undefined
        ? undefined
        : checkConfig(processor.type, body.config, { version: request.apiVersion });
    return context.store.transaction(() => {
      processors.update(processor.id, { name: body.name, config });
      publishProcessorEvent(context, 'processor.updated', processor.id);
      if (config !== undefined) publishProcessorEvent(context, 'processor.draft.updated', processor.id);
      return answer(existingProcessor(context, processor.id));
    });
  });
}

export function existingProcessor(context: ServiceContext, id: string): StoredProcessor {
  const processor = context.store.processors.find(id);
  if (processor === undefined) throw notFound();
  return processor;
}

function clonedConfig(context: ServiceContext, id: string, type: ProcessorKind): ConfigBody {
  const source = existingProcessor(context, id);
  if (source.type !== type)
    throw invalid('cloneProcessorId', `the processor to clone has type "${source.type}", not "${type}"`);
  return { ...context.store.processors.draft(id).config };
}
