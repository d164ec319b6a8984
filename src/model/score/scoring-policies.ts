import { z } from 'zod';
import { strictObject } from '../processor/mismatch.ts';

/** Policies that can change the score of an extraction (docs/metrics/extraction.md#presence). */
export const scoringPolicies = {
  emptiness: z
    .enum(['service', 'strict'])
    .describe('service: null, empty and missing are equal; strict: they are different'),
  unlabelled: z
    .enum(['absent', 'ignore'])
    .describe(
      'what a missing key in the gold means. absent: the field has no value; ignore: the field is not scored',
    ),
  failures: z
    .enum(['missing', 'exclude'])
    .describe(
      'missing: all expected values of an item without an output count as missing (default); exclude: the item is not scored',
    ),
};
export type ScoringPolicies = {
  readonly [Name in keyof typeof scoringPolicies]: z.infer<(typeof scoringPolicies)[Name]>;
};

/** Settings for null, empty and missing values. A dataset or a configuration may contain any of these settings. */
export const presencePolicySchema = strictObject({
  emptiness: scoringPolicies.emptiness.optional(),
  unlabelled: scoringPolicies.unlabelled.optional(),
});
export type PresencePolicy = z.infer<typeof presencePolicySchema>;
