import type { PacketSection, StripSegment } from '../../../model/report/report-model.ts';
import type { JudgedSegment, SplittingScore } from '../../../model/score/class-and-split-scores.ts';
import type { JudgedDocument } from './judged-document.ts';

/** The documents of one packet as expected, and as the first repeat of each version split it; `null` for other kinds. */
export function stripOf({ item, versions }: JudgedDocument): PacketSection['strips'][number] | null {
  const splits = versions.map(([{ score }]) => (score.kind === 'SPLITTER' ? score.split : null));
  if (splits.every((split) => split === null)) return null;
  return {
    itemId: item.id,
    pages: packetPages(splits),
    expected: (splits.at(-1)?.expected ?? []).map(segment),
    predicted: splits.map((split) => (split?.hasOutput ? split.predicted.map(segment) : null)),
  };
}

/** Number of pages of a packet: the largest that a version saw. */
export function packetPages(splits: readonly (SplittingScore | null)[]): number {
  return splits.reduce((most, split) => Math.max(most, split?.pages ?? 0), 0);
}

function segment({ type, startPage, endPage, exact }: JudgedSegment): StripSegment {
  return { type, startPage, endPage, exact };
}
