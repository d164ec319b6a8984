import { z } from 'zod';

/** One line of `uploads.jsonl`: a document that the service holds already, so that a resumed run sends it no second time. */
export const uploadLineSchema = z.object({
  documentHash: z.string(),
  fileId: z.string(),
  uploadedAt: z.string(),
});
export type UploadLine = z.infer<typeof uploadLineSchema>;
