import { z } from 'zod';

/**
 * Settings for null, empty and missing values (docs/metrics.md#presence). A dataset or a configuration may set
 * one or both.
 */
export const presencePolicySchema = z.strictObject({
  emptiness: z
    .enum(['service', 'strict'])
    .optional()
    .describe('null, empty and missing are equal (service) or different (strict)'),
  unlabelled: z
    .enum(['absent', 'ignore'])
    .optional()
    .describe('a key that the gold lacks means no value (absent), or is not scored (ignore)'),
});
/** Presence policy. If a member is absent, other settings decide. */
export type PresencePolicy = z.infer<typeof presencePolicySchema>;
