import { emptyMark } from '../../base/phrases.ts';
import { type CitationCounts, citationLabels, countCitations } from '../../model/score/citation-counts.ts';
import type { CheckedLeaf } from '../../model/score/comparison.ts';
import { type MetricName, metricNamed } from '../../model/score/metrics.ts';
import { displayValue } from '../display-value.ts';
import { isExact } from '../fold/columns/stability-columns.ts';
import { leavesOf } from '../fold/documents/document-leaves.ts';
import {
  type DocumentScores,
  hasOutput,
  type RunState,
  type ScoredRun,
} from '../fold/documents/document-scores.ts';
import { changeFlags, type DocumentSide, findNewErrors } from '../fold/documents/find-changes.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { citationCounts, countsOf, type PartScope, scopeLeaves } from '../fold/parts.ts';
import { sideOf } from '../fold/scored-row.ts';

/** Returns, in ascending order, the positions of the documents in which any repeat has a wrong leaf of the scope. */
export function wrongDocuments(scope: PartScope, version: VersionColumns, documents: Int32Array): number[] {
  const counts = countsOf(version, scope);
  const isWrong =
    counts === null
      ? version.ofScores((scores) => scores.some((score) => scopeLeaves(scope, score).some(isWrongLeaf)))
      : counts.map((repeats) =>
          repeats.some(({ incorrect, missing, spurious }) => incorrect + missing + spurious > 0),
        );
  return Array.from(documents).filter(isWrong);
}

/** Returns the wrong leaves of a document, in the first repeat with a wrong leaf of the scope. */
export function wrongLeaves(scope: PartScope, { item, versions }: DocumentScores): CheckedLeaf[] {
  const [runs] = versions as readonly [readonly [ScoredRun, ...ScoredRun[]]];
  const found = runs.map(({ score }) => scopeLeaves(scope, score).filter(isWrongLeaf));
  return (found.find((leaves) => leaves.length > 0) ?? []).map(
    ({ path, spuriousRow, expected, predicted }) => ({
      itemId: item.id,
      path,
      ...(spuriousRow && { extraRow: spuriousRow }),
      expected: displayValue(expected),
      baseline: null,
      candidate: displayValue(predicted),
    }),
  );
}

/** Returns the positions of the documents in which any repeat has a value that lowers a citation metric. */
export function poorlyCitedDocuments(
  metric: MetricName,
  scope: PartScope,
  version: VersionColumns,
  documents: Int32Array,
): number[] {
  const isPoor = citationCounts(version, scope).map((repeats) =>
    repeats.some((counts) => lowersMetric(metric, counts)),
  );
  return Array.from(documents).filter(isPoor);
}

/** Returns the values of a document that lower a citation metric, in the first repeat with such a value. */
export function poorlyCitedLeaves(
  metric: MetricName,
  { fields }: PartScope,
  { item, versions }: DocumentScores,
): CheckedLeaf[] {
  const [runs] = versions as readonly [readonly [ScoredRun, ...ScoredRun[]]];
  for (const { score, citations = [] } of runs) {
    const poor = citations.filter(
      (citation) => (fields?.has(citation.field) ?? true) && lowersMetric(metric, countCitations([citation])),
    );
    if (poor.length === 0) continue;
    const leaves = new Map(leavesOf(score).map((leaf) => [leaf.predictedPath ?? leaf.path, leaf]));
    return poor.map(({ path, predicted, state }) => ({
      itemId: item.id,
      path,
      expected: displayValue(leaves.get(path)?.expected),
      baseline: null,
      candidate: `${displayValue(predicted)} (${citationLabels[state]})`,
    }));
  }
  return [];
}

function lowersMetric(metric: MetricName, counts: CitationCounts): boolean {
  const [numerator, denominator] = metricNamed(metric).ofCitations?.(counts) ?? [0, 0];
  return numerator < denominator;
}

/**
 * Returns the positions of the documents with new errors over all repeats. A document has new errors if a leaf of the
 * scope is right in a smaller share of the candidate's repeats than of the baseline's. In a repeat without a result,
 * every expected value is wrong.
 */
