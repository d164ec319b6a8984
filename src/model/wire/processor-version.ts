import { z } from 'zod';
import { configBodySchema, configResponseSchema } from './config-body.ts';

/** A version's word: `draft`, or a number such as `1.0`. */
export const processorVersionSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  processorId: z.string(),
  processorType: z.string().optional(),
  processorName: z.string().nullish(),
  description: z.string().nullish(),
  version: z.string(),
  config: configResponseSchema,
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type ProcessorVersion = z.infer<typeof processorVersionSchema>;

export const publishRequestSchema = z.object({
  releaseType: z.enum(['major', 'minor']),
  description: z.string().optional(),
  config: configBodySchema.optional(),
});
export type PublishRequest = z.infer<typeof publishRequestSchema>;

export const publishResponseSchema = z.looseObject({
  success: z.boolean(),
  processorVersion: processorVersionSchema,
});

/** Not paged: newest first, the draft included. */
export const versionListSchema = z.looseObject({
  success: z.boolean(),
  versions: z.array(processorVersionSchema),
});

export const versionResponseSchema = z.looseObject({ success: z.boolean(), version: processorVersionSchema });
