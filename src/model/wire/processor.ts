import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';
import { listQuerySchema, objectMembers, pagedResponseSchema, responseSchema } from './list.ts';

/** A config in a request. `processorConfigSchema` checks the config after its conversion to the current API version. */
export const configBodySchema = z.looseObject({ type: processorKindSchema.optional() });
export type ConfigBody = z.infer<typeof configBodySchema>;

/** A config in a response. Keeps unknown members, because other deployments may add some. */
export const configResponseSchema = z.looseObject({ type: z.string().optional() });

/** A processor version. `version` is `draft` or a number such as `1.0`. */
export const processorVersionSchema = z.looseObject({
  ...objectMembers,
  processorId: z.string(),
  processorType: z.string().optional(),
  processorName: z.string().nullish(),
  description: z.string().nullish(),
  version: z.string(),
  config: configResponseSchema,
});
export type ProcessorVersion = z.infer<typeof processorVersionSchema>;

export const publishRequestSchema = z.object({
  releaseType: z.enum(['major', 'minor']),
  description: z.string().optional(),
  config: configBodySchema.optional(),
});
export type PublishRequest = z.infer<typeof publishRequestSchema>;

export const publishResponseSchema = responseSchema({ processorVersion: processorVersionSchema });
/** All versions on one page, newest first, with the draft. */
export const versionListSchema = responseSchema({ versions: z.array(processorVersionSchema) });
export const versionResponseSchema = responseSchema({ version: processorVersionSchema });

export const processorSchema = z.looseObject({
  ...objectMembers,
  name: z.string(),
  type: z.string(),
  draftVersion: processorVersionSchema.nullish(),
  /** Versions without their configs. Only responses that list processors have this member. */
  versions: z.array(processorVersionSchema.pick({ id: true, version: true, description: true })).optional(),
});
export type Processor = z.infer<typeof processorSchema>;

export const processorCreateRequestSchema = z.object({
  name: z.string().min(1),
  type: processorKindSchema,
  cloneProcessorId: z.string().optional(),
  config: configBodySchema.optional(),
});
export type ProcessorCreateRequest = z.infer<typeof processorCreateRequestSchema>;

export const processorUpdateRequestSchema = z.object({
  name: z.string().min(1).optional(),
  config: configBodySchema.optional(),
});
export type ProcessorUpdateRequest = z.infer<typeof processorUpdateRequestSchema>;

export const processorResponseSchema = responseSchema({ processor: processorSchema });
export const processorListSchema = pagedResponseSchema({ processors: z.array(processorSchema) });

export const processorListQuerySchema = listQuerySchema.extend({ type: processorKindSchema.optional() });
export type ProcessorListQuery = z.infer<typeof processorListQuerySchema>;
