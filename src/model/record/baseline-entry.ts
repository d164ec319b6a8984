import { z } from 'zod';

export const baselineEntrySchema = z.object({
  name: z.string(),
  setAt: z.string(),
  author: z.string(),
  reason: z.string(),
  recordId: z.string(),
  /** Folder of the record, relative to the folder of baselines. */
  record: z.string(),
  /** Name of the baseline version, which is one of the versions in the record (`ResolvedVersion.requested`). */
  version: z.string(),
  resolved: z.string(),
  configHash: z.string(),
  dataset: z.object({ name: z.string(), checksum: z.string(), items: z.int() }),
  /** Hash of the files of the record, to detect later changes of the record. */
  contentHash: z.string(),
  /** Id of the record of the previous entry; `null` if this is the first entry. */
  replaces: z.string().nullable(),
});
/** One line of the history of a baseline. */
export type BaselineEntry = z.infer<typeof baselineEntrySchema>;
