import type { ScoredSegment, SplittingScore } from '../../../model/score/class-and-split-scores.ts';
import { scoreSplitting } from '../../../scorers/splitting/score-splitting.ts';
import type { ClassScore } from './document-scores.ts';

/**
 * Excludes documents whose expected class some versions do not have. Depends only on the gold and the configs, so that
 * no version gains an advantage by predicting such a class. Page ranges and boundaries of a packet have no class, so
 * they stay unchanged. A packet does not count if all of its documents are excluded.
 */
export function scoreSharedClasses(score: ClassScore, unshared: ReadonlySet<string>): ClassScore {
  if (score.kind === 'CLASSIFY') {
    const { result } = score;
    if (!unshared.has(result.expectedLabel)) return score;
    return { kind: 'CLASSIFY', result: { ...result, correct: null, notCompared: true } };
  }
  const { split, counted } = score;
  if (!split.expected.some(({ type }) => unshared.has(type))) return score;
  const kept = split.expected.some(({ type }) => !unshared.has(type));
  return { kind: 'SPLITTER', split: withoutTypes(split, unshared), counted: counted && kept };
}

function withoutTypes(split: SplittingScore, unshared: ReadonlySet<string>): SplittingScore {
  const pagesOf = (segments: readonly ScoredSegment[]) =>
    new Set(
      segments.flatMap(({ startPage, endPage }) =>
        Array.from(
          { length: Math.max(0, Math.min(endPage, split.pages) - startPage + 1) },
          (_, at) => startPage + at,
        ),
      ),
    );
  const open = pagesOf(split.expected.filter(({ type }) => !unshared.has(type)));
  const closed = pagesOf(split.expected.filter(({ type }) => unshared.has(type)));
  const expected = split.expected.map((segment) => marked(segment, unshared.has(segment.type)));
  const predicted = split.predicted.map((segment) => {
    const pages = pagesOf([segment]);
    return marked(segment, pages.size > 0 && pages.isSubsetOf(closed) && pages.isDisjointFrom(open));
  });
  const compared = (segments: readonly ScoredSegment[]) => segments.filter(({ notCompared }) => !notCompared);
  const rescored = scoreSplitting({
    expected: compared(expected),
    predicted: split.hasOutput ? compared(predicted) : null,
    pages: split.pages,
  });
  // A predicted document without a page range matches no expected document, but counts as predicted.
  const unreadable = split.documents.predicted - split.predicted.length;
  const counts = (found: SplittingScore['documents']) => ({
    ...found,
    predicted: found.predicted + unreadable,
  });
  return {
    ...split,
    expected,
    predicted,
    documents: counts(rescored.documents),
    withinOnePage: counts(rescored.withinOnePage),
    pageTypes: rescored.pageTypes,
    allPageTypes: split.pageTypes.confusion,
    packetExact: rescored.packetExact && unreadable === 0,
  };
}

function marked(segment: ScoredSegment, notCompared: boolean): ScoredSegment {
  return notCompared ? { ...segment, notCompared: true } : segment;
}
