import type { RunPlan, RunSummary } from '../../model/record/run-record.ts';
import type { RowSink, ScoredDocument } from '../../model/report/scored-document.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { compileDocumentScorer } from './documents/document-scorer.ts';
import type { DocumentScores } from './documents/document-scores.ts';
import { FoldBuilder } from './fold-builder.ts';
import type { FoldedRun } from './folded-run.ts';
import { findItemChanges, scoredDocument } from './scored-row.ts';

export interface FoldSource {
  readonly plan: RunPlan;
  readonly summary: RunSummary | null;
  documents(positions?: Iterable<number>): AsyncIterable<RecordedDocument>;
}

/** Receives a scored document. The next document waits for a returned promise. */
type OnDocument = (scores: DocumentScores, row: ScoredDocument) => void | Promise<void>;

interface FoldOptions {
  readonly scoring: ExtractionScoringOptions;
  readonly sinks?: readonly RowSink[];
  /** Tags that a rule or a cluster option names. */
  readonly tags?: ReadonlySet<string>;
  /** Whether to count under each other scoring policy too, for the sensitivity table. */
  readonly lanes?: boolean;
  readonly onDocument?: OnDocument;
}

/**
 * Reads a record once. Scores each document, adds the counts to columns and passes the document to the row sinks.
 * Memory grows by about 100 bytes per document and version, however large the documents are.
 */
export async function foldRecord(source: FoldSource, options: FoldOptions): Promise<FoldedRun> {
  const scorer = compileDocumentScorer(source.plan, options.scoring, { lanes: options.lanes === true });
  const builder = new FoldBuilder(source.plan, source.summary, scorer, options.tags ?? new Set());
  const sinks = options.sinks ?? [];
  const leaves = sinks.some((sink) => sink.leaves === 'all') ? 'all' : 'wrong';
  for await (const document of source.documents()) {
    const scores = scorer.score(document);
    const row = builder.add(scores, leaves);
    const done = options.onDocument?.(scores, row);
    // Waiting for every document would take time, and few documents return a promise.
    if (done instanceof Promise) await done;
    for (const sink of sinks) sink.write(row);
  }
  return builder.finish();
}

/** Reads and scores the documents at these ascending positions again, for the report to show their values. */
export async function scoreAgain(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  positions: Iterable<number>,
  onDocument: (scores: DocumentScores, row: ScoredDocument) => void,
): Promise<void> {
  for await (const scores of scoreDocuments(source, scoring, positions))
    onDocument(scores, scoredDocument(scores, findItemChanges(scores), 'all'));
}

/** Reads and scores documents one at a time: all of them, or those at these ascending positions. */
export async function* scoreDocuments(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  positions?: Iterable<number>,
): AsyncGenerator<DocumentScores> {
  const scorer = compileDocumentScorer(source.plan, scoring);
  for await (const document of source.documents(positions)) yield scorer.score(document);
}
