import type { EventType } from '../../../model/wire/event.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { StoredVersion } from '../../stores/processor-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { processorResponse, versionResponse } from './processor-response.ts';

/** Tells webhook endpoints what became of a processor as a whole. */
export function publishProcessorEvent(
  context: ServiceContext,
  type: Extract<EventType, `processor.${string}`>,
  processorId: string,
): void {
  const { processors } = context.store;
  const processor = processors.find(processorId);
  if (processor === undefined) return;
  context.events.publish(type, processor.id, (version) =>
    shapeForVersion(processorResponse(processor, processors.draft(processor.id)), version),
  );
}

/** Tells webhook endpoints of a new version. */
export function publishVersionEvent(context: ServiceContext, version: StoredVersion): void {
  const processor = context.store.processors.find(version.processor_id);
  if (processor === undefined) return;
  context.events.publish('processor.version.published', processor.id, (apiVersion) =>
    shapeForVersion(versionResponse(processor, version), apiVersion),
  );
}
