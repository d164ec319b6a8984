import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';

const statusSchema = z.enum(['pass', 'fail', 'inconclusive']);

const versionSchema = z.object({
  name: z.string().describe('requested version: draft, latest or 1.0'),
  resolved: z.string().describe('published number, or draft'),
  configHash: z.string(),
});

const baselineSchema = z.discriminatedUnion('state', [
  versionSchema.extend({ state: z.literal('usable') }),
  z.object({ state: z.literal('none'), reason: z.string() }),
  z.object({
    state: z.literal('refused').describe('other items, gold, schema or scorer, or incomplete'),
    name: z.string(),
    reason: z.string(),
  }),
]);

const checkSchema = z.object({
  name: z.string().describe('the requirement; unique within the verdict'),
  status: statusSchema,
  value: z.number().nullable(),
  bound: z.number().nullable(),
  n: z.number().describe('number of documents behind the value'),
  reason: z.string(),
  rule: z
    .string()
    .optional()
    .describe(
      'complete, failures, non-zero-score, missing-fields, policy, limit, regression, new-errors, resource',
    ),
  unit: z.enum(['share', 'count', 'ms', 'credits', 'points', 'pages', 'score']).optional(),
  interval: z
    .object({ low: z.number(), high: z.number(), confidence: z.number(), method: z.string() })
    .optional(),
  leaves: z
    .array(
      z.object({
        itemId: z.string(),
        path: z.string(),
        expected: z.string(),
        baseline: z.string().nullable(),
        candidate: z.string(),
      }),
    )
    .readonly()
    .optional()
    .describe('the first wrong leaves behind the check'),
  documents: z.number().optional().describe('number of documents with such leaves'),
});

/**
 * Output of `goldset gate --json`: the verdict with the dataset and versions that it is about. It has no times, paths or
 * run ids, so that identical results under the same policy give identical output.
 */
export const gateOutcomeSchema = z.object({
  schemaVersion: z.literal(1),
  status: statusSchema,
  exitCode: z.union([z.literal(0), z.literal(1)]),
  sentence: z.string().describe('the verdict as one plain sentence'),
  dataset: z.object({ name: z.string(), checksum: z.string(), kind: processorKindSchema }).nullable(),
  processor: z.string().nullable(),
  candidate: versionSchema.nullable(),
  baseline: baselineSchema,
  items: z.number(),
  policyHash: z.string().describe('SHA-256 of the canonical policy'),
  scorerFingerprint: z.string().nullable(),
  checks: z.array(checkSchema).readonly(),
});
/** Output of `goldset gate --json`. */
export type GateOutcome = Readonly<z.infer<typeof gateOutcomeSchema>>;
