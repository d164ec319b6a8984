import type { PacketSection, StripSegment } from '../../model/report/report-sections.ts';
import type {
  LeafSelection,
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../model/report/scored-document.ts';
import type { ScoredSegment } from '../../model/score/class-and-split-scores.ts';
import { isExact } from './columns/stability-columns.ts';
import { confidenceOf, countsOf, leavesOf } from './documents/document-leaves.ts';
import type { DocumentScores, ScoredRun } from './documents/document-scores.ts';
import {
  changeFlags,
  findChanges,
  findNewErrors,
  type ItemChanges,
  noChanges,
} from './documents/find-changes.ts';
import { confidencesOf } from './documents/output-metadata.ts';

/** Returns the changes between the first repeats of the first two versions; `null` if there is one version. */
export function findItemChanges({ item, versions }: DocumentScores): ItemChanges | null {
  const [baseline, candidate] = versions;
  if (baseline === undefined || candidate === undefined) return null;
  const [before, after] = [baseline[0].score, candidate[0].score];
  // If the document is fully right in both versions, no leaf can have changed.
  if (isExact(before) === true && isExact(after) === true) return noChanges;
  return findChanges(item.id, leavesOf(before), leavesOf(after));
}

/**
 * Returns the fields with new errors over all repeats of the first two versions. Returns `null` if both
 * versions have only one repeat, because `findItemChanges` then finds the same errors.
 */
export function findRepeatChanges({
  item,
  versions,
}: DocumentScores): Pick<ItemChanges, 'change' | 'fields'> | null {
  const [baseline, candidate] = versions;
  if (baseline === undefined || candidate === undefined) return null;
  if (baseline.length === 1 && candidate.length === 1) return null;
  if ([...baseline, ...candidate].every(({ score }) => isExact(score) === true)) return noChanges;
  const found = findNewErrors(
    item.id,
    baseline.map(({ score }) => leavesOf(score)),
    candidate.map(({ score }) => leavesOf(score)),
  );
  if (found.length === 0) return noChanges;
  return {
    change: 'new-errors',
    fields: new Map(found.map(({ field }) => [field, changeFlags.newErrors])),
  };
}

/** Returns a scored document as a row for sinks. The row has its leaves if `leaves` is `all` or if a leaf is wrong. */
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
    change: changes?.change ?? 'none',
    versions: versions.map(([first]) => scoredVersion(first, leaves)),
    changes,
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
 * Returns the expected segments of a packet and the segments that each version predicted in its first repeat;
 * `null` for other kinds.
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
