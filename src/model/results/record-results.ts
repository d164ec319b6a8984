import { z } from 'zod';

/** What `goldset record verify --json` writes. */
export const recordVerifyResultSchema = z.object({
  /** Folder of the record. */
  record: z.string(),
  format: z.union([z.literal(1), z.literal(2)]),
  /** Identifies the content; null where the run is unfinished or the record is of format 1. */
  seal: z.string().nullable(),
  items: z.int(),
  rows: z.int(),
  runs: z.int(),
  byState: z.object({ processed: z.int(), failed: z.int(), cancelled: z.int(), notRun: z.int() }),
  notices: z.array(z.string()),
});
export type RecordVerifyResult = z.infer<typeof recordVerifyResultSchema>;

/** What `goldset record upgrade --json` writes. */
export const recordUpgradeResultSchema = z.object({
  /** Folder of the record. */
  record: z.string(),
  /** Where the record of the old format is kept; null where there was nothing to do. */
  kept: z.string().nullable(),
  items: z.int(),
  rows: z.int(),
  /** Rows that were left out: another row of the same run came later, or the run was not planned. */
  leftOut: z.int(),
});
export type RecordUpgradeResult = z.infer<typeof recordUpgradeResultSchema>;
