import { z } from 'zod';

export const eventTypes = [
  'workflow_run.completed',
  'workflow_run.failed',
  'workflow_run.needs_review',
  'workflow_run.rejected',
  'workflow_run.step_run.processed',
  'processor_run.processed',
  'processor_run.failed',
  'workflow.created',
  'workflow.deployed',
  'workflow.deleted',
  'processor.created',
  'processor.updated',
  'processor.deleted',
  'processor.draft.updated',
  'processor.version.published',
  'parser_run.processed',
  'parser_run.failed',
  'batch_processor_run.processed',
  'batch_processor_run.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Body of a webhook notification. `payload` is the object that changed. Unknown event types are valid. */
export const eventSchema = z.looseObject({
  eventId: z.string(),
  eventType: z.string(),
  payload: z.looseObject({}),
});
