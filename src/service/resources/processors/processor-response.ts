import type { Processor } from '../../../model/wire/processor.ts';
import type { ProcessorVersion } from '../../../model/wire/processor-version.ts';
import type { StoredProcessor, StoredVersion } from '../../stores/processor-store.ts';

export function processorResponse(processor: StoredProcessor, draft: StoredVersion): Processor {
  return {
    object: 'document_processor',
    id: processor.id,
    name: processor.name,
    type: processor.type,
    draftVersion: versionResponse(processor, draft),
    createdAt: processor.created_at,
    updatedAt: processor.updated_at,
  };
}

/** In a list a processor says besides which versions it has, newest first. */
export function listedProcessorResponse(
  processor: StoredProcessor,
  versions: readonly StoredVersion[],
): Processor {
  const draft = versions.find(({ version }) => version === 'draft') as StoredVersion;
  return {
    ...processorResponse(processor, draft),
    versions: versions.map(({ id, version, description }) => ({
      id,
      version,
      description: description ?? undefined,
    })),
  };
}

export function versionResponse(processor: StoredProcessor, version: StoredVersion): ProcessorVersion {
  return {
    object: 'document_processor_version',
    id: version.id,
    processorId: processor.id,
    processorType: processor.type,
    processorName: processor.name,
    description: version.description ?? undefined,
    version: version.version,
    config: version.config,
    createdAt: version.created_at,
    updatedAt: version.updated_at,
  };
}
