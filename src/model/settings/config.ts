import { z } from 'zod';
import { loaderSchema } from '../dataset/loader.ts';
import { gatePolicySchema } from '../gate/gate-policy.ts';
import { presencePolicySchema } from '../processor/presence-policy.ts';
import { customComparatorSchema } from '../score/custom-comparator.ts';

/** `goldset.config.ts`: everything a team decides once. Precedence: flag > environment > file > default. */
export const configSchema = z.strictObject({
  target: z
    .strictObject({
      baseUrl: z.url().describe('address of the service'),
      apiVersion: z.string().optional().describe('value of the version header, yyyy-mm-dd'),
    })
    .optional()
    .describe('the service; without it a local one is started for the run'),
  dialect: z
    .strictObject({
      header: z.string().default('Service-Api-Version').describe('name of the version header'),
    })
    .optional()
    .describe('words of a branded deployment'),
  comparators: z
    .array(
      z.strictObject({
        field: z.string().describe('a field, or a glob over dotted names'),
        comparator: z
          .union([z.string(), customComparatorSchema])
          .describe(
            'a name, or a function of this file; its name and a hash of its source enter the fingerprint',
          ),
        options: z.record(z.string(), z.unknown()).optional().describe('of the comparator: threshold, ...'),
      }),
    )
    .optional()
    .describe('which comparator judges which fields; the last that fits decides'),
  loaders: z
    .array(loaderSchema)
    .optional()
    .describe('loaders for other dataset formats, each from `defineLoader` (docs/library.md)'),
  exclude: z.array(z.string()).optional().describe('fields left out of scoring (globs)'),
  alignment: z
    .array(
      z.strictObject({
        field: z.string().describe('an array, or a glob'),
        method: z
          .union([z.enum(['optimal', 'index']), z.strictObject({ key: z.array(z.string()).min(1) })])
          .describe('optimal, index, or the fields that are the key of a row'),
      }),
    )
    .optional()
    .describe('how rows of arrays are paired; optimal where nothing is said'),
  presence: presencePolicySchema
    .optional()
    .describe('what "there is no value" means; wins over what the dataset states'),
  failures: z
    .enum(['missing', 'exclude'])
    .optional()
    .describe('an item without an output counts as all missing (the default), or is left out'),
  statistics: z
    .strictObject({
      margin: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('differences up to this are of no importance; a share, .01 (the default) is one point'),
      confidence: z.number().gt(0.5).lt(1).optional().describe('of intervals; .95'),
      seed: z.string().optional().describe('of every random draw; "goldset"'),
      replicates: z
        .int()
        .min(100)
        .max(1_000_000)
        .optional()
        .describe('of a bootstrap or a permutation; 2000'),
      interval: z
        .enum(['analytic', 'percentile', 'expanded', 'bca'])
        .optional()
        .describe('how intervals are formed: by formula (the default), or from a bootstrap over documents'),
      clusterBy: z
        .string()
        .min(1)
        .optional()
        .describe('a tag whose values are the units: documents of one vendor, say, fail together'),
    })
    .optional()
    .describe('how figures are compared'),
  run: z
    .strictObject({
      concurrency: z.int().min(1).max(1000).optional().describe('most runs in flight at once'),
      deadlineSeconds: z.number().positive().optional().describe('longest time an item may take; 900'),
      repeats: z.int().min(1).max(100).optional().describe('runs an item and version; 1'),
      maxFailureRate: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('share of item runs that may fail before goldset run exits with 3; 0'),
    })
    .optional()
    .describe('how a run is driven'),
  gate: gatePolicySchema.optional().describe('what goldset gate asks of a version (docs/gate.md)'),
  baselines: z
    .string()
    .min(1)
    .optional()
    .describe('folder of the named baselines, relative to this file (default "baselines")'),
});
/** What `goldset.config.ts` may say. */
export type GoldsetConfig = z.infer<typeof configSchema>;
