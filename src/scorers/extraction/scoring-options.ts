import { z } from 'zod';
import { strictObject } from '../../model/processor/mismatch.ts';
import { customComparatorSchema } from '../../model/score/custom-comparator.ts';
import { type ScoringPolicies, scoringPolicies } from '../../model/score/scoring-policies.ts';
import {
  comparatorNames,
  comparatorOptionsSchema,
  createComparator,
  invalidSetting,
} from '../compare/comparators/create-comparator.ts';

export const comparatorRuleSchema = strictObject({
  field: z
    .string()
    .describe('a field, or a pattern such as `line_items.*`; the last rule that matches a field applies'),
  comparator: z
    .union([z.enum(comparatorNames), customComparatorSchema])
    .describe('name of a comparator, a function, or `{ name, version, compare }` with a function'),
  options: comparatorOptionsSchema.optional().describe('options of the comparator, for example threshold'),
});
export type ComparatorRule = Readonly<z.infer<typeof comparatorRuleSchema>>;

/**
 * Rule that sets the row alignment of an array, or of all arrays that match a pattern
 * (docs/metrics/extraction.md#rows).
 */
export const alignmentRuleSchema = strictObject({
  field: z.string().describe('an array, or a pattern; the last rule that matches an array applies'),
  method: z
    .union([z.enum(['optimal', 'index']), strictObject({ key: z.array(z.string()).min(1).readonly() })])
    .describe(
      'optimal: finds the pairing of rows with the most correct values; index: pairs rows by position; `{ key }`: pairs rows with equal values in the fields that `key` lists',
    ),
});
export type AlignmentRule = Readonly<z.infer<typeof alignmentRuleSchema>>;
export type AlignmentMethod = AlignmentRule['method'];

/** All settings that affect the score of an extraction. Every result contains their fingerprint. */
export interface ExtractionScoringOptions extends ScoringPolicies {
  readonly comparators: readonly ComparatorRule[];
  /** Patterns of fields to exclude, together with all fields below them. */
  readonly exclude: readonly string[];
  readonly alignment: readonly AlignmentRule[];
}

const optionsSchema = strictObject({
  emptiness: scoringPolicies.emptiness.default('service'),
  unlabelled: scoringPolicies.unlabelled.default('absent'),
  failures: scoringPolicies.failures.default('missing'),
  comparators: z.array(comparatorRuleSchema.readonly()).readonly().default([]),
  exclude: z.array(z.string()).readonly().default([]),
  alignment: z.array(alignmentRuleSchema.readonly()).readonly().default([]),
}).readonly();

/**
 * Default options: no rules, and the policies `service`, `absent` and `missing` (docs/metrics/extraction.md#presence).
 */
export const defaultScoringOptions: ExtractionScoringOptions = optionsSchema.parse({});

/** Returns a frozen copy with defaults for missing options. Throws USAGE for invalid options. */
export function completeOptions(options: Partial<ExtractionScoringOptions>): ExtractionScoringOptions {
  const { data, error } = optionsSchema.safeParse(options);
  if (error !== undefined) throw invalidSetting('scoring options', error, options);
  // Create each comparator once, so that invalid options are reported before the first document is scored.
  for (const rule of data.comparators) createComparator(rule.comparator, rule.options);
  return data;
}
