import { z } from 'zod';
import { strictObject } from '../processor/mismatch.ts';

/** The processor version that proposed labels. */
export const proposerSchema = strictObject({
  /** Id or name of the processor. */
  processor: z.string().min(1),
  /** Published number such as `1.0`, or `draft`. */
  version: z.string().min(1),
  /** `configHash` of the version, from the record of its run. Drafts with different configs have different hashes. */
  configHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal digits')
    .optional(),
});
export type Proposer = z.infer<typeof proposerSchema>;

/** `goldSource` of `dataset.json`: the version that proposed the labels of every item without its own `proposedBy`. */
export const datasetGoldSourceSchema = strictObject({ proposedBy: proposerSchema });

const counts = {
  /** Number of labels that a person confirmed without a change. */
  confirmedUnchanged: z.int().min(0).optional(),
  /** Number of labels that a person changed, added or removed. */
  changed: z.int().min(0).optional(),
};
type Counts = { readonly [name in keyof typeof counts]?: number | undefined };

const haveBothCounts = ({ confirmedUnchanged, changed }: Counts): boolean =>
  (confirmedUnchanged === undefined) === (changed === undefined);

/** `goldSource` of a line of `items.jsonl`. `proposedBy` may be omitted if `dataset.json` has this member. */
export const itemGoldSourceSchema = strictObject({
  proposedBy: proposerSchema.optional(),
  ...counts,
}).refine(haveBothCounts, 'expected both "confirmedUnchanged" and "changed", or neither');

/**
 * The version that proposed the gold of an item. The counts of confirmed and changed labels are optional, because some
 * datasets do not state them.
 */
export const goldSourceSchema = z.object({ proposedBy: proposerSchema, ...counts });
export type GoldSource = z.infer<typeof goldSourceSchema>;
