import type {
  AttributionPacket,
  FoundDocument,
  GoldDocument,
} from '../../model/report/attribution-packet.ts';

export interface DocumentPair {
  readonly gold: GoldDocument | null;
  readonly found: FoundDocument | null;
}

/**
 * Gold documents with the found ones that stand for them: equal pages first, then by the pages they share, most first,
 * earlier pages first among equals. One to one; what is left over stands alone.
 */
export function pairDocuments({ gold, found }: Pick<AttributionPacket, 'gold' | 'found'>): DocumentPair[] {
  const overlaps = gold.flatMap((one, at) =>
    found.map((other, index) => ({ at, index, pages: sharedPages(one, other), same: samePages(one, other) })),
  );
  overlaps.sort(
    (a, b) => Number(b.same) - Number(a.same) || b.pages - a.pages || a.at - b.at || a.index - b.index,
  );
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, index, pages } of overlaps) {
    if (pages === 0 || partner.has(at) || taken.has(index)) continue;
    partner.set(at, index);
    taken.add(index);
  }
  return [
    ...gold.map((one, at) => ({ gold: one, found: found[partner.get(at) ?? -1] ?? null })),
    ...found.flatMap((one, index) => (taken.has(index) ? [] : [{ gold: null, found: one }])),
  ];
}

export function samePages(
  one: Pick<GoldDocument, 'startPage' | 'endPage'>,
  other: Pick<GoldDocument, 'startPage' | 'endPage'>,
): boolean {
  return one.startPage === other.startPage && one.endPage === other.endPage;
}

function sharedPages(one: GoldDocument, other: FoundDocument): number {
  return Math.max(0, Math.min(one.endPage, other.endPage) - Math.max(one.startPage, other.startPage) + 1);
}
