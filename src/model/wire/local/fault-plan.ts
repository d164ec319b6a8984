import { z } from 'zod';

const rate = z.number().min(0).max(1);
const milliseconds = z.number().min(0).max(600_000);

/** How long answers are held back, in milliseconds. */
export const latencySchema = z.discriminatedUnion('distribution', [
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
 * Faults that the local service puts into its own answers, so that clients can be tried against them. The same seed and
 * the same sequence of requests give the same faults. Ours, below `/local/`.
 */
export const faultPlanSchema = z.object({
  seed: z.union([z.string().max(200), z.int()]).optional(),
  /** Only paths that begin so (`/processor_runs`; the prefix `/v1` is not looked at); absent: all of the contract. */
  pathPrefix: z.string().startsWith('/').max(200).optional(),
  latency: latencySchema.optional(),
  /** At this rate a burst begins: so many requests in a row are answered with 429. */
  tooManyRequests: z
    .object({
      rate,
      burst: z.int().min(1).max(10_000).optional(),
      retryAfterSeconds: z.int().min(0).max(3600).optional(),
    })
    .optional(),
  /** 500 before anything is done. */
  serverErrorRate: rate.optional(),
  /** 500 after the work is done: the run exists, and its creator does not know. */
  lateServerErrorRate: rate.optional(),
  /** The connection is cut before anything is done. */
  dropBeforeRate: rate.optional(),
  /** The connection is cut after the work is done. */
  dropAfterRate: rate.optional(),
  /** The body ends in the middle, and the connection with it. */
  truncateRate: rate.optional(),
  /** The body is complete by its length and is not JSON. */
  malformRate: rate.optional(),
  /** How long a workflow run that was cancelled stays CANCELLING; else it is so for a moment only. */
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

/** A fault that happened, as the service tells it, so that tests know the truth. */
export interface InjectedFault {
  readonly at: string;
  readonly method: string;
  /** Without the query. */
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
  /** Of `latency`. */
  readonly ms?: number;
  /** What the request had made or read before its answer was spoiled. */
  readonly objectIds?: readonly string[];
}
