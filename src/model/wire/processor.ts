import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';
import { configBodySchema } from './config-body.ts';
import { listQuerySchema, pageSchema } from './list.ts';
import { processorVersionSchema } from './processor-version.ts';

export const processorSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  name: z.string(),
  type: z.string(),
  draftVersion: processorVersionSchema.nullish(),
  /** In lists: which versions there are, without their configs. */
  versions: z.array(processorVersionSchema.pick({ id: true, version: true, description: true })).optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type Processor = z.infer<typeof processorSchema>;

export const processorCreateRequestSchema = z.object({
  name: z.string().min(1),
  type: processorKindSchema,
  cloneProcessorId: z.string().optional(),
  config: configBodySchema.optional(),
});
export type ProcessorCreateRequest = z.infer<typeof processorCreateRequestSchema>;

/** Edits the draft only. */
export const processorUpdateRequestSchema = z.object({
  name: z.string().min(1).optional(),
  config: configBodySchema.optional(),
});
export type ProcessorUpdateRequest = z.infer<typeof processorUpdateRequestSchema>;

export const processorResponseSchema = z.looseObject({ success: z.boolean(), processor: processorSchema });

export const processorListSchema = pageSchema.extend({
  success: z.boolean(),
  processors: z.array(processorSchema),
});

export const processorListQuerySchema = listQuerySchema.extend({ type: processorKindSchema.optional() });
export type ProcessorListQuery = z.infer<typeof processorListQuerySchema>;
