import { z } from 'zod';
import { metrics } from '../score/metrics.ts';

const metricSchema = z.enum(metrics.map(({ name }) => name)).describe('name of a metric (docs/metrics.md)');

const share = z.number().min(0).max(1);

const slice = {
  where: z
    .record(z.string(), z.union([z.string(), z.array(z.string()).min(1)]))
    .optional()
    .describe('only documents with these tags: a value, several, or "*" for any'),
  by: z.string().min(1).optional().describe('one check for every value of this tag'),
};

const scope = {
  field: z.string().min(1).optional().describe('a field, or a glob over fields; one check for each'),
  class: z.string().min(1).optional().describe('a class, or "*" for each of them'),
};

const oneScope = (rule: { field?: string | undefined; class?: string | undefined }) =>
  rule.field === undefined || rule.class === undefined;

export const limitRuleSchema = z
  .strictObject({
    metric: metricSchema,
    ...scope,
    min: share.optional().describe('least value, a share: .95 is 95 %'),
    max: share.optional().describe('largest value, a share'),
    on: z
      .enum(['value', 'interval'])
      .optional()
      .describe('value: the figure itself; interval: the whole interval must keep to the bound'),
    ...slice,
  })
  .refine((rule) => rule.min !== undefined || rule.max !== undefined, 'min or max')
  .refine(oneScope, 'field or class, not both');
export type LimitRule = z.infer<typeof limitRuleSchema>;

export const regressionRuleSchema = z
  .strictObject({
    metric: metricSchema,
    ...scope,
    margin: share.describe('largest loss that is accepted, a share: .02 is two points'),
    confidence: z.number().gt(0.5).lt(1).optional().describe('of this rule; else that of the policy'),
    ...slice,
  })
  .refine(oneScope, 'field or class, not both');
export type RegressionRule = z.infer<typeof regressionRuleSchema>;

export const brokenRuleSchema = z.strictObject({
  max: z.int().min(0).describe('documents that may break'),
  field: z.string().min(1).optional().describe('only breaks of these fields (glob)'),
  ...slice,
});
export type BrokenRule = z.infer<typeof brokenRuleSchema>;

const boundSchema = z
  .strictObject({
    max: z.number().min(0).optional().describe('largest value'),
    maxIncrease: z.number().min(0).optional().describe('largest increase over the baseline, a share'),
  })
  .refine((bound) => bound.max !== undefined || bound.maxIncrease !== undefined, 'max or maxIncrease');

/** What a team asks of a version before it goes on; docs/gate.md tells it with examples. */
export const gatePolicySchema = z.strictObject({
  confidence: z.number().gt(0.5).lt(1).optional().describe('of all intervals; else statistics.confidence'),
  minDocuments: z.int().min(1).optional().describe('with fewer documents a rate cannot be told'),
  failures: z
    .strictObject({ max: share.describe('a share: .02 is two of a hundred') })
    .optional()
    .describe('share of item runs that may end without an output; 0 where nothing is said'),
  allowMissing: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'fields or classes of the baseline, and fields of the gold, that the candidate need not have, by name',
    ),
  limits: z.array(limitRuleSchema).optional().describe('bounds on rates'),
  regressions: z.array(regressionRuleSchema).optional().describe('losses against the baseline'),
  broken: z.array(brokenRuleSchema).optional().describe('documents that were right and are wrong now'),
  latency: z
    .strictObject({
      p50: boundSchema.optional().describe('the median'),
      p90: boundSchema.optional().describe('90th percentile'),
      p95: boundSchema.optional().describe('95th percentile'),
      p99: boundSchema.optional().describe('99th percentile'),
    })
    .optional()
    .describe('milliseconds of a run'),
  cost: z
    .strictObject({
      perDocument: boundSchema.optional().describe('credits, mean over documents'),
      total: boundSchema.optional().describe('credits of all documents'),
    })
    .optional()
    .describe('credits'),
});
/** Bounds, margins and counts that a version must keep to; docs/gate.md tells each with an example. */
export type GatePolicy = z.infer<typeof gatePolicySchema>;

export type LatencyQuantile = 'p50' | 'p90' | 'p95' | 'p99';

/** One rule of a policy. */
export type GateRule =
  | ({ readonly kind: 'limit' } & LimitRule)
  | ({ readonly kind: 'regression' } & RegressionRule)
  | ({ readonly kind: 'broken' } & BrokenRule)
  | {
      readonly kind: 'resource';
      readonly resource: LatencyQuantile | 'perDocument' | 'total';
      readonly max?: number | undefined;
      readonly maxIncrease?: number | undefined;
    };

/** The rules of a policy in the order in which they are checked and reported. */
export function policyRules(policy: GatePolicy): GateRule[] {
  const { limits = [], regressions = [], broken = [], latency = {}, cost = {} } = policy;
  const resources = ['p50', 'p90', 'p95', 'p99', 'perDocument', 'total'] as const;
  const bounds = { ...latency, ...cost };
  return [
    ...limits.map((rule) => ({ kind: 'limit' as const, ...rule })),
    ...regressions.map((rule) => ({ kind: 'regression' as const, ...rule })),
    ...broken.map((rule) => ({ kind: 'broken' as const, ...rule })),
    ...resources.flatMap((resource) => {
      const bound = bounds[resource];
      return bound === undefined ? [] : [{ kind: 'resource' as const, resource, ...bound }];
    }),
  ];
}

/** The tags that the rules of a policy name. */
export function policyTags(policy: GatePolicy | undefined): ReadonlySet<string> {
  if (policy === undefined) return new Set();
  return new Set(
    policyRules(policy).flatMap((rule) =>
      rule.kind === 'resource'
        ? []
        : [...Object.keys(rule.where ?? {}), ...(rule.by === undefined ? [] : [rule.by])],
    ),
  );
}
