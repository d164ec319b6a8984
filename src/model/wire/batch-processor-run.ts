import { z } from 'zod';
import { expectedOutputSchema } from './evaluation-set-item.ts';
import { prioritySchema } from './processor-run.ts';

/** Metrics of one field; nested objects carry their own `fieldMetrics`. Shares are 0 to 100 or 0 to 1: not published. */
export interface FieldMetrics {
  readonly meanConfidence?: number | null;
  readonly recallPerc?: number | null;
  readonly precisionPerc?: number | null;
  readonly fieldMetrics?: Readonly<Record<string, FieldMetrics>> | null;
  readonly [member: string]: unknown;
}

export const fieldMetricsSchema: z.ZodType<FieldMetrics> = z.lazy(() =>
  z.looseObject({
    meanConfidence: z.number().nullish(),
    recallPerc: z.number().nullish(),
    precisionPerc: z.number().nullish(),
    fieldMetrics: z.record(z.string(), fieldMetricsSchema).nullish(),
  }),
);

const counts = z.record(z.string(), z.number());

/** The members of all three kinds; which are there depends on `type`. */
export const batchMetricsSchema = z.looseObject({
  type: z.string().optional(),
  numFiles: z.number().nullish(),
  numPages: z.number().nullish(),
  meanRunTimeMs: z.number().nullish(),
  // EXTRACT
  fieldMetrics: z.record(z.string(), fieldMetricsSchema).nullish(),
  arrayCardinalityMetrics: counts.nullish(),
  // CLASSIFY
  accuracyPerc: z.number().nullish(),
  meanConfidence: z.number().nullish(),
  distribution: counts.nullish(),
  accuracyPercByClassification: counts.nullish(),
  confusionMatrix: z.record(z.string(), counts).nullish(),
  // SPLITTER
  precisionPerc: z.number().nullish(),
  recallPerc: z.number().nullish(),
  numExpectedDocs: z.number().nullish(),
  numPredictedDocs: z.number().nullish(),
  numCorrectDocs: z.number().nullish(),
});
export type BatchMetrics = z.infer<typeof batchMetricsSchema>;

export const batchProcessorRunStatuses = ['PENDING', 'PROCESSING', 'PROCESSED', 'FAILED'] as const;
export const batchProcessorRunSources = ['EVAL_SET', 'PLAYGROUND', 'STUDIO'] as const;

export const batchProcessorRunSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
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
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type BatchProcessorRun = z.infer<typeof batchProcessorRunSchema>;

export const batchProcessorRunResponseSchema = z.looseObject({
  success: z.boolean(),
  batchProcessorRun: batchProcessorRunSchema,
});

/**
 * Other ways of counting that the service can be asked to use for one batch, so that a reconciliation has differences
 * of known cause to find. What each does stands in docs/service.md.
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

/** Ours, at `POST /local/batch_processor_runs`: the contract creates them in the dashboard. */
export const batchProcessorRunCreateRequestSchema = z
  .object({
    processorId: z.string().min(1),
    version: z.string().min(1).optional(),
    /** Runs over all items of the set (source `EVAL_SET`). */
    evaluationSetId: z.string().min(1).optional(),
    /** Runs over these files (source `PLAYGROUND`, or `STUDIO` where that is named); with or without expectations. */
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
        /** Kept off the contract's answers, and told at `/local/batch_processor_runs/{id}/altered_documents`. */
        injectedConventions: z
          .array(z.enum(injectableConventions))
          .max(injectableConventions.length)
          .optional(),
      })
      .optional(),
  })
  .refine((body) => (body.evaluationSetId === undefined) !== (body.items === undefined), {
    path: ['evaluationSetId'],
    message: 'exactly one of evaluationSetId and items is required',
  })
  .refine((body) => body.source === undefined || body.items !== undefined, {
    path: ['source'],
    message: 'only with items; a run over an evaluation set has the source EVAL_SET',
  });
export type BatchProcessorRunCreateRequest = z.infer<typeof batchProcessorRunCreateRequestSchema>;
