import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import { assignment } from '../../stats/numeric/assignment.ts';
import type { PagePartition } from './page-partition.ts';
import type { Segment } from './read-splits.ts';

/**
 * Documents paired where intersection over union of their page ranges exceeds one half (Kirillov and others 2019, on
 * pages instead of pixels, without types). Above one half a predicted document can meet only one expected one; where
 * overlapping predictions meet the same one, the better takes it.
 *
 * Example: expected 1-4, predicted 1-3 and 4-4: 3/4 is matched, 4-4 stays alone: quality .75 / (1 + 1/2) = .5.
 */
export function panopticParts(
  expected: readonly Segment[],
  predicted: readonly Segment[],
): SplittingScore['panoptic'] {
  const candidates = expected.flatMap((segment, i) =>
    predicted
      .map((other, j) => ({ i, j, overlap: overlapShare(segment, other) }))
      .filter(({ overlap }) => overlap > 0.5),
  );
  candidates.sort((a, b) => b.overlap - a.overlap || a.i - b.i || a.j - b.j);
  const found = new Set<number>();
  const used = new Set<number>();
  let overlapSum = 0;
  for (const { i, j, overlap } of candidates) {
    if (found.has(i) || used.has(j)) continue;
    found.add(i);
    used.add(j);
    overlapSum += overlap;
  }
  const matched = found.size;
  return {
    overlapSum,
    matched,
    expectedAlone: expected.length - matched,
    predictedAlone: predicted.length - matched,
  };
}

function overlapShare(a: Segment, b: Segment): number {
  const shared = Math.min(a.endPage, b.endPage) - Math.max(a.startPage, b.startPage) + 1;
  if (shared <= 0) return 0;
  return shared / (a.endPage - a.startPage + 1 + (b.endPage - b.startPage + 1) - shared);
}

/**
 * Pages that would have to be moved by hand: pages less the greatest number of pages that stay when every predicted
 * document becomes one expected document, one to one (exact MNDD, metrics.md section 5). Pages that either side leaves
 * uncovered never stay.
 *
 * Example: expected 1-3, 4-6, predicted 1-2, 3-6: the pairing keeps 2 + 3 pages, 1 is misplaced.
 */
export function misplacedPages(
  expected: PagePartition,
  expectedCount: number,
  predicted: PagePartition,
  predictedCount: number,
): number {
  const pages = expected.owner.length;
  const costs = new Float64Array(expectedCount * predictedCount);
  for (let page = 0; page < pages; page++) {
    const i = expected.owner[page] as number;
    const j = predicted.owner[page] as number;
    if (i === -1 || j === -1) continue;
    costs[i * predictedCount + j] = (costs[i * predictedCount + j] as number) - 1;
  }
  return pages + assignment(costs, expectedCount, predictedCount).cost;
}

/** Documents of `owners` that share pages with more than one document of `others`. */
export function countSpread(owners: PagePartition, others: PagePartition): number {
  const partners = new Map<number, number>();
  const spread = new Set<number>();
  owners.owner.forEach((owner, page) => {
    const other = others.owner[page] as number;
    if (owner === -1 || other === -1) return;
    const known = partners.get(owner);
    if (known === undefined) partners.set(owner, other);
    else if (known !== other) spread.add(owner);
  });
  return spread.size;
}
