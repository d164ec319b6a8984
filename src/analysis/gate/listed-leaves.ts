import { emptyMark } from '../../base/phrases.ts';
import { type CitationCounts, citationLabels, countCitations } from '../../model/score/citation-counts.ts';
import type { CheckedLeaf } from '../../model/score/comparison.ts';
import { type MetricName, metricNamed } from '../../model/score/metrics.ts';
import { displayValue } from '../display-value.ts';
import { leavesOf } from '../fold/documents/document-leaves.ts';
import {
  type ClassScore,
  type DocumentScores,
  hasOutput,
  type RunState,
  type ScoredRun,
} from '../fold/documents/document-scores.ts';
import { changeFlags, findNewErrors } from '../fold/documents/find-changes.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { citationCounts, countsOf, type PartScope, scopeLeaves } from '../fold/parts.ts';

/** Returns the positions of the documents with a wrong leaf of the scope in any repeat, in ascending order. */
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

/** Returns the wrong leaves of the first repeat that has a wrong leaf. */
export function wrongLeaves(scope: PartScope, { item, versions }: DocumentScores): CheckedLeaf[] {
  const [runs] = versions as readonly [readonly [ScoredRun, ...ScoredRun[]]];
  const found = runs.map(({ score }) => scopeLeaves(scope, score).filter(isWrongLeaf));
  return (found.find((leaves) => leaves.length > 0) ?? []).map(({ path, expected, predicted }) => ({
    itemId: item.id,
    path,
    expected: displayValue(expected),
    baseline: null,
    candidate: displayValue(predicted),
  }));
}

/** Returns the positions of the documents with a value in any repeat that lowers a citation metric. */
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

/** Returns the values that lower a citation metric, of the first repeat that has one. */
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
    return poor.map(({ path, state }) => ({
      itemId: item.id,
      path,
      expected: displayValue(leaves.get(path)?.expected),
      baseline: null,
      candidate: `${displayValue(leaves.get(path)?.predicted)} (${citationLabels[state]})`,
    }));
  }
  return [];
}

function lowersMetric(metric: MetricName, counts: CitationCounts): boolean {
  const [numerator, denominator] = metricNamed(metric).ofCitations?.(counts) ?? [0, 0];
  return numerator < denominator;
}

/**
 * Returns the positions of the documents with new errors over all repeats. A document has new errors if a
 * leaf of the scope is right in a smaller share of the candidate's repeats than of the baseline's. A smaller
 * share of repeats with an output is a new error too.
 */
export function newErrorDocuments(
  scope: PartScope,
  matches: (field: string) => boolean,
  pair: FoldedRun,
  documents: Int32Array,
): number[] {
  const [before, after] = pair.versions as readonly [VersionColumns, VersionColumns];
  const lostOutput = (position: number) =>
    shareOfOutputs(before.repeatStates.at(position)) > shareOfOutputs(after.repeatStates.at(position));
  const isInScope = (field: string) => (scope.fields?.has(field) ?? true) && matches(field);
  const hasRepeats = (position: number) =>
    before.repeatStates.at(position).length > 1 || after.repeatStates.at(position).length > 1;
  const documentsIn = (changes: FoldedRun['changes']) =>
    new Set(changes?.documentsWith(isInScope, changeFlags.newErrors));
  const [once, repeated] = [documentsIn(pair.changes), documentsIn(pair.repeatChanges)];
  const hasNewErrors =
    scope.label === undefined
      ? (position: number) => (hasRepeats(position) ? repeated : once).has(position)
      : newErrorsOfLabel();
  return Array.from(documents).filter((position) => hasNewErrors(position) || lostOutput(position));

  function newErrorsOfLabel(): (position: number) => boolean {
    const allOf = (version: VersionColumns) => version.ofScores((scores) => scores);
    const [was, is] = [allOf(before), allOf(after)];
    return (position) => newErrorsIn(scope, matches, '', was(position), is(position)).length > 0;
  }
}

function shareOfOutputs(states: readonly RunState[]): number {
  return states.filter(hasOutput).length / states.length;
}

type Runs = DocumentScores['versions'][number];

/**
 * Returns the new errors of the scope in one document. If there is none, but the candidate has
 * an output in a smaller share of repeats than the baseline, returns one entry for the whole document.
 */
export function newErrorLeaves(
  scope: PartScope,
  matches: (field: string) => boolean,
  { item, versions }: DocumentScores,
): readonly CheckedLeaf[] {
  const [before, after] = versions as readonly [Runs, Runs];
  const scoresOf = (runs: readonly ScoredRun[]) => runs.map(({ score }) => score);
  const found = newErrorsIn(scope, matches, item.id, scoresOf(before), scoresOf(after));
  const statesOf = (runs: readonly ScoredRun[]) => runs.map(({ state }) => state);
  if (found.length > 0 || shareOfOutputs(statesOf(before)) <= shareOfOutputs(statesOf(after))) return found;
  return [
    {
      itemId: item.id,
      path: '(whole document)',
      expected: '',
      baseline: 'an output',
      candidate: after.find(({ state }) => !hasOutput(state))?.failure ?? emptyMark,
    },
  ];
}

function newErrorsIn(
  scope: PartScope,
  matches: (field: string) => boolean,
  itemId: string,
  before: readonly (ScoredRun['score'] | ClassScore)[],
  after: readonly (ScoredRun['score'] | ClassScore)[],
): readonly CheckedLeaf[] {
  if (before.length === 0 || after.length === 0) return [];
  const inScope = (scores: typeof before) => scores.map((score) => scopeLeaves(scope, score));
  return findNewErrors(itemId, inScope(before), inScope(after))
    .filter(({ path }) => matches(path.replaceAll(/\[\d+\]/g, '')))
    .map(({ field: _, ...leaf }) => leaf);
}

function isWrongLeaf({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}
