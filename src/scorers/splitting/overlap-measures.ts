import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import { assignment } from '../../stats/numeric/assignment.ts';
import type { Segment } from './read-splits.ts';

export interface PagePartition {
  /** Entry p - 1 is the number of the segment that contains page p, or -1 if no segment contains this page. */
  readonly owner: Int32Array;
  /**
   * Like `owner`, but an uncovered page has a group number instead of -1. Adjacent uncovered pages form one group. Used
   * by the V-measure and Rand index.
   */
  readonly groups: Int32Array;
  readonly overlappingPages: number;
  readonly uncoveredPages: number;
}

/**
 * Assigns each page of a packet to a segment. If several segments cover a page, the segment that starts first
 * gets the page; if they start on the same page, the segment that is listed first.
 */
export function pagePartition(segments: readonly Segment[], pages: number): PagePartition {
  const owner = new Int32Array(pages).fill(-1);
  const cover = new Uint32Array(pages);
  const inOrder = [...segments.entries()].sort(([, a], [, b]) => a.startPage - b.startPage);
  for (const [at, { startPage, endPage }] of inOrder) {
    for (let page = Math.max(1, startPage); page <= Math.min(pages, endPage); page++) {
      cover[page - 1] = (cover[page - 1] as number) + 1;
      if (owner[page - 1] === -1) owner[page - 1] = at;
    }
  }
  let uncoveredPages = 0;
  let overlappingPages = 0;
  let gap = segments.length - 1;
  const groups = owner.map((at, index) => {
    if ((cover[index] as number) > 1) overlappingPages++;
    if (at !== -1) return at;
    uncoveredPages++;
    if (index === 0 || owner[index - 1] !== -1) gap++;
    return gap;
  });
  return { owner, groups, overlappingPages, uncoveredPages };
}

/**
 * Pairs documents whose page ranges overlap by more than half (shared pages / pages in either). A document with several
 * such partners gets the partner with the largest overlap.
 *
 * Source: Kirillov and others 2019, with pages instead of pixels and without types. Example: pages 1-4 are expected,
 * and 1-3 and 4-4 are predicted. 1-4 and 1-3 are a pair with overlap 3/4, and 4-4 has no partner.
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
 * Returns the number of misplaced pages, which a person would have to move to another document.
 *
 * Pairs predicted with expected documents one to one, so that as many pages as possible are in both documents of a
 * pair. All other pages are misplaced, including pages that only expected or only predicted documents cover. Example:
 * pages 1-3 and 4-6 are expected, and 1-2 and 3-6 are predicted. The pairs share 2 + 3 pages, so 1 page is misplaced.
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

/** Returns the number of documents of `owners` that share pages with several documents of `others`. */
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
