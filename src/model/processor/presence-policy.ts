import { z } from 'zod';

/**
 * Meaning of "there is no value" (docs/metrics.md#presence); a dataset or a configuration may have either member.
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
/** Presence policy; other settings decide missing members. */
export type PresencePolicy = z.infer<typeof presencePolicySchema>;
