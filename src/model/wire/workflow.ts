import { z } from 'zod';

export const workflowSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  name: z.string().optional(),
  version: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type Workflow = z.infer<typeof workflowSchema>;

export const workflowCreateRequestSchema = z.object({ name: z.string().min(1) });
export type WorkflowCreateRequest = z.infer<typeof workflowCreateRequestSchema>;

export const workflowAnswerSchema = z.looseObject({ success: z.boolean(), workflow: workflowSchema });
