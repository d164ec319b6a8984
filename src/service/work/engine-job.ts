import { z } from 'zod';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { ViewOptions } from '../engines/engine.ts';
import type { Job, JobResult, PriceTable } from './job.ts';

/** Data that the workers of a queue need for all documents of a service. */
export const sharedEngineSchema = z.object({
  /** Address at which the workers reach the service. */
  baseUrl: z.string(),
  /** Engine and OCR of the service. A worker must have the same engine and the same OCR. */
  identity: z.object({ engine: z.string(), ocr: z.string() }),
  timeLimitMs: z.number(),
  memoryLimitMb: z.number(),
  prices: z.custom<PriceTable>(),
});
export type SharedEngine = z.infer<typeof sharedEngineSchema>;

const file = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  /**
   * Signed address of the document. The address expires after some time. A job never contains the document itself or a
   * token.
   */
  content: z.object({ url: z.string() }),
});

const engineWorkSchema = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('run'),
    file,
    config: z.custom<ProcessorConfig>(),
    wholeFile: z.boolean(),
  }),
  z.looseObject({ kind: z.literal('parse'), file, view: z.custom<ViewOptions>().optional() }),
  z.looseObject({ kind: z.literal('draw'), file, page: z.int(), width: z.number() }),
]) satisfies z.ZodType<Job>;

/** One document for a worker. */
export const engineJobSchema = z.object({
  /** Id of the task in the service. The worker writes this id to its log. */
  id: z.string(),
  work: engineWorkSchema,
});
export type EngineJob = z.infer<typeof engineJobSchema>;

/** Returns a result as JSON. The image of a page becomes base64. */
export function sentResult(result: JobResult): unknown {
  if (!result.ok || !('image' in result) || result.image === null) return result;
  return { ...result, image: Buffer.from(result.image).toString('base64') };
}

/** Returns the result that a worker sent with `sentResult`. */
export function receivedResult(value: unknown): JobResult {
  const result = value as JobResult | { readonly ok: true; readonly image: string };
  if (!result.ok || !('image' in result) || typeof result.image !== 'string') return result as JobResult;
  return { ok: true, image: Buffer.from(result.image, 'base64') };
}
