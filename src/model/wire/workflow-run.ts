import { z } from 'zod';
import { serviceFileSchema } from './file.ts';
import { listQuerySchema, pageSchema } from './list.ts';
import { metadataLimit, prioritySchema, processorRunSchema } from './processor-run.ts';
import { workflowSchema } from './workflow.ts';

export const workflowRunStatuses = [
  'PENDING',
  'PROCESSING',
  'NEEDS_REVIEW',
  'REJECTED',
  'PROCESSED',
  'FAILED',
  'CANCELLING',
  'CANCELLED',
] as const;
export type WorkflowRunStatus = (typeof workflowRunStatuses)[number];
export const terminalWorkflowStatuses = [
  'PROCESSED',
  'FAILED',
  'CANCELLED',
  'NEEDS_REVIEW',
  'REJECTED',
] as const;

/** Full form; right after creation only `id`, `status`, `metadata`, `initialRunAt`, `outputs: []` and `workflow`. */
export const workflowRunSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  name: z.string().nullish(),
  url: z.string().nullish(),
  status: z.string(),
  metadata: z.unknown().optional(),
  batchId: z.string().nullish(),
  files: z.array(serviceFileSchema.partial()).nullish(),
  initialRunAt: z.string().nullish(),
  reviewed: z.boolean().nullish(),
  reviewedBy: z.string().nullish(),
  reviewedAt: z.string().nullish(),
  rejectionNote: z.string().nullish(),
  startTime: z.string().nullish(),
  endTime: z.string().nullish(),
  outputs: z.array(processorRunSchema.partial()).nullish(),
  stepRuns: z.array(z.unknown()).nullish(),
  failureReason: z.string().nullish(),
  failureMessage: z.string().nullish(),
  workflow: workflowSchema.partial().nullish(),
});
export type WorkflowRun = z.infer<typeof workflowRunSchema>;

