import { getOrCreate } from '../../base/collections.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { assignment } from '../../stats/numeric/assignment.ts';
import type { Segment } from './read-splits.ts';

/**
 * Pairs segments with equal keys one to one. Returns the positions of the paired expected segments and of the paired
 * predicted segments.
 */
export function matchEqual(
  expected: readonly Segment[],
  predicted: readonly Segment[],
  keyOf: (segment: Segment) => string,
): { readonly expected: ReadonlySet<number>; readonly predicted: ReadonlySet<number> } {
  const unpaired = new Map<string, number[]>();
  // Add the segments from the last to the first, so that `pop` returns the first segment with a key.
  for (let at = predicted.length - 1; at >= 0; at--)
    getOrCreate(unpaired, keyOf(predicted[at] as Segment), () => []).push(at);
  const found = new Set<number>();
  const used = new Set<number>();
  for (const [at, segment] of expected.entries()) {
    const other = unpaired.get(keyOf(segment))?.pop();
    if (other === undefined) continue;
    found.add(at);
    used.add(other);
  }
  return { expected: found, predicted: used };
}

/**
 * Returns the numbers of expected and of predicted segments, and the largest possible number of pairs. A pair has one
 * expected and one predicted segment that `allowed` accepts together. Each segment is in at most one pair.
 */
export function countPairs(
  expected: readonly Segment[],
  predicted: readonly Segment[],
  allowed: (expected: Segment, predicted: Segment) => boolean,
): MatchCounts {
  const costs = new Float64Array(expected.length * predicted.length);
  expected.forEach((segment, i) => {
    predicted.forEach((other, j) => {
      costs[i * predicted.length + j] = allowed(segment, other) ? -1 : 0;
    });
  });
  const correct = -assignment(costs, expected.length, predicted.length).cost;
  return { expected: expected.length, predicted: predicted.length, correct: correct === 0 ? 0 : correct };
}

/**
 * Returns the numbers of expected and of predicted boundaries (distinct pages), and the largest possible number of
 * pairs. The two boundaries of a pair are at most `tolerance` pages apart. Each boundary is in at most one pair.
 */
export function countBoundaries(
  expected: readonly number[],
  predicted: readonly number[],
  tolerance: number,
): MatchCounts {
  const left = expected.toSorted((a, b) => a - b);
  const right = predicted.toSorted((a, b) => a - b);
  let correct = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const gap = (right[j] as number) - (left[i] as number);
    if (Math.abs(gap) <= tolerance) {
      correct++;
      i++;
      j++;
    } else if (gap < 0) j++;
    else i++;
  }
  return { expected: left.length, predicted: right.length, correct };
}
