import { z } from 'zod';
import { customComparatorSchema } from './custom-comparator.ts';
import { gatePolicySchema } from './gate-policy.ts';
import { presencePolicySchema } from './presence-policy.ts';

/** `goldset.config.ts`: everything a team decides once. Precedence: flag > environment > file > default. */
export const configSchema = z.strictObject({
  /** Address of the service; without it a local one is started for the run. */
  target: z
    .strictObject({
      baseUrl: z.url().describe('address of the service'),
      apiVersion: z.string().optional().describe('value of the version header, yyyy-mm-dd'),
    })
    .optional(),
  /** The maker's words in a branded deployment. */
  dialect: z
    .strictObject({
      header: z.string().default('Service-Api-Version'),
      schemaPrefix: z.string().default('service'),
    })
    .optional(),
  /** Which comparator judges which fields (globs over dotted names); the last that fits decides. */
  comparators: z
    .array(
      z.strictObject({
        field: z.string(),
        /** A name, or a function of this file: its name and a hash of its source enter the fingerprint. */
        comparator: z.union([z.string(), customComparatorSchema]),
        options: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  /** Fields left out of scoring (globs). */
  exclude: z.array(z.string()).optional(),
  /** How rows of arrays are paired; `optimal` where nothing is said. */
  alignment: z
    .array(
      z.strictObject({
        field: z.string(),
        method: z.union([z.enum(['optimal', 'index']), z.strictObject({ key: z.array(z.string()).min(1) })]),
      }),
    )
    .optional(),
  /** Wins over what the dataset states. */
  presence: presencePolicySchema.optional(),
  failures: z.enum(['missing', 'exclude']).optional(),
  statistics: z
    .strictObject({
      /** A share: .01 is one point. */
      margin: z.number().min(0).max(1).optional(),
      confidence: z.number().gt(0.5).lt(1).optional(),
      seed: z.string().optional(),
      replicates: z.int().min(100).max(1_000_000).optional(),
      /** How intervals are formed: by formula, or from a bootstrap over documents. */
      interval: z.enum(['analytic', 'percentile', 'expanded', 'bca']).optional(),
      /** A tag whose values are the units: documents of one vendor, say, fail together. */
      clusterBy: z.string().min(1).optional(),
    })
    .optional(),
  run: z
    .strictObject({
      concurrency: z.int().min(1).max(1000).optional(),
      deadlineSeconds: z.number().positive().optional(),
      repeats: z.int().min(1).max(100).optional(),
      /** Share of item runs that may fail before `goldset run` exits with 3. */
      acceptFailures: z.number().min(0).max(1).optional(),
    })
    .optional(),
  /** What `goldset gate` asks of a version (docs/gate.md). */
  gate: gatePolicySchema.optional(),
  /** Folder of the blessed baselines, beside this file; `baselines` where nothing is said. */
  baselines: z.string().min(1).optional(),
});
/** What `goldset.config.ts` may say. */
export type GoldsetConfig = z.infer<typeof configSchema>;
