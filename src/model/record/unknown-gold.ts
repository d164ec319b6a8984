import { z } from 'zod';
import { joinList, pluralise, truncateList } from '../../base/phrases.ts';

/** A key or class of the gold that at least one schema of a run does not have. */
export const unknownGoldSchema = z.object({
  part: z.enum(['key', 'class']),
  /** Field name without row numbers, such as `line_items.amount`, or the class. */
  name: z.string(),
  /** Number of items whose gold has the key or class. */
  items: z.int(),
  /** Id of the first item whose gold has the key or class. */
  firstItem: z.string(),
  /** True if the config of the dataset lacks the key or class. */
  dataset: z.boolean(),
  /** Requested versions whose schema lacks the key or class. */
  versions: z.array(z.string()),
  /** Name in a schema that is most similar to `name`; `null` if there is none. */
  nearest: z.string().nullable(),
  /**
   * True if `name` is most likely a misspelling of `nearest` (decision 0069). goldset rejects such gold unless the user
   * passes --allow-unknown-gold.
   */
  isNear: z.boolean(),
});
export type UnknownGold = z.infer<typeof unknownGoldSchema>;

const maxListed = 10;

/**
 * Lists the unknown keys of the gold in one sentence, and the unknown classes in another; empty if there are
 * none.
 */
export function unknownGoldTexts(unknown: readonly UnknownGold[]): string[] {
  return (['key', 'class'] as const).flatMap((part) => {
    const found = unknown.filter((one) => one.part === part);
    if (found.length === 0) return [];
    const list = found.map(
      (one) => `${one.name} (${pluralise(one.items, 'item')}; not in ${schemasOf(one)}${nearestText(one)})`,
    );
    const { size } = new Set(found.map(({ name }) => name));
    const verb = size === 1 ? 'is' : 'are';
    return [
      `${pluralise(size, part)} of the gold ${verb} not in every schema: ${truncateList(list, maxListed)}`,
    ];
  });
}

/** Names the schemas that lack a key or class: `the config of the dataset and version 1.0`. */
export function schemasOf({ dataset, versions }: Pick<UnknownGold, 'dataset' | 'versions'>): string {
  return joinList([
    ...(dataset ? ['the config of the dataset'] : []),
    ...versions.map((version) => `version ${version}`),
  ]);
}

function nearestText({ part, nearest }: UnknownGold): string {
  return nearest === null ? '' : `; most similar ${part}: "${nearest}"`;
}
