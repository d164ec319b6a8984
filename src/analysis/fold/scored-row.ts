import { hasGold } from '../../model/dataset/evaluation-set.ts';
import type { PacketSection, StripSegment } from '../../model/report/report-sections.ts';
import type {
  LeafSelection,
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../model/report/scored-document.ts';
import type { ScoredSegment } from '../../model/score/class-and-split-scores.ts';
import { isExact } from './columns/stability-columns.ts';
import { confidenceOf, countsOf, leavesOf } from './documents/document-leaves.ts';
import { type DocumentScores, hasEnded, hasOutput, type ScoredRun } from './documents/document-scores.ts';
import {
  changeFlags,
  type DocumentSide,
  findChanges,
  findNewErrors,
  type ItemChanges,
  noChanges,
} from './documents/find-changes.ts';
import { confidencesOf } from './documents/output-metadata.ts';

/**
 * Returns the changes between the first two versions in their first repeats. Returns `null` if there is one version, if
 * the item has no gold, or if one of the versions has not ended on the item.
 */
export function findItemChanges({ item, versions }: DocumentScores): ItemChanges | null {
  const [baseline, candidate] = versions;
  if (baseline === undefined || candidate === undefined || !hasGold(item)) return null;
  const [before, after] = [baseline[0], candidate[0]];
  if (!hasEnded(before.state) || !hasEnded(after.state)) return null;
  // If the document is fully right in both versions, no leaf can have changed.
  if (isExact(before.score) === true && isExact(after.score) === true) return noChanges;
  return findChanges(sideOf(before), sideOf(after));
}

export function sideOf({ state, score }: Pick<ScoredRun, 'state' | 'score'>): DocumentSide {
  return { leaves: leavesOf(score), hasResult: hasOutput(state) };
}

/**
 * Returns the fields with new errors of the second version, over all repeats. Returns `null` if both versions have one
 * repeat, because `findItemChanges` then finds the same errors.
 */
export function findRepeatChanges({ versions }: DocumentScores): ItemChanges['fields'] | null {
  const [baseline, candidate] = versions;
  if (baseline === undefined || candidate === undefined) return null;
  if (!hasEnded(baseline[0].state) || !hasEnded(candidate[0].state)) return null;
  if (baseline.length === 1 && candidate.length === 1) return null;
  const ended = (runs: readonly ScoredRun[]) => runs.filter(({ state }) => hasEnded(state));
  const [before, after] = [ended(baseline), ended(candidate)];
  if ([...before, ...after].every(({ score }) => isExact(score) === true)) return null;
  const found = findNewErrors(before.map(sideOf), after.map(sideOf));
  return new Map(found.map(({ field }) => [field, changeFlags.newError]));
}

/**
 * Returns the row of a scored document. Each version in the row has its leaves, unless all leaves are right and
 * `leaves` is not `all`.
 */
export function scoredDocument(
  scores: DocumentScores,
  changes: ItemChanges | null,
  leaves: LeafSelection,
): ScoredDocument {
  const { position, item, versions } = scores;
  return {
    position,
    itemId: item.id,
    name: item.document.name,
    tags: item.tags,
    change: changes?.change ?? null,
    versions: versions.map(([first]) => scoredVersion(first, leaves)),
    changes: changes?.values ?? [],
    strip: stripOf(scores),
  };
}

function scoredVersion(run: ScoredRun, leaves: LeafSelection): ScoredDocumentVersion {
  const { state, failure, row, score } = run;
  const confidences = confidencesOf(row?.output);
  const exact = isExact(score);
  return {
    state,
    failure,
    counts: countsOf(score),
    exact,
    leaves: leaves === 'all' || score.kind !== 'EXTRACT' || exact !== true ? leavesOf(score) : null,
    confidences,
    confidence: confidenceOf(run, confidences),
    latencyMs: row?.latencyMs ?? null,
    credits: row?.credits ?? null,
    runId: row?.runId ?? null,
  };
}

/**
 * Returns the expected segments of a packet and the segments that each version predicted in its first repeat. Returns
 * `null` for other kinds of processors.
 */
function stripOf({ item, versions }: DocumentScores): PacketSection['strips'][number] | null {
  const splits = versions.map(([{ score }]) => (score.kind === 'SPLITTER' ? score.split : null));
  if (splits.every((split) => split === null)) return null;
  return {
    itemId: item.id,
    pages: Math.max(0, ...splits.map((split) => split?.pages ?? 0)),
    expected: (splits.at(-1)?.expected ?? []).map(segment),
    predicted: splits.map((split) => (split?.hasOutput ? split.predicted.map(segment) : null)),
  };
}

function segment({ type, startPage, endPage, exact }: ScoredSegment): StripSegment {
  return { type, startPage, endPage, exact };
}
