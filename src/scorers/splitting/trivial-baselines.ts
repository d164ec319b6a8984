import { increment } from '../../base/collections.ts';
import { packetPages, readSplits, type Segment } from './read-splits.ts';

export interface TrivialBaselines {
  readonly merged: readonly Segment[];
  readonly single: readonly Segment[];
  /** Prediction in which every boundary is one page late. */
  readonly late: readonly Segment[];
}

/**
 * Returns three predictions that ignore the content of a packet: one document, one document per page, and all
 * boundaries one page late. A useful splitter scores better than all three. The types come from the gold, so that the
 * scores depend on the boundaries alone; `merged` has the type of most pages.
 *
 * Example: pages 1-2 of type A and page 3 of type B are expected. `merged` is one document A of pages 1-3. `single` is
 * three documents of one page, with the types A, A and B. `late` is also one document A of pages 1-3, because B would
 * start after the last page.
 * @example
 * trivialPredictions([{ type: 'A', startPage: 1, endPage: 2 }, { type: 'B', startPage: 3, endPage: 3 }]).merged // => [{ type: 'A', startPage: 1, endPage: 3 }]
 */
export function trivialPredictions(expected: unknown, pages?: number): TrivialBaselines {
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
  for (const type of types) increment(counts, type);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
