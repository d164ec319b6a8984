import type { FastifyInstance } from 'fastify';
import { grantOf } from '../../auth/auth.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { publishProcessorEvent } from './processor-events.ts';
import { existingProcessor } from './processors.ts';

/** Ours: deleting a processor, which a deployment has in its dashboard. Its runs stay, with the config they had. */
export function localProcessorRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.delete<{ Params: { id: string } }>('/local/processors/:id', (request) => {
    const processor = existingProcessor(context, request.params.id);
    if (grantOf(request).processorIds?.includes(processor.id) === false)
      throw new HttpError(403, 'Forbidden: the API token has no permission for this processor.');
    context.store.transaction(() => {
      // The event carries the processor as it was.
      publishProcessorEvent(context, 'processor.deleted', processor.id);
      context.store.processors.delete(processor.id);
    });
    return { success: true, processorId: processor.id, message: 'Processor deleted.' };
  });
}
