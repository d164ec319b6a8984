import { countLeaves, zeroCounts } from '../../metrics/counts.ts';
import type { JsonValue } from '../../model/json-value.ts';
import { isJsonObject } from '../../model/json-value.ts';
import type { JudgedSegment } from '../../model/judgement.ts';
import type { LeafOutcome, Outcome } from '../../model/ledger.ts';
import { type Citation, citationSchema } from '../../model/output.ts';
import type { DocumentRow, DocumentVersion } from '../../model/report-model.ts';
import type { RecordedItem } from '../../model/run-record.ts';
import type { ScoredDocument } from '../../model/scored-document.ts';
import { findChanges } from '../find-changes.ts';
import type { Judgement, ScoredRun, ScoredVersion } from '../scored-run.ts';
import { packetStrip } from './packet-section.ts';

/** A scored document with its row of the report. */
export interface ReportedDocument {
  readonly row: DocumentRow;
  readonly scored: ScoredDocument;
}

/** Yields the documents of a run in order, with their changed values if two versions are compared. */
export function* reportedDocuments(run: ScoredRun): Generator<ReportedDocument> {
  for (const [position, item] of run.items.entries()) {
    const versions = run.versions.map((version) => documentVersion(item.versions[version] as ScoredVersion));
    const [baseline, candidate] = versions;
    const { id, document, tags, expectedOutput } = item.recorded;
    const changes = baseline && candidate ? findChanges(id, baseline.leaves, candidate.leaves) : null;
    const row: DocumentRow = {
      position,
      itemId: id,
      name: document.name,
      tags,
      change: changes?.change ?? 'none',
      versions,
      expected: expectedOutput as JsonValue,
      document: shownDocument(document),
    };
    const strip = run.plan.dataset.kind === 'SPLITTER' ? packetStrip(item, run) : null;
    yield { row, scored: { ...row, changes, strip } };
  }
}

function shownDocument({ kind, path, text }: RecordedItem['document']): DocumentRow['document'] {
  if (kind !== 'text' && kind !== 'file') return null;
  return { kind, path, ...(text === undefined ? {} : { text }) };
}

function documentVersion(scored: ScoredVersion): DocumentVersion {
  const { judgement, row } = scored;
  const leaves = leavesOf(judgement);
  const output = (row?.output ?? null) as JsonValue;
  const { citations, confidences } = metadataOf(output);
  return {
    state: scored.state,
    failure: scored.failure,
    counts:
      judgement.kind === 'EXTRACT'
        ? judgement.ledger.counts
        : leaves.length === 0
          ? zeroCounts
          : countLeaves(leaves),
    exact: exactOf(judgement),
    leaves,
    rows: judgement.kind === 'EXTRACT' ? judgement.ledger.rows : [],
    citations,
    confidences,
    confidence: confidenceOf(judgement, confidences),
    latencyMs: row?.latencyMs ?? null,
    credits: row?.credits ?? null,
    runId: row?.runId ?? null,
    output,
  };
}

/** Everything right: all leaves, the class, or the whole packet. */
export function exactOf(judgement: Judgement): boolean | null {
  if (judgement.kind === 'EXTRACT') return judgement.ledger.exact;
  if (judgement.kind === 'CLASSIFY') return judgement.answer.correct;
  return judgement.counted ? judgement.split.packetExact : null;
}

/** The judgement as leaves: a class is one leaf, a packet has one leaf a document. */
export function leavesOf(judgement: Judgement): readonly LeafOutcome[] {
  if (judgement.kind === 'EXTRACT') return judgement.ledger.leaves;
  if (judgement.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct, inList, notCompared } = judgement.answer;
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
  return splitLeaves(judgement.split.expected, judgement.split.predicted);
}

export const unsharedNote = { note: 'not compared: not every version has the expected class' };

type Segment = JudgedSegment;

/** One leaf an expected document, one an invented document; a range predicted twice is invented the second time. */
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
  const invented: LeafOutcome[] = free.map((segment) => ({
    path: pagesOf(segment),
    field: 'split',
    outcome: segment.notCompared ? 'excluded' : 'spurious',
    expected: undefined,
    predicted: segmentText(segment),
    similarity: 0,
    ...(segment.notCompared ? unsharedNote : {}),
  }));
  return [...leaves, ...invented];
}

function pagesOf({ startPage, endPage }: Segment): string {
  return startPage === endPage ? `page ${startPage}` : `pages ${startPage}–${endPage}`;
}

function segmentText(segment: Segment): string {
  return `${segment.type}, ${pagesOf(segment)}`;
}

interface OutputMetadata {
  readonly citations: Record<string, readonly Citation[]>;
  readonly confidences: Record<string, number | null>;
}

function metadataOf(output: JsonValue): OutputMetadata {
  const citations: Record<string, readonly Citation[]> = {};
  const confidences: Record<string, number | null> = {};
  const metadata = isJsonObject(output) && isJsonObject(output.metadata) ? output.metadata : {};
  for (const [path, entry] of Object.entries(metadata)) {
    if (!isJsonObject(entry)) continue;
    const listed = Array.isArray(entry.citations) ? entry.citations : [];
    const parsed = listed
      .map((citation) => citationSchema.safeParse(citation))
      .filter((result) => result.success);
    if (parsed.length > 0) citations[path] = parsed.map((result) => result.data);
    const confidence = entry.logprobsConfidence ?? entry.ocrConfidence;
    if (typeof confidence === 'number') confidences[path] = confidence;
  }
  return { citations, confidences };
}

/** Of a whole document: the class's confidence, or the least of its fields'. */
function confidenceOf(judgement: Judgement, confidences: Record<string, number | null>): number | null {
  if (judgement.kind === 'CLASSIFY') return judgement.answer.confidence;
  const known = Object.values(confidences).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((least, value) => Math.min(least, value), 1);
}
