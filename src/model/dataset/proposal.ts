import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';
import { proposerSchema } from './gold-source.ts';

/**
 * One line of `proposals.jsonl`: the output that a version proposes as the gold of a document. No command scores
 * against proposals.
 */
export const proposalSchema = z.strictObject({
  /** Id of the document. After a person has labelled the document, the item has this id. */
  id: z.string().min(1).max(512),
  /** Path of the document relative to the dataset. Exactly one of `file`, `fileUrl`, `fileId` and `text` is present. */
  file: z.string().min(1).optional(),
  fileName: z.string().min(1).optional(),
  fileUrl: z.string().min(1).optional(),
  fileId: z.string().min(1).optional(),
  text: z.string().optional(),
  proposedBy: proposerSchema,
  recordId: z.string(),
  /** Output of the version, unchanged. */
  output: z.custom<JsonValue>((value) => value !== undefined, 'expected an output'),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalsName = 'proposals.jsonl';
