import type { Processor } from '../../model/wire/processor.ts';
import type { ProcessorVersion } from '../../model/wire/processor-version.ts';
import type { StoredProcessor, StoredVersion } from '../store/processor-store.ts';

export function processorAnswer(processor: StoredProcessor, draft: StoredVersion): Processor {
  return {
    object: 'document_processor',
    id: processor.id,
    name: processor.name,
    type: processor.type,
    draftVersion: versionAnswer(processor, draft),
    createdAt: processor.created_at,
    updatedAt: processor.updated_at,
  };
}

export function versionAnswer(processor: StoredProcessor, version: StoredVersion): ProcessorVersion {
  return {
    object: 'document_processor_version',
    id: version.id,
    processorId: processor.id,
    processorType: processor.type,
    processorName: processor.name,
    description: version.description,
    version: version.version,
    config: version.config,
    createdAt: version.created_at,
    updatedAt: version.updated_at,
  };
}
