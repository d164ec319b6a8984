import { countLeaves, zeroCounts } from '../../../metrics/counts.ts';
import type { ScoredSegment } from '../../../model/score/class-and-split-scores.ts';
import type { Counts, LeafOutcome, Outcome } from '../../../model/score/item-score.ts';
import type { RunScore, ScoredRun } from './document-scores.ts';

/** Returns the leaf counts of one item run. Classes and packets have leaves too. */
export function countsOf(score: RunScore): Counts {
  if (score.kind === 'EXTRACT') return score.counts.total;
  const leaves = leavesOf(score);
  return leaves.length === 0 ? zeroCounts : countLeaves(leaves);
}

/** Returns the leaves of an item run. A class is one leaf. A packet has one leaf per document in it. */
export function leavesOf(score: RunScore): readonly LeafOutcome[] {
  if (score.kind === 'EXTRACT') return score.counts.itemScore().leaves;
  if (score.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct, inList, notCompared, withoutGold } = score.result;
    if (withoutGold) return [];
    const outcome: Outcome = notCompared
      ? 'excluded'
      : correct === true
        ? 'correct'
        : predictedLabel === null
          ? 'missing'
          : 'incorrect';
    const note = notCompared
      ? unsharedNote
      : predictedLabel !== null && !inList
        ? { note: 'not in the list of classifications' }
        : {};
    return [
      {
        path: 'type',
        field: 'type',
        outcome,
        expected: expectedLabel,
        predicted: predictedLabel ?? undefined,
        similarity: correct ? 1 : 0,
        ...note,
      },
    ];
  }
  return splitLeaves(score.split.expected, score.split.predicted);
}

export const unsharedNote = { note: 'not compared: only some versions have the expected class' };

/**
 * Returns one leaf per expected or spurious document of a packet. If several predicted documents have the page range of
 * an expected document, one of them is paired with it, if possible one of the same type. The others are spurious.
 */
function splitLeaves(expected: readonly ScoredSegment[], predicted: readonly ScoredSegment[]): LeafOutcome[] {
  const free = [...predicted];
  const leaves = expected.map((segment): LeafOutcome => {
    const same = free.filter(
      (other) => other.startPage === segment.startPage && other.endPage === segment.endPage,
    );
    const found = same.find((other) => other.type === segment.type) ?? same[0];
    if (found !== undefined) free.splice(free.indexOf(found), 1);
    const outcome: Outcome = segment.notCompared
      ? 'excluded'
      : found === undefined
        ? 'missing'
        : found.type === segment.type
          ? 'correct'
          : 'incorrect';
    return splitLeaf(segment, outcome, segment, found);
  });
  const spurious = free.map((segment) =>
    splitLeaf(segment, segment.notCompared ? 'excluded' : 'spurious', undefined, segment),
  );
  return [...leaves, ...spurious];
}

function splitLeaf(
  place: ScoredSegment,
  outcome: Outcome,
  expected: ScoredSegment | undefined,
  predicted: ScoredSegment | undefined,
): LeafOutcome {
  return {
    path: pagesOf(place),
    field: 'split',
    outcome,
    expected: expected && segmentText(expected),
    predicted: predicted && segmentText(predicted),
    similarity: outcome === 'correct' ? 1 : 0,
    ...(place.notCompared ? unsharedNote : {}),
  };
}

function pagesOf({ startPage, endPage }: ScoredSegment): string {
  return startPage === endPage ? `page ${startPage}` : `pages ${startPage}–${endPage}`;
}

function segmentText(segment: ScoredSegment): string {
  return `${segment.type}, ${pagesOf(segment)}`;
}

/**
 * Returns the confidence of a document: the confidence of its class, or the smallest confidence of its values. Returns
 * `null` if the document has no confidence.
 */
export function confidenceOf(
  { score }: ScoredRun,
  confidences: Record<string, number | null>,
): number | null {
  if (score.kind === 'CLASSIFY') return score.result.confidence;
  const known = Object.values(confidences).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((least, value) => Math.min(least, value), 1);
}
