import { z } from 'zod';
import type { ErrorCode } from '../../base/error-catalogue.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { processorKindSchema } from '../../model/processor/processor-config.ts';
import { itemRunSchema, startedRunSchema } from '../../model/record/run-record.ts';
import { serviceIdentitySchema } from '../../model/record/service-identity.ts';

/** Data that all item runs of a run share. The data contain no token, because each worker has its own token. */
export const sharedRunSchema = z.object({
  dataset: z.string(),
  recordId: z.string(),
  recordIds: z.array(z.string()),
  target: z.object({ baseUrl: z.string(), apiVersion: z.string(), header: z.string().optional() }),
  processor: z.object({ id: z.string(), kind: processorKindSchema }),
  /** Maps a version number or `draft` to the id of the version. */
  versionIds: z.record(z.string(), z.string()),
  otherService: serviceIdentitySchema.optional(),
  deadlineMs: z.number(),
  waits: z.object({
    firstPauseMs: z.number(),
    maxOutageMs: z.number(),
    listMs: z.number(),
    settleMs: z.number(),
  }),
});
export type SharedRun = z.infer<typeof sharedRunSchema>;

/** One item run for a worker. It contains the file id or the address of the document, but never the content. */
export const itemJobSchema = z.object({
  itemId: z.string(),
  repeat: z.int(),
  version: z.object({ requested: z.string(), resolved: z.string(), versionId: z.string() }),
  file: z.union([
    z.object({ fileId: z.string(), fileName: z.string() }),
    z.object({ fileUrl: z.string(), fileName: z.string() }),
  ]),
  started: startedRunSchema.optional(),
  /** Number of attempts of the item run before this job. */
  attempts: z.int(),
});
export type ItemJob = z.infer<typeof itemJobSchema>;

/** A run that a worker has created on the service. The worker reports it before the run has a result. */
export const startedNoteSchema = z.object({
  started: startedRunSchema,
  /** Creation time by the clock of the service, in epoch milliseconds. */
  createdAt: z.number().nullable(),
});

const placeSchema = z.object({ itemId: z.string(), version: z.string(), repeat: z.int() });

/** The result of an item run, and what the worker has observed of the service since its last reply. */
export const itemReplySchema = z.object({
  result: z
    .object({
      row: itemRunSchema,
      isTransient: z.boolean(),
      doubtfulRunId: z.string().optional(),
      /** Time since the first error of a failed attempt, in milliseconds. */
      failedMsAgo: z.number(),
      operation: z.string().nullable(),
      started: startedRunSchema.optional(),
    })
    .optional(),
  /** An error that concerns the whole run. */
  error: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).optional(),
  /** Whether the service may no longer have the uploaded document. */
  isFileMissing: z.boolean(),
  learnt: z.object({
    /** Per operation: the age in milliseconds of the latest request that got a valid response. */
    worked: z.array(z.tuple([z.string(), z.number()])),
    unclear: z.array(z.string()),
    superseded: z.array(z.object({ place: placeSchema, runId: z.string() })),
    hasUntaggedRuns: z.boolean(),
    clockOffsetMs: z.number(),
    requests: z.object({ request: z.int(), retry: z.int(), 'rate-limited': z.int() }),
  }),
});
export type ItemReply = z.infer<typeof itemReplySchema>;

/** Converts an error to the member `error` of a reply. */
export function sentError(thrown: unknown): ItemReply['error'] {
  if (thrown instanceof GoldsetError) return { code: thrown.code, details: { ...thrown.details } };
  return { code: 'INVARIANT', details: { what: `an item run of a worker failed: ${messageOf(thrown)}` } };
}

export function receivedError({ code, details }: NonNullable<ItemReply['error']>): GoldsetError {
  return new GoldsetError(code as ErrorCode, details as GoldsetError['details']);
}
