import { z } from 'zod';
import { loaderSchema } from '../../model/dataset/loader.ts';
import { gatePolicySchema } from '../../model/gate/gate-policy.ts';
import { presencePolicySchema, scoringPolicies } from '../../model/score/scoring-policies.ts';
import { alignmentRuleSchema, comparatorRuleSchema } from '../../scorers/extraction/scoring-options.ts';

/** Schema of `goldset.config.ts`. Precedence: flag > environment > file > default. */
export const configSchema = z.strictObject({
  target: z
    .strictObject({
      baseUrl: z.url().describe('address of the service'),
      apiVersion: z.string().optional().describe('value of the version header, yyyy-mm-dd'),
    })
    .optional()
    .describe('the service (default: a local one for the run)'),
  dialect: z
    .strictObject({
      header: z.string().default('Service-Api-Version').describe('name of the version header'),
    })
    .optional()
    .describe('names of a branded deployment'),
  comparators: z.array(comparatorRuleSchema).optional().describe('comparators by field'),
  loaders: z
    .array(loaderSchema)
    .optional()
    .describe('loaders for other dataset formats, each from `defineLoader` (docs/library.md)'),
  exclude: z.array(z.string()).optional().describe('fields or globs to exclude from scoring'),
  alignment: z.array(alignmentRuleSchema).optional().describe('row alignment by array (default: optimal)'),
  presence: presencePolicySchema.optional().describe('meaning of absent values; overrides the dataset'),
  failures: scoringPolicies.failures.optional(),
  statistics: z
    .strictObject({
      margin: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('largest difference that counts as equivalent, as a share (default 0.01, one point)'),
      confidence: z
        .number()
        .gt(0.5)
        .lt(1)
        .optional()
        .describe('confidence level of intervals (default 0.95)'),
      seed: z.string().optional().describe('seed of all random numbers (default "goldset")'),
      replicates: z
        .int()
        .min(100)
        .max(1_000_000)
        .optional()
        .describe('number of bootstrap or permutation replicates (default 2000)'),
      interval: z
        .enum(['analytic', 'percentile', 'expanded', 'bca'])
        .optional()
        .describe('method of intervals: analytic (default), or a bootstrap over documents'),
      clusterBy: z
        .string()
        .min(1)
        .optional()
        .describe(
          'tag that defines clusters, for example the vendor; documents of one cluster are resampled together',
        ),
    })
    .optional()
    .describe('statistics of comparisons'),
  run: z
    .strictObject({
      concurrency: z.int().min(1).max(1000).optional().describe('maximum number of runs in flight'),
      deadlineSeconds: z
        .number()
        .positive()
        .optional()
        .describe('maximum time per item in seconds (default 900)'),
      repeats: z.int().min(1).max(100).optional().describe('runs per item and version (default 1)'),
      maxFailureRate: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('share of item runs that may fail before goldset run exits with 3 (default 0)'),
    })
    .optional()
    .describe('settings of a run'),
  gate: gatePolicySchema.optional().describe('gate policy (docs/gate.md)'),
  baselines: z
    .string()
    .min(1)
    .optional()
    .describe('folder of the named baselines, relative to this file (default "baselines")'),
});
/** Content of `goldset.config.ts`. */
export type GoldsetConfig = z.infer<typeof configSchema>;
