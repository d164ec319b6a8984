import { z } from 'zod';

const rate = z.number().min(0).max(1);
const milliseconds = z.number().min(0).max(600_000);

const latencySchema = z.discriminatedUnion('distribution', [
  z.object({ distribution: z.literal('fixed'), ms: milliseconds }),
  z.object({ distribution: z.literal('uniform'), fromMs: milliseconds, toMs: milliseconds }),
  z.object({ distribution: z.literal('exponential'), meanMs: milliseconds }),
  z.object({
    distribution: z.literal('lognormal'),
    medianMs: milliseconds,
    sigma: z.number().min(0).max(5),
  }),
]);
export type Latency = z.infer<typeof latencySchema>;

/**
 * Faults that the local service injects into its responses, to test clients. The same seed and the same sequence of
 * requests give the same faults. Only the local service supports this.
 */
export const faultPlanSchema = z.object({
  seed: z.union([z.string().max(200), z.int()]).optional(),
  /**
   * Limits the faults to paths that start with this text after `/v1`, such as `/processor_runs`. If `pathPrefix` is not
   * set, the faults apply to every path.
   */
  pathPrefix: z.string().startsWith('/').max(200).optional(),
  latency: latencySchema.optional(),
  /**
   * Bursts of 429. `rate` is the probability that a burst starts; `burst` is the number of consecutive requests in a
   * burst.
   */
  tooManyRequests: z
    .object({
      rate,
      burst: z.int().min(1).max(10_000).optional(),
      retryAfterSeconds: z.int().min(0).max(3600).optional(),
    })
    .optional(),
  /** Probability that a request is not executed and gets HTTP 500. */
  serverErrorRate: rate.optional(),
  /** Probability that a request is executed but gets HTTP 500, so that the client does not learn the new id. */
  lateServerErrorRate: rate.optional(),
  /** Probability that the connection closes before the service executes the request. */
  dropBeforeRate: rate.optional(),
  /** Probability that the connection closes after the service executed the request, and before it responds. */
  dropAfterRate: rate.optional(),
  /** Probability that the connection closes in the middle of the response body. */
  truncateRate: rate.optional(),
  /** Probability that the response body has the announced length but is not valid JSON. */
  malformRate: rate.optional(),
  /** Time that a cancelled workflow run stays in `CANCELLING`. Default: 0. */
  cancellingMs: milliseconds.optional(),
  webhooks: z
    .object({
      duplicateRate: rate.optional(),
      lateRate: rate.optional(),
      lateMs: milliseconds.optional(),
    })
    .optional(),
});
export type FaultPlan = z.infer<typeof faultPlanSchema>;

/** An injected fault, as the service reports it to tests. */
export interface InjectedFault {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly fault:
    | 'latency'
    | 'tooManyRequests'
    | 'serverError'
    | 'dropBefore'
    | 'lateServerError'
    | 'dropAfter'
    | 'truncate'
    | 'malform';
  /** Delay in milliseconds, for `latency`. */
  readonly ms?: number;
  /** Ids of the objects in the response, if the client did not receive the response because of the fault. */
  readonly objectIds?: readonly string[];
}

/**
 * Limits per token, and the credits that all tokens share. `null` means no limit. Only the local service supports this.
 */
export const serviceLimitsSchema = z.object({
  requestsPerSecond: z.number().positive().max(1_000_000).nullish(),
  /** Number of requests that a token may send at once after a pause. Default: `requestsPerSecond`, rounded up. */
  requestBurst: z.int().min(1).max(1_000_000).nullish(),
  /** Number of runs per minute for each token. Parser runs count too. */
  runsPerMinute: z.number().positive().max(1_000_000).nullish(),
  /** Remaining credits. At 0 the service rejects new runs. */
  credits: z.number().min(0).max(1e12).nullish(),
});
export type ServiceLimits = z.infer<typeof serviceLimitsSchema>;
