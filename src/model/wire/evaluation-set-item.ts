import { z } from 'zod';
import { pageSchema } from './list.ts';

export const wireEvaluationSetItemSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  evaluationSetId: z.string(),
  fileId: z.string(),
  expectedOutput: z.unknown(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type WireEvaluationSetItem = z.infer<typeof wireEvaluationSetItemSchema>;

/**
 * An expectation in any shape that is taken: an object, or (splitter) a list of splits. The specification shows one
 * bare split; a list and `{splits: [...]}` are met as well.
 */
export const expectedOutputSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

export const evaluationSetItemCreateRequestSchema = z.object({
  evaluationSetId: z.string().min(1),
  fileId: z.string().min(1),
  expectedOutput: expectedOutputSchema,
});
export type EvaluationSetItemCreateRequest = z.infer<typeof evaluationSetItemCreateRequestSchema>;

export const evaluationSetItemBulkRequestSchema = z.object({
  evaluationSetId: z.string().min(1),
  items: z.array(z.object({ fileId: z.string().min(1), expectedOutput: expectedOutputSchema })).min(1),
});
export type EvaluationSetItemBulkRequest = z.infer<typeof evaluationSetItemBulkRequestSchema>;

export const evaluationSetItemUpdateRequestSchema = z.object({ expectedOutput: expectedOutputSchema });
export type EvaluationSetItemUpdateRequest = z.infer<typeof evaluationSetItemUpdateRequestSchema>;

export const evaluationSetItemResponseSchema = z.looseObject({
  success: z.boolean(),
  evaluationSetItem: wireEvaluationSetItemSchema,
});

/** The answer to the creation of several. */
export const evaluationSetItemsResponseSchema = z.looseObject({
  success: z.boolean(),
  evaluationSetItems: z.array(wireEvaluationSetItemSchema),
});

export const evaluationSetItemListSchema = pageSchema.extend({
  success: z.boolean(),
  evaluationSetItems: z.array(wireEvaluationSetItemSchema),
});
