import { countLeaves, zeroCounts } from '../../../metrics/counts.ts';
import type { JsonValue } from '../../../model/json/json-value.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import { type Citation, citationSchema } from '../../../model/processor/output.ts';
import type { ScoredSegment } from '../../../model/score/class-and-split-scores.ts';
import type { Counts, LeafOutcome, Outcome } from '../../../model/score/item-score.ts';
import type { RunScore, ScoredRun } from './document-scores.ts';

/** Returns the leaf counts of one run. Classes and packets have leaves too. */
export function countsOf(score: RunScore): Counts {
  if (score.kind === 'EXTRACT') return score.counts.total;
  const leaves = leavesOf(score);
  return leaves.length === 0 ? zeroCounts : countLeaves(leaves);
}

/** Returns the leaves of a run. A class is one leaf; a packet has one leaf per document. */
export function leavesOf(score: RunScore): readonly LeafOutcome[] {
  if (score.kind === 'EXTRACT') return score.counts.itemScore().leaves;
  if (score.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct, inList, notCompared } = score.answer;
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

export const unsharedNote = { note: 'not compared: not every version has the expected class' };

type Segment = ScoredSegment;

/** Returns one leaf per expected or spurious document. The second prediction of the same page range is spurious. */
function splitLeaves(expected: readonly Segment[], predicted: readonly Segment[]): LeafOutcome[] {
  const free = [...predicted];
  const leaves: LeafOutcome[] = expected.map((segment) => {
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
    return {
      path: pagesOf(segment),
      field: 'split',
      outcome,
      expected: segmentText(segment),
      predicted: found && segmentText(found),
      similarity: outcome === 'correct' ? 1 : 0,
      ...(segment.notCompared ? unsharedNote : {}),
    };
  });
  const spurious: LeafOutcome[] = free.map((segment) => ({
    path: pagesOf(segment),
    field: 'split',
    outcome: segment.notCompared ? 'excluded' : 'spurious',
    expected: undefined,
    predicted: segmentText(segment),
    similarity: 0,
    ...(segment.notCompared ? unsharedNote : {}),
  }));
  return [...leaves, ...spurious];
}

function pagesOf({ startPage, endPage }: Segment): string {
  return startPage === endPage ? `page ${startPage}` : `pages ${startPage}–${endPage}`;
}

function segmentText(segment: Segment): string {
  return `${segment.type}, ${pagesOf(segment)}`;
}

/** Returns the confidences of the values of an output, by path. */
export function confidencesOf(output: unknown): Record<string, number | null> {
  const confidences: Record<string, number | null> = {};
  for (const [path, entry] of metadataOf(output)) {
    const confidence = entry.logprobsConfidence ?? entry.ocrConfidence;
    if (typeof confidence === 'number') confidences[path] = confidence;
  }
  return confidences;
}

/** Returns the places on pages that an output cites for its values, by path. Ignores invalid citations. */
export function citationsOf(output: unknown): Record<string, readonly Citation[]> {
  const citations: Record<string, readonly Citation[]> = {};
  for (const [path, entry] of metadataOf(output)) {
    const listed = Array.isArray(entry.citations) ? entry.citations : [];
    const parsed = listed
      .map((citation) => citationSchema.safeParse(citation))
      .filter((result) => result.success);
    if (parsed.length > 0) citations[path] = parsed.map((result) => result.data);
  }
  return citations;
}

function metadataOf(output: unknown): [string, Readonly<Record<string, JsonValue | undefined>>][] {
  if (!isJsonObject(output) || !isJsonObject(output.metadata)) return [];
  return Object.entries(output.metadata).flatMap(([path, entry]) =>
    isJsonObject(entry) ? [[path, entry] as [string, typeof entry]] : [],
  );
}

/** Returns the confidence of a document: that of its class, or the smallest of its values; `null` if there is none. */
export function confidenceOf(
  { score }: ScoredRun,
  confidences: Record<string, number | null>,
): number | null {
  if (score.kind === 'CLASSIFY') return score.answer.confidence;
  const known = Object.values(confidences).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((least, value) => Math.min(least, value), 1);
}
