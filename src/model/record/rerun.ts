import { z } from 'zod';
import { pluralise } from '../../base/phrases.ts';

/** Documents that a rerun selects: those that are not fully right, or those with new errors. */
export const rerunParts = ['wrong', 'newErrors'] as const;
export type RerunPart = (typeof rerunParts)[number];

/** The documents of an earlier record that a run executes again. */
export const rerunSchema = z.object({
  of: z.enum(rerunParts),
  /** Number of selected documents. `total` is the number of all documents of the earlier record. */
  items: z.int(),
  total: z.int(),
  recordId: z.string(),
  /** Folder of the earlier record. */
  record: z.string(),
  /**
   * True if the record has only the selected documents. This is so if the config of the last version has changed since
   * the earlier record. Such a record never gets a verdict. False if the record also has the outputs of all other
   * documents.
   */
  subset: z.boolean(),
});
export type Rerun = z.infer<typeof rerunSchema>;

interface RerunPlan {
  readonly rerun?: Rerun | undefined;
}

/**
 * Returns whether a record has only documents that were selected by their errors. Such a record never gets a verdict.
 */
export function isSubset({ rerun }: RerunPlan): boolean {
  return rerun?.subset === true;
}

const reasons: Readonly<Record<RerunPart, string>> = {
  wrong: 'they were not fully right',
  newErrors: 'they had new errors',
};

const flags: Readonly<Record<RerunPart, string>> = { wrong: '--only-wrong', newErrors: '--only-new-errors' };

/**
 * Describes the selected documents: `12 of 54 documents, selected because they were not fully right (--only-wrong)`.
 */
export function rerunText({ of, items, total }: Rerun): string {
  return `${items} of ${pluralise(total, 'document')}, selected because ${reasons[of]} in an earlier record (${flags[of]})`;
}

/** Returns why a record that has only selected documents gets no verdict. */
export function subsetReason(rerun: Rerun): string {
  return `The record has only ${rerunText(rerun)}. Their rates do not hold for other documents, so there is no verdict.`;
}

/**
 * States which documents ran again, for a record that also has the outputs of all other documents. Returns `null` for
 * other records.
 */
export function completeRerunText({ rerun }: RerunPlan): string | null {
  if (rerun === undefined || rerun.subset) return null;
  return `The last version was run again on ${rerunText(rerun)}. If outputs vary between runs, this makes the last version look better.`;
}

export const completeHint = 'Run all documents, and reuse these outputs with --reuse.';
