import { requireArgument } from '../../base/require-argument.ts';
import { clusterPermutation } from '../../stats/tests/cluster-permutation.ts';

/** A tag, and the groups into which its values divide the documents. */
export interface DocumentGroups {
  readonly tag: string;
  /** Group number of each document (0, 1, 2 and so on); -1 for a document without the tag. */
  readonly groups: ArrayLike<number>;
}

/** A tag for which wrong documents have the same value more often than by chance. */
export interface WrongCluster {
  readonly tag: string;
  /** p-value of the permutation test for this tag. */
  readonly p: number;
}

/** Accepted probability that at least one of the tested tags is in the result by chance. */
const level = 0.05;

/**
 * Returns the tags by which wrong documents cluster. If there is such a tag, the documents are not independent, and an
 * error bound that assumes independence is too low.
 *
 * Tests each tag that has at least 2 groups, and at most half as many groups as documents. A document without the tag
 * is its own group. The test is `clusterPermutation` with 999 permutations. If more than 10 tags are tested, it uses
 * 100 permutations times the number of tags. A tag is in the result if its p is at most .05 / number of tested tags. If
 * documents are independent, the result is therefore empty in at least 95 % of the data sets.
 *
 * `wrong` has one entry per document: 1 if it is wrong, 0 if it is right. The result is sorted by p. Tags with an equal
 * p are sorted by the ratio of observed to expected pairs of wrong documents in a group, the largest first. The result
 * is empty without documents or tags. Source: the test is described at `clusterPermutation`; Bonferroni for several
 * tags.
 *
 * Example: 5 of 100 documents are wrong, all from one of 20 vendors with 5 documents each. Of the 75 million ways to
 * choose 5 documents, only 20 have all 5 from one vendor. So p has its smallest value, 1 / (1 + 999). p has the range
 * (0, .05].
 * @example
 * const wrong = Array.from({ length: 100 }, (_, at) => (at < 5 ? 1 : 0));
 * const groups = Array.from({ length: 100 }, (_, at) => Math.floor(at / 5));
 * findWrongClusters(wrong, [{ tag: 'vendor', groups }]) // => [{ tag: 'vendor', p: 0.001 }]
 */
export function findWrongClusters(
  wrong: ArrayLike<number>,
  tags: readonly DocumentGroups[],
  seed = 'goldset',
): WrongCluster[] {
  const tested = tags.flatMap(({ tag, groups }) => {
    requireArgument(groups.length === wrong.length, `expected one group of ${tag} per document`);
    const completed = completeGroups(groups);
    return completed === null ? [] : [{ tag, groups: completed }];
  });
  const permutations = Math.max(1000, 100 * tested.length) - 1;
  return tested
    .map(({ tag, groups }) => ({
      tag,
      p: clusterPermutation({ groups, wrong, permutations, seed: `${seed}/${tag}` }),
      excess: () => pairRatio(groups, wrong),
    }))
    .filter(({ p }) => p <= level / tested.length)
    .sort((a, b) => a.p - b.p || b.excess() - a.excess() || (a.tag < b.tag ? -1 : 1))
    .map(({ tag, p }) => ({ tag, p }));
}

/**
 * Gives each document without the tag its own group. Returns `null` if the tag has too few or too many groups for a
 * test.
 */
function completeGroups(groups: ArrayLike<number>): Int32Array | null {
  const completed = new Int32Array(groups.length);
  const numbers = new Map<number, number>();
  let tagged = 0;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] as number;
    if (group < 0) continue;
    tagged++;
    const known = numbers.get(group) ?? numbers.size;
    numbers.set(group, known);
    completed[i] = known;
  }
  if (numbers.size < 2 || numbers.size > tagged / 2) return null;
  let next = numbers.size;
  for (let i = 0; i < groups.length; i++) if ((groups[i] as number) < 0) completed[i] = next++;
  return completed;
}

/**
 * Returns the number of pairs of wrong documents in the same group, divided by the number that is expected if documents
 * are independent.
 */
function pairRatio(groups: Int32Array, wrong: ArrayLike<number>): number {
  const pairs = (counts: ReadonlyMap<number, number>) =>
    counts.values().reduce((sum, count) => sum + count * (count - 1), 0);
  const sizes = new Map<number, number>();
  const wrongSizes = new Map<number, number>();
  let count = 0;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] as number;
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
    if (!wrong[i]) continue;
    wrongSizes.set(group, (wrongSizes.get(group) ?? 0) + 1);
    count++;
  }
  const n = groups.length;
  return (pairs(wrongSizes) * n * (n - 1)) / (pairs(sizes) * count * (count - 1));
}
