import { z } from 'zod';

/** What "there is no value" means (docs/metrics.md#presence); a dataset or a configuration may state either half. */
export const presencePolicySchema = z.strictObject({
  emptiness: z
    .enum(['service', 'strict'])
    .optional()
    .describe('null, empty and missing are alike (service), or they are not (strict)'),
  unlabelled: z
    .enum(['absent', 'ignore'])
    .optional()
    .describe('a key that the gold lacks means no value (absent), or is not scored (ignore)'),
});
/** Either half of the presence policy; what is left out is decided elsewhere. */
export type PresencePolicy = z.infer<typeof presencePolicySchema>;
