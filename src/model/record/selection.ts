import { z } from 'zod';
import { pluralise } from '../../base/phrases.ts';
import { type Rerun, rerunText } from './rerun.ts';

/** The part of a dataset that a run was limited to, with the size that each flag requested. */
export const selectionSchema = z.object({
  /** Number of items that `--limit` takes from the start. */
  limit: z.int().optional(),
  /** Number of items drawn at random with the seed of the plan. */
  sample: z.int().optional(),
  /** Number of items that `--only` names. */
  only: z.int().optional(),
});
export type Selection = z.infer<typeof selectionSchema>;

/**
 * Flags with which a person chooses items. Unlike a random sample, these items do not represent the dataset.
 */
export const chosenParts = ['limit', 'only'] as const;

/**
 * Describes the part of the dataset in a record: `the first 20 items (--limit)`. Returns `null` if the record covers
 * the whole dataset.
 */
export function selectionText(plan: {
  readonly selection?: Selection | undefined;
  readonly rerun?: Rerun | undefined;
  readonly seed: string;
}): string | null {
  if (plan.rerun?.subset) return rerunText(plan.rerun);
  const { limit, sample, only } = plan.selection ?? {};
  const parts = [
    limit === undefined ? [] : `the first ${pluralise(limit, 'item')} (--limit)`,
    only === undefined ? [] : `${pluralise(only, 'named item')} (--only)`,
    sample === undefined
      ? []
      : `a random sample of ${pluralise(sample, 'item')} (--sample, seed ${JSON.stringify(plan.seed)})`,
  ].flat();
  return parts.length === 0 ? null : parts.join(' of ');
}
