import { z } from 'zod';
import { configBodySchema, configResponseSchema } from './config-body.ts';
import { fileInputSchema, serviceFileSchema } from './file.ts';
import { listQuerySchema, pageSchema } from './list.ts';

/** Unknown words must be taken as "not finished" until a deadline. */
export const processorRunStatuses = ['PENDING', 'PROCESSING', 'PROCESSED', 'FAILED', 'CANCELLED'] as const;
export type ProcessorRunStatus = (typeof processorRunStatuses)[number];
export const terminalRunStatuses = ['PROCESSED', 'FAILED', 'CANCELLED'] as const;

export function isTerminalRunStatus(status: string): boolean {
  return (terminalRunStatuses as readonly string[]).includes(status);
}

/** Reasons seen; others may come. */
export const runFailureReasons = [
  'ABORTED',
  'INTERNAL_ERROR',
  'FAILED_TO_PROCESS_FILE',
  'INVALID_PROCESSOR',
  'INVALID_CONFIGURATION',
  'PARSING_ERROR',
  'PRE_PROCESSING_FAILURE',
  'POST_PROCESSING_FAILURE',
  'OUT_OF_CREDITS',
] as const;
export type RunFailureReason = (typeof runFailureReasons)[number];

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

/** One human edit of an extracted field, by field id in `edits`. */
export const runEditSchema = z.looseObject({
  originalValue: z.unknown(),
  editedValue: z.unknown(),
  fieldType: z.string().nullish(),
  notes: z.string().nullish(),
});

export const processorRunSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  status: z.string(),
  /** Null or `{}` until the run is processed; its shape follows `type` and `config` (model/output.ts). */
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
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type ProcessorRun = z.infer<typeof processorRunSchema>;

export const processorRunResponseSchema = z.looseObject({
  success: z.boolean(),
  processorRun: processorRunSchema,
});

export const processorRunSummarySchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  processorId: z.string().optional(),
  processorName: z.string().nullish(),
  processorVersionId: z.string().nullish(),
  type: z.string().nullish(),
  /** Ours: with the metadata in the summary, an unclear POST is recognised without a GET a run. */
  metadata: z.record(z.string(), z.unknown()).nullish(),
  files: z.array(serviceFileSchema.partial()).nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type ProcessorRunSummary = z.infer<typeof processorRunSummarySchema>;

export const processorRunListSchema = pageSchema.extend({
  success: z.boolean(),
  processorRuns: z.array(processorRunSummarySchema),
});

export const processorRunListQuerySchema = listQuerySchema.extend({
  status: z.string().optional(),
  processorId: z.string().optional(),
  processorType: z.string().optional(),
  sourceId: z.string().optional(),
  source: z.enum(runSources).optional(),
  fileNameContains: z.string().optional(),
});
export type ProcessorRunListQuery = z.infer<typeof processorRunListQuerySchema>;

/** Largest JSON text of `metadata`, in bytes. */
export const metadataLimit = 10 * 1024;
export const prioritySchema = z.int().min(1).max(100);

export const processorRunRequestSchema = z
  .object({
    processorId: z.string().min(1),
    file: fileInputSchema.optional(),
    rawText: z.string().optional(),
    version: z.string().min(1).optional(),
    priority: prioritySchema.optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    config: configBodySchema.optional(),
    /** Waits up to 5 minutes for the end, then goes on asynchronously. */
    sync: z.boolean().optional(),
  })
  .superRefine((body, context) => {
    const refuse = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (body.file === undefined && body.rawText === undefined)
      refuse(['file'], 'one of file or rawText is required');
    if (body.file !== undefined && body.rawText !== undefined)
      refuse(['rawText'], 'only one of file and rawText may be given');
    if (body.file !== undefined) {
      const { fileUrl, fileId, fileBase64, fileName } = body.file;
      if (fileUrl === undefined && fileId === undefined && fileBase64 === undefined)
        refuse(['file'], 'one of fileUrl, fileId or fileBase64 is required');
      // A file that the service holds has a name already.
      if (fileName === undefined && fileId === undefined)
        refuse(['file', 'fileName'], 'required unless fileId is given');
    }
    if (
      body.metadata !== undefined &&
      new TextEncoder().encode(JSON.stringify(body.metadata)).length > metadataLimit
    )
      refuse(['metadata'], `must be at most ${metadataLimit} bytes of JSON`);
  });
export type ProcessorRunRequest = z.infer<typeof processorRunRequestSchema>;
