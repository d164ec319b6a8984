import { z } from 'zod';

/**
 * One line of `uploads.jsonl`: a document that the service already has, so that a resumed run does not upload it again.
 */
export const uploadLineSchema = z.object({
  documentHash: z.string(),
  fileId: z.string(),
  uploadedAt: z.string(),
});
export type UploadLine = z.infer<typeof uploadLineSchema>;
