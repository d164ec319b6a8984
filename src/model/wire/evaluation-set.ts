import { z } from 'zod';
import { listQuerySchema, pageSchema } from './list.ts';

export const wireEvaluationSetSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  processorId: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type WireEvaluationSet = z.infer<typeof wireEvaluationSetSchema>;

/** Which members are required is not published: we take a name, and a processor where one is given. */
export const evaluationSetCreateRequestSchema = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  processorId: z.string().min(1).optional(),
});
export type EvaluationSetCreateRequest = z.infer<typeof evaluationSetCreateRequestSchema>;

export const evaluationSetResponseSchema = z.looseObject({
  success: z.boolean(),
  evaluationSet: wireEvaluationSetSchema,
});

export const evaluationSetListSchema = pageSchema.extend({
  success: z.boolean(),
  evaluationSets: z.array(wireEvaluationSetSchema),
});

export const evaluationSetListQuerySchema = listQuerySchema.extend({ processorId: z.string().optional() });
export type EvaluationSetListQuery = z.infer<typeof evaluationSetListQuerySchema>;
