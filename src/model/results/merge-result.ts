import { z } from 'zod';

/** Result of `goldset merge --json`. */
export const mergeResultSchema = z.object({
  /** Folder of the merged record. */
  record: z.string(),
  recordId: z.string(),
  shards: z.int(),
  items: z.int(),
  /** Items × versions × repeats. Each has one row. */
  itemRuns: z.int(),
});
/** Result of `goldset merge --json`. */
export type MergeResult = z.infer<typeof mergeResultSchema>;
