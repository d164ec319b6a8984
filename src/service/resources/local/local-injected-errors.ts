import type { FastifyInstance } from 'fastify';
import { plantSettingsSchema } from '../../../model/wire/local/injected-errors.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validate } from '../../errors/validate.ts';
import type { StoredInjection } from '../../stores/injected-error-store.ts';
import { existingProcessor } from '../processors/processors.ts';

interface ById {
  Params: { id: string };
}

/** Errors to be planted in outputs, and what was planted in a run. */
export function localPlantRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { plants, runs } = context.store;

  app.post('/local/plants', (request) => {
    const settings = validate(plantSettingsSchema, request.body);
    existingProcessor(context, settings.processorId);
    return { success: true, plant: injectionResponse(plants.create(settings)) };
  });

  app.get('/local/plants', () => ({ success: true, plants: plants.list().map(injectionResponse) }));

  app.get<ById>('/local/plants/:id', (request) => {
    const plant = plants.find(request.params.id);
    if (plant === undefined) throw notFound();
    return { success: true, plant: injectionResponse(plant) };
  });

  app.delete<ById>('/local/plants/:id', (request) => {
    if (!plants.delete(request.params.id)) throw notFound();
    return { success: true, plantId: request.params.id, message: 'Plant deleted.' };
  });

  app.get<ById>('/local/processor_runs/:id/plants', (request) => {
    const run = runs.find(request.params.id);
    if (run === undefined) throw notFound();
    const found = plants.ofRun(run.id);
    return {
      success: true,
      processorRunId: run.id,
      planted: found?.planted ?? [],
      faults: context.faults.told.filter(({ objectIds }) => objectIds?.includes(run.id) === true),
      engineOutput: found?.engineOutput ?? (run.output === null ? null : (JSON.parse(run.output) as unknown)),
    };
  });
}

function injectionResponse(plant: StoredInjection) {
  return {
    object: 'plant',
    id: plant.id,
    ...plant.settings,
    createdAt: plant.createdAt,
    updatedAt: plant.updatedAt,
  };
}
