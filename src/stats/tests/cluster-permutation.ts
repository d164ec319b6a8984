import { Random } from '../../base/random.ts';
import { requireArgument } from '../../base/require-argument.ts';

export interface GroupedErrors {
  /** One group number per document: 0, 1, 2 and so on. */
  readonly groups: ArrayLike<number>;
  /** One entry per document: 1 if it is wrong, 0 if it is right. */
  readonly wrong: ArrayLike<number>;
  /** Number of permutations. Default 999. */
  readonly permutations?: number;
  readonly seed?: string;
}

/**
 * As soon as p is certain to be above this value, the permutation test stops. A smaller p is computed from all
 * permutations.
 */
const largestExact = 0.05;

/**
 * Returns the p-value of a permutation test of whether wrong documents occur in the same groups more often than by
 * chance.
 *
 * T is the sum of W (W - 1) over all groups, where W is the number of wrong documents in a group. Each permutation
 * draws as many wrong documents at random from all documents. p = (1 + permutations with a sum of at least T) / (1 +
 * permutations). The test stops early if h = .05 (1 + permutations) permutations have a sum of at least T, because p is
 * then above .05. Then p = h / (number of permutations so far). Both formulas give valid p-values.
 *
 * Range (0, 1], small means that wrong documents cluster. Returns 1 if no group has two wrong documents. Source: Besag
 * and Clifford 1991 for the early stop. Example: 4 of 40 documents are wrong, all in one of 10 groups of four. Only 10
 * of the 91,390 possible draws are in one group, so p is about .001.
 * @example
 * clusterPermutation({ groups: [0, 0, 1, 1], wrong: [1, 0, 1, 0] }) // => 1
 */
export function clusterPermutation(input: GroupedErrors): number {
  const { groups, wrong, permutations = 999, seed = 'goldset' } = input;
  requireArgument(groups.length === wrong.length, 'expected one group per document');
  const drawn = Int32Array.from(groups);
  let count = 0;
  let highest = 0;
  for (let i = 0; i < drawn.length; i++) {
    highest = Math.max(highest, drawn[i] as number);
    if (wrong[i]) swap(drawn, i, count++);
  }
  const perGroup = new Int32Array(highest + 1);
  const observed = pairsInGroups(drawn, count, perGroup);
  if (observed === 0) return 1;
  const random = new Random(`${seed}/cluster-permutation`);
  const enough = Math.ceil(largestExact * (permutations + 1));
  let reached = 0;
  for (let done = 1; done <= permutations; done++) {
    for (let i = 0; i < count; i++) swap(drawn, i, i + random.integer(drawn.length - i));
    if (pairsInGroups(drawn, count, perGroup) < observed) continue;
    reached++;
    if (reached === enough) return reached / done;
  }
  return (1 + reached) / (1 + permutations);
}

/**
 * Returns the number of pairs of documents in the same group, among the first `count` documents. This number is T / 2,
 * with T of `clusterPermutation`. `perGroup` is working memory: it must contain only zeros, and is reset to zeros.
 */
function pairsInGroups(groups: Int32Array, count: number, perGroup: Int32Array): number {
  let pairs = 0;
  for (let i = 0; i < count; i++) {
    const group = groups[i] as number;
    const before = perGroup[group] as number;
    pairs += before;
    perGroup[group] = before + 1;
  }
  for (let i = 0; i < count; i++) perGroup[groups[i] as number] = 0;
  return pairs;
}

function swap(items: Int32Array, i: number, j: number): void {
  const held = items[i] as number;
  items[i] = items[j] as number;
  items[j] = held;
}
