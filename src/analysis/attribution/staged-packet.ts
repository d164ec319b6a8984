import type { ExtractConfig } from '../../model/processor-config.ts';

/** A document of a packet as the gold has it. A file that is not split is a packet of one document. */
export interface GoldDocument {
  readonly type: string;
  /** From 1, both ends included. */
  readonly startPage: number;
  readonly endPage: number;
  /** What is to be extracted, in any shape of gold; undefined where its class has no extraction. */
  readonly expected: unknown;
}

/** A document as the workflow made it: pages from the splitter, class, and what was extracted by that class. */
export interface FoundDocument {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** Undefined where nothing was extracted. */
  readonly output: unknown;
}

/** A file with its gold and with what the workflow made of it. */
export interface StagedPacket {
  readonly id: string;
  readonly gold: readonly GoldDocument[];
  readonly found: readonly FoundDocument[];
  /** Per gold document: class and output of a run that was given its pages. Undefined where there was no such run. */
  readonly withGoldSplits?: readonly { readonly type: string; readonly output: unknown }[];
  /** Per gold document: output of a run that was given its pages and its class. */
  readonly withGoldClasses?: readonly { readonly output: unknown }[];
}

/** The extraction config of each class; a class that is not there has no extraction. */
export type ConfigsByClass = ReadonlyMap<string, ExtractConfig>;

export interface DocumentPair {
  readonly gold: GoldDocument | null;
  readonly found: FoundDocument | null;
}

/**
 * Gold documents with the found ones that stand for them: equal pages first, then by the pages they share, most first,
 * earlier pages first among equals. One to one; what is left over stands alone.
 */
export function pairDocuments({ gold, found }: Pick<StagedPacket, 'gold' | 'found'>): DocumentPair[] {
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
