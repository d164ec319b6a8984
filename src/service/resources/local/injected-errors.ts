import { z } from 'zod';
import { deletedSchema, responseSchema } from '../../../model/wire/list.ts';
import {
  type Injection,
  injectionSchema,
  injectionSettingsSchema,
} from '../../../model/wire/local/injected-errors.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { filtered, local, on } from '../../operations/permission.ts';
import type { StoredInjection } from '../../stores/injected-error-store.ts';

const response = responseSchema({ injection: injectionSchema });

const ofInjection = {
  permission: [local, on('error injection', 'params.id')],
  find: ({ store }: ServiceContext, id: string) => store.injections.get(id),
} as const;

export const injectedErrorOperations = operationsOf('Local', [
  defineOperation('createErrorInjection', 'POST /local/injected_errors', {
    summary: 'Inject errors into the outputs of a processor',
    body: injectionSettingsSchema,
    response,
    permission: [local, on('processor', 'body.processorId')],
    handle: ({ body }, { store }) => {
      const { id: processorId } = store.processors.get(body.processorId);
      return { injection: injectionResponse(store.injections.insertRow({ processorId, settings: body })) };
    },
  }),
  defineOperation('listErrorInjections', 'GET /local/injected_errors', {
    summary: 'List the error injections',
    response: responseSchema({ injections: z.array(injectionSchema) }),
    permission: [local, filtered('processor')],
    handle: ({ grant: { processorIds } }, { store }) => ({
      injections: store.injections.list(processorIds).map(injectionResponse),
    }),
  }),
  defineOperation('getErrorInjection', 'GET /local/injected_errors/:id', {
    summary: 'Get an error injection',
    response,
    ...ofInjection,
    handle: ({ found }) => ({ injection: injectionResponse(found) }),
  }),
  defineOperation('deleteErrorInjection', 'DELETE /local/injected_errors/:id', {
    summary: 'Delete an error injection',
    response: deletedSchema,
    ...ofInjection,
    handle: ({ found: { id } }, { store }) => {
      store.injections.delete(id);
      return { injectionId: id, message: 'Error injection deleted.' };
    },
  }),
  defineOperation('getInjectedErrors', 'GET /local/processor_runs/:id/injected_errors', {
    summary: 'List the errors and faults injected into a run, with the output of the engine',
    response: responseSchema({
      processorRunId: z.string(),
      injectedErrors: z.array(z.unknown()),
      injectedFaults: z.array(z.unknown()),
      engineOutput: z.unknown(),
    }),
    permission: [local, on('processor run', 'params.id')],
    find: ({ store }, id) => store.runs.get(id),
    handle: ({ found: run }, { store, faults }) => {
      const injected = store.injections.ofRun(run.id);
      return {
        processorRunId: run.id,
        injectedErrors: [...(injected?.injectedErrors ?? [])],
        injectedFaults: faults.injectedFaults.filter(({ objectIds }) => objectIds?.includes(run.id)),
        engineOutput: injected?.engineOutput ?? run.output,
      };
    },
  }),
]);

function injectionResponse({ settings, ...members }: StoredInjection): Injection {
  return { object: 'error_injection', ...members, ...settings };
}
