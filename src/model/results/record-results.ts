import { z } from 'zod';

/** Result of `goldset record verify --json`. */
export const recordVerifyResultSchema = z.object({
  /** Folder of the record. */
  record: z.string(),
  format: z.union([z.literal(1), z.literal(2)]),
  /** Identifies the content; `null` for an unfinished run or a record of format 1. */
  seal: z.string().nullable(),
  items: z.int(),
  rows: z.int(),
  runs: z.int(),
  byState: z.object({ processed: z.int(), failed: z.int(), cancelled: z.int(), notRun: z.int() }),
  notices: z.array(z.string()),
});
export type RecordVerifyResult = z.infer<typeof recordVerifyResultSchema>;

/** Result of `goldset record upgrade --json`. */
export const recordUpgradeResultSchema = z.object({
  /** Folder of the record. */
  record: z.string(),
  /** Folder of the old record; `null` if the record already has the current format. */
  kept: z.string().nullable(),
  items: z.int(),
  rows: z.int(),
  /** Number of dropped rows: repeated ones, and rows of unplanned runs. */
  leftOut: z.int(),
});
export type RecordUpgradeResult = z.infer<typeof recordUpgradeResultSchema>;

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
