import { z } from 'zod';

/** What "there is no value" means (docs/metrics.md#presence); a dataset or a configuration may state either half. */
export const presencePolicySchema = z.strictObject({
  emptiness: z.enum(['service', 'strict']).optional(),
  unlabelled: z.enum(['absent', 'ignore']).optional(),
});
/** Either half of the presence policy; what is left out is decided elsewhere. */
export type PresencePolicy = z.infer<typeof presencePolicySchema>;
