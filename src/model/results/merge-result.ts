import { z } from 'zod';

/** What `goldset merge --json` writes. */
export const mergeResultSchema = z.object({
  /** Folder of the whole record. */
  record: z.string(),
  recordId: z.string(),
  shards: z.int(),
  items: z.int(),
  /** Items by versions by repeats; each has one row. */
  itemRuns: z.int(),
});
/** What `goldset merge --json` writes. */
export type MergeResult = z.infer<typeof mergeResultSchema>;
