import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';
import { fileInputSchema, namesFile, serviceFileSchema } from './file.ts';
import { listQuerySchema, objectMembers, pagedResponseSchema, responseSchema } from './list.ts';
import { configBodySchema, configResponseSchema } from './processor.ts';

const runStatusSchema = z.enum(['PENDING', 'PROCESSING', 'PROCESSED', 'FAILED', 'CANCELLED']);
export type ProcessorRunStatus = z.infer<typeof runStatusSchema>;
const terminalRunStatuses: readonly string[] = ['PROCESSED', 'FAILED', 'CANCELLED'];

/** Returns whether a run has ended. Unknown statuses count as unfinished. */
export function isTerminalRunStatus(status: string): boolean {
  return terminalRunStatuses.includes(status);
}

/** Known failure reasons. Other deployments may have more. */
export type RunFailureReason =
  | 'ABORTED'
  | 'INTERNAL_ERROR'
  | 'FAILED_TO_PROCESS_FILE'
  | 'INVALID_PROCESSOR'
  | 'INVALID_CONFIGURATION'
  | 'PARSING_ERROR'
  | 'PRE_PROCESSING_FAILURE'
  | 'POST_PROCESSING_FAILURE'
  | 'OUT_OF_CREDITS';

export const runSources = [
  'ADMIN',
  'BATCH_PROCESSOR_RUN',
  'PLAYGROUND',
  'WORKFLOW_CONFIGURATION',
  'WORKFLOW_RUN',
  'STUDIO',
  'API',
] as const;
export type RunSource = (typeof runSources)[number];

const runEditSchema = z.looseObject({
  originalValue: z.unknown(),
  editedValue: z.unknown(),
  fieldType: z.string().nullish(),
  notes: z.string().nullish(),
});

export const processorRunSchema = z.looseObject({
  ...objectMembers,
  status: z.string(),
  /** `null` or `{}` until the run is processed. `type` and `config` determine the shape of the output. */
  output: z.unknown().optional(),
  initialOutput: z.unknown().optional(),
  reviewedOutput: z.unknown().optional(),
  processorId: z.string().optional(),
  processorVersionId: z.string().nullish(),
  processorName: z.string().nullish(),
  type: z.string().optional(),
  config: configResponseSchema.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  failureReason: z.string().nullish(),
  failureMessage: z.string().nullish(),
  reviewed: z.boolean().nullish(),
  edited: z.boolean().nullish(),
  edits: z.record(z.string(), runEditSchema).nullish(),
  files: z.array(z.looseObject({ id: z.string().optional(), name: z.string().nullish() })).nullish(),
  mergedProcessors: z.array(z.unknown()).nullish(),
  usage: z.looseObject({ credits: z.number().nullish() }).nullish(),
  url: z.string().nullish(),
});
export type ProcessorRun = z.infer<typeof processorRunSchema>;

export const processorRunResponseSchema = responseSchema({ processorRun: processorRunSchema });

export const processorRunSummarySchema = z.looseObject({
  ...objectMembers,
  status: z.string(),
  processorId: z.string().optional(),
  processorName: z.string().nullish(),
  processorVersionId: z.string().nullish(),
  type: z.string().nullish(),
  /**
   * Metadata of the run, so that a client can find a new run in the list after a lost response. Only the local service
   * lists it.
   */
  metadata: z.record(z.string(), z.unknown()).nullish(),
  files: z.array(serviceFileSchema.partial()).nullish(),
});
export type ProcessorRunSummary = z.infer<typeof processorRunSummarySchema>;

export const processorRunListSchema = pagedResponseSchema({
  processorRuns: z.array(processorRunSummarySchema),
});

export const processorRunListQuerySchema = listQuerySchema.extend({
  status: runStatusSchema.optional(),
  processorId: z.string().optional(),
  processorType: processorKindSchema.optional(),
  sourceId: z.string().optional(),
  source: z.enum(runSources).optional(),
  fileNameContains: z.string().optional(),
});
export type ProcessorRunListQuery = z.infer<typeof processorRunListQuerySchema>;

/** Largest size of `metadata` as JSON, in bytes. */
export const metadataLimit = 10 * 1024;

export function metadataFits(metadata: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(metadata) ?? '').length <= metadataLimit;
}

const metadataError = `must be at most ${metadataLimit} bytes of JSON`;
export const metadataSchema = z.unknown().refine(metadataFits, metadataError);
export const metadataObjectSchema = z.record(z.string(), z.unknown()).refine(metadataFits, metadataError);

export const prioritySchema = z.int().min(1).max(100);

export const processorRunRequestSchema = z
  .object({
    processorId: z.string().min(1),
    file: fileInputSchema.optional(),
    rawText: z.string().optional(),
    version: z.string().min(1).optional(),
    priority: prioritySchema.optional(),
    metadata: metadataObjectSchema.optional(),
    config: configBodySchema.optional(),
    /** Waits up to 5 minutes for the result. After that, the run continues asynchronously. */
    sync: z.boolean().optional(),
  })
  .refine(({ file, rawText }) => file !== undefined || rawText !== undefined, {
    path: ['file'],
    message: '"file" or "rawText" is required',
  })
  .refine(({ file, rawText }) => file === undefined || rawText === undefined, {
    path: ['rawText'],
    message: 'only one of "file" and "rawText" may be given',
  })
  .refine(({ file }) => file === undefined || namesFile(file), {
    path: ['file'],
    message: 'one of fileUrl, fileId or fileBase64 is required',
  })
  // `fileId` names a stored file, which already has a file name.
  .refine(({ file }) => file?.fileName !== undefined || file?.fileId !== undefined || file === undefined, {
    path: ['file', 'fileName'],
    message: 'required unless fileId is given',
  });
export type ProcessorRunRequest = z.infer<typeof processorRunRequestSchema>;
