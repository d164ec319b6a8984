import type {
  LeafSelection,
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../model/report/scored-document.ts';
import { isExact } from './columns/stability-columns.ts';
import { confidenceOf, confidencesOf, countsOf, leavesOf } from './documents/document-leaves.ts';
import { findChanges, type ItemChanges, noChanges } from './documents/find-changes.ts';
import type { JudgedDocument, JudgedRun } from './documents/judged-document.ts';
import { stripOf } from './documents/packet-strip.ts';

/** The changes between the first repeats of the first two versions of a document; `null` if there is one version. */
export function findItemChanges({ item, versions }: JudgedDocument): ItemChanges | null {
  const [baseline, candidate] = versions;
  if (baseline === undefined || candidate === undefined) return null;
  const [before, after] = [baseline[0].score, candidate[0].score];
  // A document that both versions have fully right has no wrong leaf that could have changed.
  if (isExact(before) === true && isExact(after) === true) return noChanges;
  return findChanges(item.id, leavesOf(before), leavesOf(after));
}

/** A scored document as row sinks take it. It has its leaves if `leaves` is `all`, or if any leaf is wrong. */
export function scoredDocument(
  judged: JudgedDocument,
  changes: ItemChanges | null,
  leaves: LeafSelection,
): ScoredDocument {
  const { position, item, versions } = judged;
  return {
    position,
    itemId: item.id,
    name: item.document.name,
    tags: item.tags,
    change: changes?.change ?? 'none',
    versions: versions.map(([first]) => scoredVersion(first, leaves)),
    changes,
    strip: stripOf(judged),
  };
}

function scoredVersion(run: JudgedRun, leaves: LeafSelection): ScoredDocumentVersion {
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
