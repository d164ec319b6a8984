import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';

const statusSchema = z.enum(['pass', 'fail', 'inconclusive']);

const versionSchema = z.object({
  name: z.string().describe('the word that was asked for: draft, latest, 1.0'),
  resolved: z.string().describe('a published number, or draft'),
  configHash: z.string(),
});

const baselineSchema = z.discriminatedUnion('state', [
  versionSchema.extend({ state: z.literal('usable') }),
  z.object({ state: z.literal('none'), reason: z.string() }),
  z.object({
    state: z.literal('refused').describe('of other items, gold, schema or scorers, or not complete'),
    name: z.string(),
    reason: z.string(),
  }),
]);

const checkSchema = z.object({
  name: z.string().describe('what is asked; unique within the verdict'),
  status: statusSchema,
  value: z.number().nullable(),
  bound: z.number().nullable(),
  n: z.number().describe('documents that the value is of'),
  reason: z.string(),
  rule: z
    .string()
    .optional()
    .describe('complete, failures, anything-right, policy, limit, regression, broken, resource'),
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
    .describe('wrong leaves behind the check, the first few'),
  documents: z.number().optional().describe('documents with such leaves'),
});

/**
 * What `goldset gate --json` tells: the verdict, and what it is of. No times, paths or ids of runs, so that the same
 * results under the same policy give the same bytes.
 */
export const gateOutcomeSchema = z.object({
  schemaVersion: z.literal(1),
  status: statusSchema,
  exitCode: z.union([z.literal(0), z.literal(1)]),
  sentence: z.string().describe('plain text that stands alone'),
  dataset: z.object({ name: z.string(), checksum: z.string(), kind: processorKindSchema }).nullable(),
  processor: z.string().nullable(),
  candidate: versionSchema.nullable(),
  baseline: baselineSchema,
  items: z.number(),
  policyHash: z.string().describe('SHA-256 of the canonical policy'),
  scorerFingerprint: z.string().nullable(),
  checks: z.array(checkSchema).readonly(),
});
/** The verdict of a gate with its head: what `goldset gate --json` tells. */
export type GateOutcome = Readonly<z.infer<typeof gateOutcomeSchema>>;
