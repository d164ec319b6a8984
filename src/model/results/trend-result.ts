import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';
import { comparisonSchema, measurementSchema } from './compare-result.ts';

/** Result of `goldset trend --json`. */
export const trendResultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  dataset: z.string(),
  kind: processorKindSchema,
  points: z.array(
    z.strictObject({
      record: z.string(),
      recordId: z.string(),
      createdAt: z.string(),
      version: z.string(),
      configHash: z.string(),
      documents: z.number(),
      finished: z
        .boolean()
        .describe('false if the run has not ended; items that did not run count as missing'),
      headline: z.array(z.strictObject({ label: z.string(), value: measurementSchema })),
      parts: z
        .array(z.strictObject({ name: z.string(), f1: measurementSchema }))
        .describe('fields or classes'),
      change: z
        .strictObject({
          recommendation: z.enum([
            'publish',
            'do-not-publish',
            'not-enough-evidence',
            'no-comparison',
            'incomplete',
          ]),
          sentence: z.string(),
          headline: z.array(comparisonSchema),
          regressed: z.array(z.string()),
          improved: z.array(z.string()),
        })
        .nullable()
        .describe('difference from the previous record on the same items'),
      notCompared: z.string().nullable().describe('reason if there is no change'),
    }),
  ),
});
export type TrendResult = z.infer<typeof trendResultSchema>;
