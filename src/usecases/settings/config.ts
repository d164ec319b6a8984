import { z } from 'zod';
import { loaderSchema } from '../../model/dataset/loader.ts';
import { gatePolicySchema } from '../../model/gate/gate-policy.ts';
import { strictObject } from '../../model/processor/mismatch.ts';
import { businessSchema } from '../../model/report/business-settings.ts';
import { presencePolicySchema, scoringPolicies } from '../../model/score/scoring-policies.ts';
import { alignmentRuleSchema, comparatorRuleSchema } from '../../scorers/extraction/scoring-options.ts';

const share = z.number().min(0).max(1);

/** Returns the schema of an optional member. docs/configuration.md shows the description. */
function optional<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema.optional().describe(description);
}

/** Schema of `goldset.config.ts`. Precedence: flag > environment > file > default. */
export const configSchema = strictObject({
  target: optional(
    strictObject({
      baseUrl: z.url().describe('address of the service'),
      apiVersion: optional(z.string(), 'value of the version header, yyyy-mm-dd'),
    }),
    'the service (default: a local one for the run)',
  ),
  dialect: optional(
    strictObject({
      header: z.string().default('Service-Api-Version').describe('name of the version header'),
    }),
    'names that differ between deployments of the service',
  ),
  comparators: optional(z.array(comparatorRuleSchema), 'comparators of fields (docs/metrics/comparators.md)'),
  loaders: optional(
    z.array(loaderSchema),
    'loaders for other dataset formats, made with `defineLoader` (docs/library.md)',
  ),
  exclude: optional(z.array(z.string()), 'fields or globs to exclude from scoring'),
  alignment: optional(z.array(alignmentRuleSchema), 'method of row alignment per array (default: optimal)'),
  presence: optional(presencePolicySchema, 'meaning of absent values; overrides `presence` of the dataset'),
  failures: scoringPolicies.failures.optional(),
  statistics: optional(
    strictObject({
      margin: optional(
        share.lt(1, 'expected a share below 1, because a difference is never larger'),
        'largest difference that counts as equivalent, as a share (default 0.01, which is one point)',
      ),
      confidence: optional(z.number().min(0.5).lt(1), 'confidence level of intervals (default 0.95)'),
      seed: optional(z.string(), 'seed of all random numbers (default "goldset")'),
      replicates: optional(z.int().min(100).max(1_000_000), 'number of bootstrap replicates (default 2000)'),
      flips: optional(
        z.int().min(1000).max(1_000_000),
        'number of sign patterns in the joint test of a comparison (docs/metrics/statistics.md); the observed signs are one of them (default 10000)',
      ),
      looks: optional(
        z.int().min(1).max(100),
        'number of comparisons that are planned on the dataset; the probability of a false alarm in each is at most (1 − `confidence`) / `looks` (default 1)',
      ),
      primary: optional(
        z.string().min(1),
        'primary metric, field or class: its test gets half of the allowed probability of a false alarm; declare it before the run',
      ),
      interval: optional(
        z.enum(['analytic', 'percentile', 'expanded', 'bca']),
        'method of intervals: analytic (default), or a bootstrap over documents',
      ),
      clusterBy: optional(
        z.string().min(1),
        'tag whose values define clusters, for example the vendor; a cluster counts as one observation',
      ),
      independent: optional(
        z.boolean(),
        'true: documents fail independently. Thresholds are then certified without a test for clusters (default false)',
      ),
    }),
    'statistics of comparisons',
  ),
  run: optional(
    strictObject({
      concurrency: optional(z.int().min(1).max(1000), 'maximum number of item runs at the same time'),
      rate: optional(
        z.number().positive(),
        'maximum number of runs to create per second (default: unlimited)',
      ),
      deadlineSeconds: optional(z.number().positive(), 'maximum time per item run in seconds (default 900)'),
      repeats: optional(z.int().min(1).max(100), 'runs of each item per version (default 1)'),
      maxFailureRate: optional(
        share,
        'share of item runs that may fail before goldset run exits with 3 (default 0)',
      ),
    }),
    'settings of a run',
  ),
  gate: optional(gatePolicySchema, 'gate policy (docs/gate.md)'),
  business: optional(businessSchema, 'assumptions for hours and money per month (docs/report.md)'),
  baselines: optional(
    z.string().min(1),
    'folder of the named baselines, relative to this file (default "baselines")',
  ),
});
/** Content of `goldset.config.ts`. */
export type GoldsetConfig = z.infer<typeof configSchema>;