export const workflowRunSummarySchema = z.looseObject({
  id: z.string(),
  batchId: z.string().nullish(),
  status: z.string(),
  initialRunAt: z.string().nullish(),
  reviewed: z.boolean().nullish(),
  reviewedByUser: z.string().nullish(),
  reviewedAt: z.string().nullish(),
  startTime: z.string().nullish(),
  endTime: z.string().nullish(),
  workflowId: z.string().optional(),
  workflowName: z.string().nullish(),
  workflowVersionId: z.string().nullish(),
  rejectionNote: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type WorkflowRunSummary = z.infer<typeof workflowRunSummarySchema>;

export const workflowRunResponseSchema = z.looseObject({
  success: z.boolean(),
  workflowRun: workflowRunSchema,
});
export const workflowRunsCreatedSchema = z.looseObject({
  success: z.boolean(),
  workflowRuns: z.array(workflowRunSchema),
});
export const workflowRunListSchema = pageSchema.extend({
  success: z.boolean(),
  workflowRuns: z.array(workflowRunSummarySchema),
});
export const workflowBatchResponseSchema = z.looseObject({ success: z.boolean(), batchId: z.string() });

export const workflowRunListQuerySchema = listQuerySchema.extend({
  status: z.string().optional(),
  workflowId: z.string().optional(),
  batchId: z.string().optional(),
  fileNameContains: z.string().optional(),
});
export type WorkflowRunListQuery = z.infer<typeof workflowRunListQuerySchema>;

/** Any JSON value of a bounded size. */
const metadataSchema = z.unknown().refine(metadataFits, `must be at most ${metadataLimit} bytes of JSON`);

export function metadataFits(metadata: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(metadata) ?? '').length <= metadataLimit;
}

/** Files of one Run Workflow request; each text becomes a file. */
export const workflowFilesLimit = 50;

function tooLong(list: readonly unknown[] | undefined): boolean {
  return (list?.length ?? 0) > workflowFilesLimit;
}

export const workflowRunRequestSchema = z
  .object({
    workflowId: z.string().min(1),
    files: z
      .array(
        z.object({
          /** The specification requires it; a file id alone is taken as well. */
          fileUrl: z.string().min(1).optional(),
          fileId: z.string().min(1).optional(),
          fileName: z.string().optional(),
          outputs: z
            .array(z.object({ processorId: z.string().min(1), output: z.record(z.string(), z.unknown()) }))
            .optional(),
        }),
      )
      .max(workflowFilesLimit)
      .optional(),
    /** Each becomes a text file. */
    rawTexts: z.array(z.string()).max(workflowFilesLimit).optional(),
    version: z.string().min(1).optional(),
    priority: prioritySchema.optional(),
    metadata: metadataSchema.optional(),
  })
  .superRefine((body, context) => {
    if ((body.files?.length ?? 0) === 0 && (body.rawTexts?.length ?? 0) === 0)
      context.addIssue({ code: 'custom', path: ['files'], message: 'one of files or rawTexts is required' });
    const documents = (body.files?.length ?? 0) + (body.rawTexts?.length ?? 0);
    // Each alone is held to the limit above, so that the refusal names the list that is too long.
    if (documents > workflowFilesLimit && !tooLong(body.files) && !tooLong(body.rawTexts))
      context.addIssue({
        code: 'custom',
        path: ['files'],
        message: `at most ${workflowFilesLimit} files and texts together, found ${documents}`,
      });
    body.files?.forEach((file, index) => {
      if (file.fileUrl === undefined && file.fileId === undefined)
        context.addIssue({
          code: 'custom',
          path: ['files', index, 'fileUrl'],
          message: 'one of fileUrl or fileId is required',
        });
    });
  });
export type WorkflowRunRequest = z.infer<typeof workflowRunRequestSchema>;

export const workflowBatchLimit = 1000;
export const workflowBatchInputSchema = z
  .object({
    file: z
      .object({
        fileUrl: z.string().min(1).optional(),
        fileId: z.string().min(1).optional(),
        fileName: z.string().optional(),
      })
      .optional(),
    rawText: z.string().optional(),
    metadata: z
      .record(z.string(), z.unknown())
      .refine(metadataFits, `must be at most ${metadataLimit} bytes of JSON`)
      .optional(),
    secrets: z.record(z.string(), z.unknown()).optional(),
  })
  .superRefine((input, context) => {
    if ((input.file === undefined) === (input.rawText === undefined))
      context.addIssue({
        code: 'custom',
        path: ['file'],
        message: 'exactly one of file or rawText is required',
      });
    if (input.file !== undefined && input.file.fileUrl === undefined && input.file.fileId === undefined)
      context.addIssue({ code: 'custom', path: ['file'], message: 'one of fileUrl or fileId is required' });
  });

export const workflowBatchRequestSchema = z.object({
  workflowId: z.string().min(1),
  version: z.string().min(1).optional(),
  inputs: z
    .array(workflowBatchInputSchema)
    .min(1, `inputs must have 1 to ${workflowBatchLimit} elements`)
    .max(workflowBatchLimit, `inputs must have 1 to ${workflowBatchLimit} elements`),
});
export type WorkflowBatchRequest = z.infer<typeof workflowBatchRequestSchema>;

export const workflowRunUpdateRequestSchema = z.object({
  name: z.string().max(1000).optional(),
  metadata: metadataSchema.optional(),
});
export type WorkflowRunUpdateRequest = z.infer<typeof workflowRunUpdateRequestSchema>;

export const correctOutputsRequestSchema = z.object({ reviewedOutput: z.record(z.string(), z.unknown()) });

/** Ours, below `/local/`: what a person does in the dashboard of a deployment. */
export const workflowReviewRequestSchema = z.object({ reviewedBy: z.string().min(1).max(200).optional() });
export const workflowRejectRequestSchema = workflowReviewRequestSchema.extend({
  note: z.string().max(10_000).optional(),
});