export function newErrorDocuments(
  scope: PartScope,
  matches: (field: string) => boolean,
  pair: FoldedRun,
  documents: Int32Array,
): number[] {
  const [before, after] = pair.versions as readonly [VersionColumns, VersionColumns];
  if (scope.label !== undefined) {
    const [was, is] = [sidesOfLabel(scope, before), sidesOfLabel(scope, after)];
    return Array.from(documents).filter((position) =>
      findNewErrors(was(position), is(position)).some(({ field }) => matches(field)),
    );
  }
  const isInScope = (field: string) => (scope.fields?.has(field) ?? true) && matches(field);
  const documentsIn = (changes: FoldedRun['changes']) =>
    new Set(changes?.documentsWith(isInScope, changeFlags.newError));
  const [once, repeated] = [documentsIn(pair.changes), documentsIn(pair.repeatChanges)];
  return Array.from(documents).filter((position) =>
    (hasRepeats(pair, position) ? repeated : once).has(position),
  );
}

/**
 * Returns a function of the position of a document. Its result has one entry per repeat, with the leaves of the class
 * in `scope`: the class of a document, or segments of a packet.
 */
function sidesOfLabel(scope: PartScope, version: VersionColumns): (position: number) => DocumentSide[] {
  const scoresAt = version.ofScores((scores) => scores);
  return (position) => {
    const states = version.repeatStates.at(position);
    return scoresAt(position).map((score, repeat) => ({
      leaves: scopeLeaves(scope, score),
      hasResult: hasOutput(states[repeat] ?? 'not-run'),
    }));
  };
}

/**
 * Returns the positions of the newly wrong documents over all repeats. In such a document, the candidate has a smaller
 * share of fully right repeats than the baseline, or a smaller share of repeats with a result.
 */
export function newlyWrongDocuments(pair: FoldedRun, documents: Int32Array): number[] {
  const [before, after] = pair.versions as readonly [VersionColumns, VersionColumns];
  const [wasRight, isRight] = [rightRepeats(before), rightRepeats(after)];
  const isWorse = (position: number) => {
    const [was, is] = [before.repeatStates.at(position), after.repeatStates.at(position)];
    return (
      wasRight(position) / was.length > isRight(position) / is.length ||
      shareOfOutputs(was) > shareOfOutputs(is)
    );
  };
  return Array.from(documents).filter((position) =>
    hasRepeats(pair, position) ? isWorse(position) : pair.changes?.isNewlyWrong(position),
  );
}

/** Returns a function that finds the number of fully right repeats by the position of the document. */
function rightRepeats(version: VersionColumns): (position: number) => number {
  return version.extraction === null
    ? version.ofScores((scores) => scores.filter((score) => isExact(score) === true).length)
    : version.extraction.total.map((runs) => runs.filter(({ exact }) => exact === true).length);
}

function hasRepeats({ versions }: FoldedRun, position: number): boolean {
  return versions.some(({ repeatStates }) => repeatStates.at(position).length > 1);
}

function shareOfOutputs(states: readonly RunState[]): number {
  return states.filter(hasOutput).length / states.length;
}

export function newErrorLeaves(
  scope: PartScope,
  matches: (field: string) => boolean,
  { item, versions }: DocumentScores,
): readonly CheckedLeaf[] {
  const sides = (runs: readonly ScoredRun[] = []) =>
    runs.map((run) => ({ ...sideOf(run), leaves: scopeLeaves(scope, run.score) }));
  return findNewErrors(sides(versions[0]), sides(versions[1]))
    .filter(({ path }) => matches(path.replaceAll(/\[\d+\]/g, '')))
    .map(({ field: _, ...leaf }) => ({ itemId: item.id, ...leaf }));
}

/**
 * Returns the new errors of a newly wrong document. If the document has no new errors because a repeat has no result,
 * returns one entry for the whole document.
 */
export function newlyWrongLeaves(document: DocumentScores): readonly CheckedLeaf[] {
  const found = newErrorLeaves({}, () => true, document);
  const lost = document.versions[1]?.find(({ state }) => !hasOutput(state));
  if (found.length > 0 || lost === undefined) return found;
  return [
    {
      itemId: document.item.id,
      path: '(whole document)',
      expected: '',
      baseline: 'a result',
      candidate: lost.failure ?? emptyMark,
    },
  ];
}

function isWrongLeaf({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}
