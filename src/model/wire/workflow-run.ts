import { z } from 'zod';
import { namesFile, serviceFileSchema } from './file.ts';
import { listQuerySchema, objectMembers, pagedResponseSchema, responseSchema } from './list.ts';
import { metadataObjectSchema, metadataSchema, prioritySchema, processorRunSchema } from './processor-run.ts';
import { workflowSchema } from './workflow.ts';

const workflowRunStatusSchema = z.enum([
  'PENDING',
  'PROCESSING',
  'NEEDS_REVIEW',
  'REJECTED',
  'PROCESSED',
  'FAILED',
  'CANCELLING',
  'CANCELLED',
]);
export type WorkflowRunStatus = z.infer<typeof workflowRunStatusSchema>;

/** A workflow run. A new run has only `id`, `status`, `metadata`, `initialRunAt`, `outputs: []` and `workflow`. */
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
  ...objectMembers,
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
});
export type WorkflowRunSummary = z.infer<typeof workflowRunSummarySchema>;

export const workflowRunResponseSchema = responseSchema({ workflowRun: workflowRunSchema });
export const workflowRunsCreatedSchema = responseSchema({ workflowRuns: z.array(workflowRunSchema) });
export const workflowRunListSchema = pagedResponseSchema({
  workflowRuns: z.array(workflowRunSummarySchema),
});
export const workflowBatchResponseSchema = responseSchema({ batchId: z.string() });

export const workflowRunListQuerySchema = listQuerySchema.extend({
  status: workflowRunStatusSchema.optional(),
  workflowId: z.string().optional(),
  batchId: z.string().optional(),
  fileNameContains: z.string().optional(),
});
export type WorkflowRunListQuery = z.infer<typeof workflowRunListQuerySchema>;

/**
 * A file of a workflow run. The specification requires `fileUrl`. The local service also accepts a file with
 * only `fileId`.
 */
const workflowFileSchema = z.object({
  fileUrl: z.string().min(1).optional(),
  fileId: z.string().min(1).optional(),
  fileName: z.string().optional(),
});

const workflowFilesLimit = 50;

export const workflowRunRequestSchema = z
  .object({
    workflowId: z.string().min(1),
    files: z
      .array(
        workflowFileSchema.extend({
          outputs: z
            .array(z.object({ processorId: z.string().min(1), output: z.record(z.string(), z.unknown()) }))
            .optional(),
        }),
      )
      .max(workflowFilesLimit)
      .optional(),
    /** Texts. Each text becomes a file. */
    rawTexts: z.array(z.string()).max(workflowFilesLimit).optional(),
    version: z.string().min(1).optional(),
    priority: prioritySchema.optional(),
    metadata: metadataSchema.optional(),
  })
  .superRefine(({ files = [], rawTexts = [] }, context) => {
    const addIssue = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const documents = files.length + rawTexts.length;
    if (documents === 0) addIssue(['files'], '"files" or "rawTexts" is required');
    // Check the sum only if each list is short enough. The schema already reports a list that is too long.
    if (documents > workflowFilesLimit && Math.max(files.length, rawTexts.length) <= workflowFilesLimit)
      addIssue(['files'], `at most ${workflowFilesLimit} files and texts together, found ${documents}`);
    for (const [index, file] of files.entries())
      if (!namesFile(file)) addIssue(['files', index, 'fileUrl'], 'one of fileUrl or fileId is required');
  });
export type WorkflowRunRequest = z.infer<typeof workflowRunRequestSchema>;

const workflowBatchLimit = 1000;
const workflowBatchInputSchema = z
  .object({
    file: workflowFileSchema.optional(),
    rawText: z.string().optional(),
    metadata: metadataObjectSchema.optional(),
    secrets: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ file, rawText }) => (file === undefined) !== (rawText === undefined), {
    path: ['file'],
    message: 'exactly one of "file" and "rawText" is required',
  })
  .refine(({ file }) => file === undefined || namesFile(file), {
    path: ['file'],
    message: 'one of fileUrl or fileId is required',
  });

export const workflowBatchRequestSchema = z.object({
  workflowId: z.string().min(1),
  version: z.string().min(1).optional(),
  inputs: z
    .array(workflowBatchInputSchema)
    .min(1, `"inputs" must have 1 to ${workflowBatchLimit} elements`)
    .max(workflowBatchLimit, `"inputs" must have 1 to ${workflowBatchLimit} elements`),
});
export type WorkflowBatchRequest = z.infer<typeof workflowBatchRequestSchema>;

export const workflowRunUpdateRequestSchema = z.object({
  name: z.string().max(1000).optional(),
  metadata: metadataSchema.optional(),
});

export const correctOutputsRequestSchema = z.object({ reviewedOutput: z.record(z.string(), z.unknown()) });

/**
 * A decision by a human reviewer. Only the local service supports this request. In other deployments, reviewers decide
 * in the dashboard.
 */
export const workflowReviewRequestSchema = z.object({ reviewedBy: z.string().min(1).max(200).optional() });
export const workflowRejectRequestSchema = workflowReviewRequestSchema.extend({
  note: z.string().max(10_000).optional(),
});
