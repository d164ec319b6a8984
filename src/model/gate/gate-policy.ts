import { z } from 'zod';
import { strictObject } from '../processor/mismatch.ts';
import { chosenParts } from '../record/selection.ts';
import { metricNamed, metrics } from '../score/metrics.ts';

const metricSchema = z.enum(metrics.map(({ name }) => name)).describe('name of a metric (docs/metrics.md)');

/** Rejects a bound of 0, because every figure meets this bound. */
const lowerBound = z.number().gt(0, 'expected a share above 0, because a minimum of 0 cannot fail').max(1);
const upperBound = z.number().min(0).lt(1, 'expected a share below 1, because a bound of 1 cannot fail');

const slice = {
  where: z
    .record(z.string(), z.union([z.string(), z.array(z.string()).min(1)]))
    .optional()
    .describe('only documents with these tags: one value, several values, or "*" for any value'),
  by: z.string().min(1).optional().describe('one check per value of this tag'),
};

const scope = {
  field: z.string().min(1).optional().describe('a field, or a glob over fields; one check per field'),
  class: z.string().min(1).optional().describe('a class, or "*" for one check per class'),
};

const oneScope = (rule: { field?: string | undefined; class?: string | undefined }) =>
  rule.field === undefined || rule.class === undefined;

const limitRuleSchema = strictObject({
  metric: metricSchema,
  ...scope,
  min: lowerBound.optional().describe('smallest value as a share: .95 is 95 %'),
  max: upperBound.optional().describe('largest value as a share'),
  on: z
    .enum(['value', 'interval'])
    .optional()
    .describe(
      'value (default): the figure must meet the bound; interval: the whole confidence interval must meet the bound',
    ),
  ...slice,
})
  .refine((rule) => rule.min !== undefined || rule.max !== undefined, '"min" or "max"')
  .refine(oneScope, '"field" or "class", not both')
  .refine(({ min, on }) => on !== 'interval' || min !== 1, {
    path: ['min'],
    message: 'expected a share below 1 with "on": "interval", because no interval can meet a minimum of 1',
  })
  .refine(({ max, on }) => on !== 'interval' || max !== 0, {
    path: ['max'],
    message: 'expected a share above 0 with "on": "interval", because no interval can meet a maximum of 0',
  })
  .refine(({ min = 0, max = 1 }) => min <= max, {
    path: ['max'],
    message: 'expected "max" to be at least "min", because otherwise no figure is inside both bounds',
  });
export type LimitRule = z.infer<typeof limitRuleSchema>;

const regressionRuleSchema = strictObject({
  metric: metricSchema,
  ...scope,
  margin: upperBound.describe('largest accepted loss as a share: .02 is two points'),
  confidence: z
    .number()
    .gt(0.5)
    .lt(1)
    .optional()
    .describe('confidence level; default: the level of the policy'),
  ...slice,
}).refine(oneScope, '"field" or "class", not both');
export type RegressionRule = z.infer<typeof regressionRuleSchema>;

const newlyWrongRuleSchema = strictObject({
  max: z
    .int()
    .min(0)
    .describe(
      'largest number of documents that were fully right and have errors now, or that lost their result',
    ),
  ...slice,
});
export type NewlyWrongRule = z.infer<typeof newlyWrongRuleSchema>;

const newErrorsRuleSchema = strictObject({
  max: z
    .int()
    .min(0)
    .describe('largest number of documents with at least one value that was right and is wrong now'),
  field: z
    .string()
    .min(1)
    .optional()
    .describe('a field, or a glob over fields; counts only values of these fields'),
  ...slice,
});
export type NewErrorsRule = z.infer<typeof newErrorsRuleSchema>;

const boundSchema = strictObject({
  max: z.number().min(0).optional().describe('largest value'),
  maxIncrease: z
    .number()
    .min(0)
    .optional()
    .describe('largest increase over the baseline as a share: .1 is 10 %'),
}).refine((bound) => bound.max !== undefined || bound.maxIncrease !== undefined, '"max" or "maxIncrease"');

