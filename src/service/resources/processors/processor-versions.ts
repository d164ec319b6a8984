import {
  publishRequestSchema,
  publishResponseSchema,
  versionListSchema,
  versionResponseSchema,
} from '../../../model/wire/processor.ts';
import { checkConfig } from '../../config/check-config.ts';
import { existing } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { on } from '../../operations/permission.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { existingProcessor, versionResponse } from './processors.ts';

const ofProcessor = { permission: on('processor', 'params.id'), find: existingProcessor };

export const processorVersionOperations = operationsOf('Processors', [
  defineOperation('publishProcessorVersion', 'POST /processors/:id/publish', {
    summary: 'Publish the draft, or the given config, as a new major or minor version',
    body: publishRequestSchema,
    response: publishResponseSchema,
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
    response: versionListSchema,
    ...ofProcessor,
    handle: ({ found }, { store }) => ({
      versions: store.processors.versions(found.id).map((version) => versionResponse(found, version)),
    }),
  }),
  defineOperation('getProcessorVersion', 'GET /processors/:id/versions/:versionId', {
    summary: 'Get one version, by its id or its number',
    response: versionResponseSchema,
    ...ofProcessor,
    handle: ({ found, params: { versionId } }, { store: { processors } }) => {
      const version = processors.versionById(found.id, versionId) ?? processors.resolve(found.id, versionId);
      return { version: versionResponse(found, existing(version)) };
    },
  }),
]);
