import { z } from 'zod';

/** Limits per token, and the credits that all tokens share. `null` means no limit. A local extension. */
export const serviceLimitsSchema = z.object({
  /** Mean number of requests per second and token. */
  requestsPerSecond: z.number().positive().max(1_000_000).nullish(),
  /** Number of requests that a token may send at once after a pause. Default: `requestsPerSecond`, rounded up. */
  requestBurst: z.int().min(1).max(1_000_000).nullish(),
  /** Number of runs per minute and token. Parser runs count too. */
  runsPerMinute: z.number().positive().max(1_000_000).nullish(),
  /** Remaining credits. At 0 the service rejects new runs. */
  credits: z.number().min(0).max(1e12).nullish(),
});
export type ServiceLimits = z.infer<typeof serviceLimitsSchema>;
