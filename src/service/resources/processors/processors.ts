import type { EventType } from '../../../model/wire/event.ts';
import { deletedSchema } from '../../../model/wire/list.ts';
import * as wire from '../../../model/wire/processor.ts';
import { checkConfig, startingConfig } from '../../config/check-config.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, invalid } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { create, filtered, local, on } from '../../operations/permission.ts';
import type { StoredProcessor, StoredVersion } from '../../stores/processor-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';

const find = ({ store }: ServiceContext, id: string): StoredProcessor => store.processors.get(id);
const ofProcessor = { permission: on('processor', 'params.id'), find };

export const processorOperations = operationsOf('Processors', [
  defineOperation('createProcessor', 'POST /processors', {
    summary: 'Create a processor, empty or as a clone of another',
    body: wire.processorCreateRequestSchema,
    response: wire.processorResponseSchema,
    failures: [404],
    permission: create('processor'),
    handle: ({ body, apiVersion }, context) => {
      const { processors, transaction } = context.store;
      const source = body.cloneProcessorId === undefined ? null : processors.get(body.cloneProcessorId);
      if (source !== null && source.type !== body.type)
        throw invalid(
          'cloneProcessorId',
          `the processor to clone has type "${source.type}", not "${body.type}"`,
        );
      const copied: wire.ConfigBody = source === null ? {} : { ...processors.draft(source.id).config };
      const config =
        body.config === undefined
          ? checkConfig(body.type, source === null ? startingConfig(body.type) : copied)
          : checkConfig(body.type, body.config, { version: apiVersion, over: copied });
      return transaction(() => {
        const created = processors.create(body.name, body.type, config);
        publishProcessorEvent(context, 'processor.created', created.id);
        return { processor: processorResponse(created, context) };
      });
    },
  }),
  defineOperation('listProcessors', 'GET /processors', {
    summary: 'List processors',
    query: wire.processorListQuerySchema,
    response: wire.processorListSchema,
    permission: filtered('processor'),
    handle: ({ query, grant }, context) => {
      const { rows, nextPageToken } = context.store.processors.list(query, grant.processorIds);
      return { processors: rows.map((row) => listedProcessor(row, context)), nextPageToken };
    },
  }),
  defineOperation('getProcessor', 'GET /processors/:id', {
    summary: 'Get a processor with its draft',
    response: wire.processorResponseSchema,
    ...ofProcessor,
    handle: ({ found }, context) => ({ processor: processorResponse(found, context) }),
  }),
  defineOperation('updateProcessor', 'POST /processors/:id', {
    summary: 'Rename a processor, or replace the config of its draft',
    body: wire.processorUpdateRequestSchema,
    response: wire.processorResponseSchema,
    ...ofProcessor,
    handle: ({ found: { id, type }, body, apiVersion }, context) => {
      const config =
        body.config === undefined ? undefined : checkConfig(type, body.config, { version: apiVersion });
      return context.store.transaction(() => {
        context.store.processors.update(id, { name: body.name, config });
        publishProcessorEvent(context, 'processor.updated', id);
        if (config !== undefined) publishProcessorEvent(context, 'processor.draft.updated', id);
        return { processor: processorResponse(context.store.processors.get(id), context) };
      });
    },
  }),
  defineOperation('publishProcessorVersion', 'POST /processors/:id/publish', {
    summary: 'Publish the draft, or the config in the body, as a new major or minor version',
    body: wire.publishRequestSchema,
    response: wire.publishResponseSchema,
    ...ofProcessor,
    handle: ({ found: processor, body, apiVersion }, { store, events }) => {
      const config =
        body.config === undefined
          ? store.processors.draft(processor.id).config
          : checkConfig(processor.type, body.config, { version: apiVersion });
      return store.transaction(() => {
        const { releaseType, description = null } = body;
        const published = store.processors.publish(processor.id, releaseType, description, config);
        const processorVersion = versionResponse(processor, published);
        events.publish('processor.version.published', processor.id, (version) =>
          shapeForVersion(processorVersion, version),
        );
        return { processorVersion };
      });
    },
  }),
  defineOperation('listProcessorVersions', 'GET /processors/:id/versions', {
    summary: 'List the versions of a processor, newest first, including the draft',
    response: wire.versionListSchema,
    ...ofProcessor,
    handle: ({ found }, { store }) => ({
      versions: store.processors.versions(found.id).map((version) => versionResponse(found, version)),
    }),
  }),
  defineOperation('getProcessorVersion', 'GET /processors/:id/versions/:versionId', {
    summary: 'Get one version, by its id or its number',
    response: wire.versionResponseSchema,
    ...ofProcessor,
    handle: ({ found, params: { versionId } }, { store: { processors } }) => {
      const version = processors.versionById(found.id, versionId) ?? processors.resolve(found.id, versionId);
      return { version: versionResponse(found, existing(version)) };
    },
  }),
  defineOperation('deleteProcessor', 'DELETE /local/processors/:id', {
    summary: 'Delete a processor with its versions; its runs stay',
    response: deletedSchema,
    permission: [local, on('processor', 'params.id')],
    find,
    handle: ({ found: { id } }, context) => {
      context.store.transaction(() => {
        // Publish the event before the deletion, because the event contains the processor.
        publishProcessorEvent(context, 'processor.deleted', id);
        context.store.processors.delete(id);
      });
      return { processorId: id, message: 'Processor deleted.' };
    },
  }),
]);

function processorResponse(processor: StoredProcessor, { store }: ServiceContext): wire.Processor {
  const draftVersion = versionResponse(processor, store.processors.draft(processor.id));
  return { object: 'document_processor', ...processor, draftVersion };
}

function listedProcessor(processor: StoredProcessor, context: ServiceContext): wire.Processor {
  return {
    ...processorResponse(processor, context),
    versions: context.store.processors.versions(processor.id).map(({ id, version, description }) => ({
      id,
      version,
      description: description ?? '',
    })),
  };
}

function versionResponse(processor: StoredProcessor, stored: StoredVersion): wire.ProcessorVersion {
  const { major: _major, minor: _minor, description, ...version } = stored;
  return {
    object: 'document_processor_version',
    ...version,
    processorType: processor.type,
    processorName: processor.name,
    // The specification requires `description`. Some clients do not accept `null` here, so an absent description
    // becomes an empty text.
    description: description ?? '',
  };
}

function publishProcessorEvent(
  context: ServiceContext,
  type: Extract<EventType, `processor.${string}`>,
  id: string,
): void {
  const processor = context.store.processors.get(id);
  context.events.publish(type, id, (version) =>
    shapeForVersion(processorResponse(processor, context), version),
  );
}
