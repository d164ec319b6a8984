import type { FastifyInstance } from 'fastify';
import { injectionSettingsSchema } from '../../../model/wire/local/injected-errors.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validate } from '../../errors/validate.ts';
import { existingProcessor } from '../processors/processors.ts';

interface ById {
  Params: { id: string };
}

/** Routes that set which errors the service injects into outputs, and that list the errors injected into a run. */
export function localInjectedErrorRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { injections, runs } = context.store;

  app.post('/local/injected_errors', (request) => {
    const settings = validate(injectionSettingsSchema, request.body);
    existingProcessor(context, settings.processorId);
    return { success: true, injection: injections.create(settings) };
  });

  app.get('/local/injected_errors', () => ({ success: true, injections: injections.list() }));

  app.get<ById>('/local/injected_errors/:id', (request) => {
    const injection = injections.find(request.params.id);
    if (injection === undefined) throw notFound();
    return { success: true, injection };
  });

  app.delete<ById>('/local/injected_errors/:id', (request) => {
    if (!injections.delete(request.params.id)) throw notFound();
    return { success: true, injectionId: request.params.id, message: 'Error injection deleted.' };
  });

  app.get<ById>('/local/processor_runs/:id/injected_errors', (request) => {
    const run = runs.find(request.params.id);
    if (run === undefined) throw notFound();
    const found = injections.ofRun(run.id);
    return {
      success: true,
      processorRunId: run.id,
      injectedErrors: found?.injectedErrors ?? [],
      injectedFaults: context.faults.injectedFaults.filter(({ objectIds }) => objectIds?.includes(run.id)),
      engineOutput: found?.engineOutput ?? (run.output === null ? null : (JSON.parse(run.output) as unknown)),
    };
  });
}
