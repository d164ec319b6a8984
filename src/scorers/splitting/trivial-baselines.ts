import { packetPages, readSplits, type Segment } from './read-splits.ts';

/** What three ways of not reading a packet would answer; beside them a real answer shows what it is worth. */
export interface TrivialBaselines {
  /** Everything is one document. */
  readonly merged: readonly Segment[];
  /** Every page is a document. */
  readonly single: readonly Segment[];
  /** Every document begins one page late. */
  readonly late: readonly Segment[];
}

/**
 * The three useless answers for a packet. They are given the best types that their ranges allow (the type of most
 * pages; the page's own; the document's own), so that what they reach comes from the boundaries alone.
 *
 * Example: expected 1-2 A, 3-3 B: merged 1-3 A; single 1 A, 2 A, 3 B; late 1-3 A (B would begin behind the end).
 *
 * @example
 * uselessPredictions([{ type: 'A', startPage: 1, endPage: 2 }, { type: 'B', startPage: 3, endPage: 3 }]).merged // => [{ type: 'A', startPage: 1, endPage: 3 }]
 */
export function uselessPredictions(expected: unknown, pages?: number): TrivialBaselines {
  const segments = readSplits(expected).segments.toSorted((a, b) => a.startPage - b.startPage);
  const last = packetPages(pages, segments);
  const typeAt = (page: number): string =>
    segments.find(({ startPage, endPage }) => startPage <= page && page <= endPage)?.type ?? '';
  const single = Array.from({ length: last }, (_, index) => ({
    type: typeAt(index + 1),
    startPage: index + 1,
    endPage: index + 1,
  }));
  const late = segments
    .map(({ type, startPage, endPage }) => ({
      type,
      startPage: startPage === 1 ? 1 : startPage + 1,
      endPage: Math.min(endPage + 1, last),
    }))
    .filter(({ startPage, endPage }) => startPage <= endPage);
  return {
    merged:
      last === 0 ? [] : [{ type: mostFrequent(single.map(({ type }) => type)), startPage: 1, endPage: last }],
    single,
    late,
  };
}

function mostFrequent(types: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
