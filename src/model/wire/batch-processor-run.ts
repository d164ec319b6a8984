import { z } from 'zod';
import { expectedOutputSchema } from './evaluation-set.ts';
import { objectMembers, responseSchema } from './list.ts';
import { prioritySchema } from './processor-run.ts';

/**
 * Metrics of a field, and of its nested fields. The specification does not state whether shares are 0 to 100 or 0 to 1.
 */
export const fieldMetricsSchema = z.looseObject({
  meanConfidence: z.number().nullish(),
  recallPerc: z.number().nullish(),
  precisionPerc: z.number().nullish(),
  get fieldMetrics() {
    return z.record(z.string(), fieldMetricsSchema).nullish();
  },
});
export type FieldMetrics = z.infer<typeof fieldMetricsSchema>;

const counts = z.record(z.string(), z.number());

/** Metrics of all three kinds of processors. `type` determines which members exist. */
const batchMetricsSchema = z.looseObject({
  type: z.string().optional(),
  numFiles: z.number().nullish(),
  numPages: z.number().nullish(),
  meanRunTimeMs: z.number().nullish(),
  // Only for EXTRACT.
  fieldMetrics: z.record(z.string(), fieldMetricsSchema).nullish(),
  arrayCardinalityMetrics: counts.nullish(),
  // Only for CLASSIFY.
  accuracyPerc: z.number().nullish(),
  meanConfidence: z.number().nullish(),
  distribution: counts.nullish(),
  accuracyPercByClassification: counts.nullish(),
  confusionMatrix: z.record(z.string(), counts).nullish(),
  // Only for SPLITTER.
  precisionPerc: z.number().nullish(),
  recallPerc: z.number().nullish(),
  numExpectedDocs: z.number().nullish(),
  numPredictedDocs: z.number().nullish(),
  numCorrectDocs: z.number().nullish(),
});
export type BatchMetrics = z.infer<typeof batchMetricsSchema>;

export const batchProcessorRunSchema = z.looseObject({
  ...objectMembers,
  processorId: z.string().optional(),
  processorVersionId: z.string().nullish(),
  processorName: z.string().nullish(),
  metrics: batchMetricsSchema.nullish(),
  status: z.string(),
  source: z.string().nullish(),
  sourceId: z.string().nullish(),
  runCount: z.number().nullish(),
  options: z
    .looseObject({
      fuzzyMatchFields: z.array(z.string()).nullish(),
      excludeFields: z.array(z.string()).nullish(),
      clearPreProcessingCache: z.boolean().nullish(),
    })
    .nullish(),
});
export type BatchProcessorRun = z.infer<typeof batchProcessorRunSchema>;

export const batchProcessorRunResponseSchema = responseSchema({ batchProcessorRun: batchProcessorRunSchema });

/**
 * Unusual counting rules that a test can request for the metrics of a batch. The reconciliation must then find these
 * rules (docs/service.md).
 */
export const injectableConventions = [
  'null-counted',
  'empty-counted',
  'unlabelled-ignored',
  'fuzzy-threshold-0.6',
  'fuzzy-threshold-0.9',
  'case-folded',
  'white-space-kept',
  'white-space-dropped',
  'number-formats-ignored',
  'currency-codes-ignored',
  'rows-by-index',
  'micro-averaged',
  'macro-averaged',
  'split-types-ignored',
  'excluded-included',
  'failures-counted',
  'label-edited',
  'document-missing',
] as const;
export type InjectableConvention = (typeof injectableConventions)[number];

/**
 * Request of `POST /local/batch_processor_runs`, an extension of the local service. Other deployments create batches in
 * the dashboard.
 */
export const batchProcessorRunCreateRequestSchema = z
  .object({
    processorId: z.string().min(1),
    version: z.string().min(1).optional(),
    /** Evaluation set to run. The batch then has the source `EVAL_SET`. */
    evaluationSetId: z.string().min(1).optional(),
    /**
     * Files to run, with or without expected outputs. If this member is set, the default of `source` is `PLAYGROUND`.
     */
    items: z
      .array(z.object({ fileId: z.string().min(1), expectedOutput: expectedOutputSchema.optional() }))
      .min(1)
      .max(10_000)
      .optional(),
    source: z.enum(['PLAYGROUND', 'STUDIO']).optional(),
    priority: prioritySchema.optional(),
    options: z
      .object({
        fuzzyMatchFields: z.array(z.string().min(1)).max(1000).optional(),
        excludeFields: z.array(z.string().min(1)).max(1000).optional(),
        clearPreProcessingCache: z.boolean().optional(),
        /**
         * Unusual counting rules to use for the metrics. The service returns them only at
         * `/local/batch_processor_runs/{id}/altered_documents`.
         */
        injectedConventions: z
          .array(z.enum(injectableConventions))
          .max(injectableConventions.length)
          .optional(),
      })
      .optional(),
  })
  .refine((body) => (body.evaluationSetId === undefined) !== (body.items === undefined), {
    path: ['evaluationSetId'],
    message: 'exactly one of "evaluationSetId" and "items" is required',
  })
  .refine((body) => body.source === undefined || body.items !== undefined, {
    path: ['source'],
    message: 'allowed only with "items", because the source of an evaluation set is EVAL_SET',
  });
export type BatchProcessorRunCreateRequest = z.infer<typeof batchProcessorRunCreateRequestSchema>;
