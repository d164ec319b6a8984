import type { FastifyInstance } from 'fastify';
import { publishRequestSchema } from '../../../model/wire/processor-version.ts';
import { checkConfig } from '../../config/check-config.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validateBody } from '../../errors/validate.ts';
import { publishVersionEvent } from './processor-events.ts';
import { versionResponse } from './processor-response.ts';
import { existingProcessor } from './processors.ts';

/** Publish, list and get versions. */
export function processorVersionRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { processors } = context.store;

  app.post<{ Params: { id: string } }>('/processors/:id/publish', (request) => {
    const processor = existingProcessor(context, request.params.id);
    const body = validateBody(publishRequestSchema, request.body);
    const config =
      body.config === undefined
        ? processors.draft(processor.id).config
        : checkConfig(processor.type, body.config, { version: request.apiVersion });
    const version = context.store.transaction(() => {
      const published = processors.publish(processor.id, body.releaseType, body.description ?? null, config);
      publishVersionEvent(context, published);
      return published;
    });
    return { success: true, processorVersion: versionResponse(processor, version) };
  });

  app.get<{ Params: { id: string } }>('/processors/:id/versions', (request) => {
    const processor = existingProcessor(context, request.params.id);
    return {
      success: true,
      versions: processors.versions(processor.id).map((version) => versionResponse(processor, version)),
    };
  });

  app.get<{ Params: { id: string; versionId: string } }>('/processors/:id/versions/:versionId', (request) => {
    const { id, versionId } = request.params;
    const processor = existingProcessor(context, id);
    const version = processors.versionById(id, versionId) ?? processors.resolve(id, versionId);
    if (version === undefined) throw notFound();
    return { success: true, version: versionResponse(processor, version) };
  });
}