/** The requirements that a version must meet. See docs/gate.md for examples. */
export const gatePolicySchema = strictObject(
  {
    confidence: z
      .number()
      .gt(0.5)
      .lt(1)
      .optional()
      .describe('confidence level of all intervals; default: statistics.confidence'),
    primary: z
      .string()
      .min(1)
      .optional()
      .describe(
        'primary metric, field or class: its test gets half of the allowed probability of a false alarm; the run must have declared it (default: statistics.primary)',
      ),
    minDocuments: z
      .int()
      .min(1)
      .optional()
      .describe(
        'smallest number of documents; with fewer documents, checks of rates and differences are inconclusive',
      ),
    failures: strictObject({ max: upperBound.describe('largest share of failed item runs: .02 is 2 %') })
      .optional()
      .describe('share of item runs that may fail; default: 0'),
    allowMissing: z
      .array(z.string().min(1))
      .optional()
      .describe('fields or classes that the candidate may lack although the baseline or the gold has them'),
    allowParts: z
      .array(z.enum(chosenParts))
      .optional()
      .describe('accepts a run of a part of the dataset: `limit` permits --limit, and `only` permits --only'),
    limits: z.array(limitRuleSchema).optional().describe('limits on rates'),
    regressions: z.array(regressionRuleSchema).optional().describe('limits on losses against the baseline'),
    newlyWrong: z
      .array(newlyWrongRuleSchema)
      .optional()
      .describe(
        'limits on newly wrong documents. A document is newly wrong if it is fully right under the baseline and has errors under the candidate, or if it has lost its result',
      ),
    newErrors: z
      .array(newErrorsRuleSchema)
      .optional()
      .describe(
        'limits on documents with new errors: at least one value is right under the baseline and wrong under the candidate, whatever else changed',
      ),
    latency: strictObject({
      p50: boundSchema.optional().describe('the median'),
      p90: boundSchema.optional().describe('90th percentile'),
      p95: boundSchema.optional().describe('95th percentile'),
      p99: boundSchema.optional().describe('99th percentile'),
    })
      .optional()
      .describe('limits on the duration of an item run, in milliseconds'),
    cost: strictObject({
      perDocument: boundSchema.optional().describe('mean credits per document'),
      total: boundSchema.optional().describe('total credits of all documents'),
    })
      .optional()
      .describe('limits on the cost, in credits'),
  },
  { broken: 'newlyWrong or newErrors', broke: 'newlyWrong or newErrors' },
);
/** A gate policy: the bounds, margins and counts that a version must meet. */
export type GatePolicy = z.infer<typeof gatePolicySchema>;

const resources = ['p50', 'p90', 'p95', 'p99', 'perDocument', 'total'] as const;

export type ResourceRule = z.infer<typeof boundSchema> & {
  readonly kind: 'resource';
  readonly resource: (typeof resources)[number];
};

export type GateRule =
  | ({ readonly kind: 'limit' } & LimitRule)
  | ({ readonly kind: 'regression' } & RegressionRule)
  | ({ readonly kind: 'newlyWrong' } & NewlyWrongRule)
  | ({ readonly kind: 'newErrors' } & NewErrorsRule)
  | ResourceRule;

/** Returns the rules of a policy in the order in which they are checked and reported. */
export function policyRules(policy: GatePolicy): GateRule[] {
  const { limits = [], regressions = [], newlyWrong = [], newErrors = [], latency = {}, cost = {} } = policy;
  const bounds = { ...latency, ...cost };
  return [
    ...limits.map((rule) => ({ kind: 'limit' as const, ...rule })),
    ...regressions.map((rule) => ({ kind: 'regression' as const, ...rule })),
    ...newlyWrong.map((rule) => ({ kind: 'newlyWrong' as const, ...rule })),
    ...newErrors.map((rule) => ({ kind: 'newErrors' as const, ...rule })),
    ...resources.flatMap((resource) => {
      const bound = bounds[resource];
      return bound === undefined ? [] : [{ kind: 'resource' as const, resource, ...bound }];
    }),
  ];
}

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

/** Returns whether a rule of the policy measures citations. goldset then reads the cited pages of the documents. */
export function usesCitations(policy: GatePolicy | undefined): boolean {
  if (policy === undefined) return false;
  return policyRules(policy).some(
    (rule) =>
      (rule.kind === 'limit' || rule.kind === 'regression') &&
      metricNamed(rule.metric).ofCitations !== undefined,
  );
}
