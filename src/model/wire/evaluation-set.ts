import { z } from 'zod';
import { listQuerySchema, objectMembers, pagedResponseSchema, responseSchema } from './list.ts';

export const wireEvaluationSetSchema = z.looseObject({
  ...objectMembers,
  name: z.string(),
  description: z.string().nullish(),
  processorId: z.string().nullish(),
});
export type WireEvaluationSet = z.infer<typeof wireEvaluationSetSchema>;

/** The specification does not say which members are required. The local service requires only `name`. */
export const evaluationSetCreateRequestSchema = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  processorId: z.string().min(1).optional(),
});
export type EvaluationSetCreateRequest = z.infer<typeof evaluationSetCreateRequestSchema>;

export const evaluationSetResponseSchema = responseSchema({ evaluationSet: wireEvaluationSetSchema });
export const evaluationSetListSchema = pagedResponseSchema({
  evaluationSets: z.array(wireEvaluationSetSchema),
});

export const evaluationSetListQuerySchema = listQuerySchema.extend({ processorId: z.string().optional() });
export type EvaluationSetListQuery = z.infer<typeof evaluationSetListQuerySchema>;

export const wireEvaluationSetItemSchema = z.looseObject({
  ...objectMembers,
  evaluationSetId: z.string(),
  fileId: z.string(),
  expectedOutput: z.unknown(),
});
export type WireEvaluationSetItem = z.infer<typeof wireEvaluationSetItemSchema>;

/** An expected output: an object, or a list of splits. */
export const expectedOutputSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

export const evaluationSetItemCreateRequestSchema = z.object({
  evaluationSetId: z.string().min(1),
  fileId: z.string().min(1),
  expectedOutput: expectedOutputSchema,
});

export const evaluationSetItemBulkRequestSchema = z.object({
  evaluationSetId: z.string().min(1),
  items: z.array(evaluationSetItemCreateRequestSchema.omit({ evaluationSetId: true })).min(1),
});
export type EvaluationSetItemBulkRequest = z.infer<typeof evaluationSetItemBulkRequestSchema>;

export const evaluationSetItemUpdateRequestSchema = z.object({ expectedOutput: expectedOutputSchema });

export const evaluationSetItemResponseSchema = responseSchema({
  evaluationSetItem: wireEvaluationSetItemSchema,
});

export const evaluationSetItemsResponseSchema = responseSchema({
  evaluationSetItems: z.array(wireEvaluationSetItemSchema),
});

export const evaluationSetItemListSchema = pagedResponseSchema({
  evaluationSetItems: z.array(wireEvaluationSetItemSchema),
});
