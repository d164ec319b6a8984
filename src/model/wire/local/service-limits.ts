import { z } from 'zod';

/** What the local service allows each token, and all of them together. Null: no limit. Ours, below `/local/`. */
export const serviceLimitsSchema = z.object({
  /** Requests a token and second, on average. */
  requestsPerSecond: z.number().positive().max(1_000_000).nullish(),
  /** Requests at once, after a pause; as many as a second's if absent. */
  requestBurst: z.int().min(1).max(1_000_000).nullish(),
  /** Runs a token and minute: one file through one operation, parse counted too. */
  runsPerMinute: z.number().positive().max(1_000_000).nullish(),
  /** Credits that are left; at 0 nothing more is run. */
  credits: z.number().min(0).max(1e12).nullish(),
});
export type ServiceLimits = z.infer<typeof serviceLimitsSchema>;
