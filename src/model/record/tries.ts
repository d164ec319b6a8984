import type { RunPlan } from './run-record.ts';

/** If at least this many configs were tried, chance alone can make the best one look better than it is. */
export const manyTries = 5;

/** The parts of a plan on which the number of tries depends. */
export type TriedPlan = Pick<RunPlan, 'rerun' | 'shard'> & {
  readonly target: Pick<RunPlan['target'], 'kind'>;
  readonly dataset: Pick<RunPlan['dataset'], 'checksum' | 'documents'>;
  readonly versions: readonly Pick<RunPlan['versions'][number], 'configHash'>[];
};

/**
 * Returns how many configs were tried on the documents of a plan. Counts the distinct configs of the candidates in this
 * plan and in the earlier plans with the same documents. A candidate is every version after the first one, or the only
 * version. A config counts only if it differs from the baseline of its plan. The config of a plan with one version does
 * not count if it is the baseline of another of these plans. The gold has no effect.
 *
 * For two kinds of plans, the number cannot be known, and the result is `undefined`. The first kind has outputs of
 * another tool, which do not state their config. The second kind has only a part of the documents of a run (a shard, or
 * documents that were selected by their errors). Earlier plans of these two kinds do not count.
 *
 * @param earlier Plans of runs that ended, in any order.
 * @example Plans `[1.0]`, `[1.0, draft A]`, `[1.0, draft B]` and `[1.0, draft A]` give 2.
 */
export function countTries(plan: TriedPlan, earlier: readonly TriedPlan[]): number | undefined {
  if (!isWhole(plan)) return undefined;
  const baselines = new Set<string>();
  const alone = new Set<string>();
  const candidates = new Set<string>();
  for (const { versions } of [
    plan,
    ...earlier.filter((one) => isWhole(one) && hasSameDocuments(one, plan)),
  ]) {
    const [first, ...others] = versions.map(({ configHash }) => configHash);
    if (first === undefined) continue;
    (others.length === 0 ? alone : baselines).add(first);
    for (const hash of others) if (hash !== first) candidates.add(hash);
  }
  return candidates.union(alone.difference(baselines)).size;
}

function isWhole({ target, shard, rerun }: TriedPlan): boolean {
  return target.kind !== 'predictions' && shard === undefined && rerun?.subset !== true;
}

/**
 * Returns whether two plans have the same documents. Plans of earlier versions of goldset must also have equal gold.
 */
function hasSameDocuments({ dataset: one }: TriedPlan, { dataset: other }: TriedPlan): boolean {
  return one.documents === undefined || other.documents === undefined
    ? one.checksum === other.checksum
    : one.documents === other.documents;
}

/** Returns the advice to confirm a result that was selected from many tries; `null` if there were few. */
export function triesText(tries: number | undefined): string | null {
  return tries === undefined || tries < manyTries
    ? null
    : `Best of ${tries} tries on these documents: confirm on other documents.`;
}
