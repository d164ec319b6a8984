import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';

export const measurementSchema = z
  .strictObject({
    metric: z.string(),
    scope: z.string().describe('overall, field:NAME, class:NAME, tag:NAME=VALUE'),
    value: z.number().nullable().describe('shares and differences of shares are from 0 to 1'),
    numerator: z.number().optional(),
    denominator: z.number().optional(),
    n: z.number().describe('number of documents with a value'),
    unscored: z.number().describe('number of documents without a value'),
    unit: z.enum(['share', 'count', 'ms', 'credits', 'points', 'pages', 'score']),
    interval: z
      .strictObject({ low: z.number(), high: z.number(), confidence: z.number(), method: z.string() })
      .optional(),
    undefinedBecause: z.string().optional(),
  })
  .meta({ id: 'Measurement' });

export const comparisonSchema = z
  .strictObject({
    metric: z.string(),
    scope: z.string(),
    baseline: measurementSchema,
    candidate: measurementSchema,
    difference: measurementSchema.describe('candidate minus baseline on the same documents'),
    verdict: z.enum(['improved', 'regressed', 'equivalent', 'inconclusive']),
    p: z.number().nullable(),
    adjustedP: z.number().nullable().describe('corrected for the number of questions'),
    leastP: z
      .number()
      .nullable()
      .optional()
      .describe('smallest p that this many discordant documents can give'),
    detectable: z.number().nullable().describe('minimum detectable difference'),
  })
  .meta({ id: 'PairedComparison' });

const changeSchema = z
  .strictObject({
    itemId: z.string(),
    path: z.string().describe('the leaf, class or packet that changed'),
    expected: z.string(),
    baseline: z.string(),
    candidate: z.string(),
  })
  .meta({ id: 'ChangedDocument' });

/** Result of `goldset compare --json`. */
export const compareResultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  title: z.string(),
  kind: processorKindSchema,
  documents: z.number().describe('number of common documents'),
  baseline: z.strictObject({ name: z.string(), version: z.string(), configHash: z.string() }),
  candidate: z.strictObject({ name: z.string(), version: z.string(), configHash: z.string() }),
  recommendation: z.enum(['publish', 'do-not-publish', 'not-enough-evidence', 'no-comparison', 'incomplete']),
  sentence: z.string(),
  reasons: z.array(z.string()).describe('the rule, then its findings'),
  settles: z
    .strictObject({ documents: z.number(), more: z.number() })
    .nullable()
    .describe('number of documents that would decide an open question'),
  changed: z
    .strictObject({ newErrors: z.number(), fixed: z.number(), changedWrong: z.number(), same: z.number() })
    .describe('documents by kind of change, over all; the lists have those of at most 1,000 shown documents'),
  newErrors: z.array(changeSchema),
  fixed: z.array(changeSchema),
  changedWrong: z.array(changeSchema),
  headline: z.array(comparisonSchema),
  fields: z.array(comparisonSchema),
  classes: z.array(comparisonSchema),
  slices: z.array(
    z.strictObject({
      tag: z.string(),
      value: z.string(),
      documents: z.number(),
      comparison: comparisonSchema,
    }),
  ),
  speed: z.array(
    z.strictObject({
      label: z.string(),
      baseline: measurementSchema,
      candidate: measurementSchema,
      difference: measurementSchema,
      better: z.enum(['lower', 'none']),
    }),
  ),
  configDifference: z.array(z.string()),
  notComparable: z.array(
    z.strictObject({
      part: z.enum(['field', 'class']),
      field: z.string().describe('the name of the field or class'),
      change: z.enum(['added', 'removed', 'renamed', 'retyped']),
      to: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  restrictions: z
    .array(z.string())
    .describe('restrictions of the comparison, such as those of --common-items'),
  scorerFingerprint: z.string(),
  report: z.string().nullable().describe('first file of the report; null without --out'),
});
export type CompareResult = z.infer<typeof compareResultSchema>;
