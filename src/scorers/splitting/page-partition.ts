import type { Segment } from './read-splits.ts';

/** Which document each page of a packet belongs to. */
export interface PagePartition {
  /** For page p at [p - 1]: number of the segment, or -1 where none covers the page. */
  readonly owner: Int32Array;
  /** Group numbers for clustering measures: as `owner`, with each run of uncovered pages as a group of its own. */
  readonly groups: Int32Array;
  readonly overlappingPages: number;
  readonly uncoveredPages: number;
}

/**
 * Lays segments on the pages 1 to n. A page that several segments cover belongs to the one that begins first (then
 * to the one listed first); what lies outside the packet is cut off. Measures over pages need one owner a page; the
 * counts of documents and boundaries use the segments as they were given.
 */
export function pagePartition(segments: readonly Segment[], pages: number): PagePartition {
  const owner = new Int32Array(pages).fill(-1);
  const cover = new Uint32Array(pages);
  const order = segments
    .map((_, at) => at)
    .sort((a, b) => startOf(segments, a) - startOf(segments, b) || a - b);
  for (const at of order) {
    const { startPage, endPage } = segments[at] as Segment;
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

function startOf(segments: readonly Segment[], at: number): number {
  return segments[at]?.startPage ?? 0;
}
