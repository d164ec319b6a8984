import type { RunPlan, RunSummary } from '../../model/record/run-record.ts';
import type { RowSink, ScoredDocument } from '../../model/report/scored-document.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { compileDocumentScorer } from './documents/document-scorer.ts';
import type { DocumentScores } from './documents/document-scores.ts';
import { FoldBuilder } from './fold-builder.ts';
import type { FoldedRun } from './folded-run.ts';
import { findItemChanges, scoredDocument } from './scored-row.ts';

/** What the fold reads of a record. */
export interface FoldSource {
  readonly plan: RunPlan;
  readonly summary: RunSummary | null;
  documents(positions?: Iterable<number>): AsyncIterable<RecordedDocument>;
}

export interface FoldOptions {
  readonly scoring: ExtractionScoringOptions;
  /** Receives every scored document once, in order. */
  readonly sinks?: readonly RowSink[];
  /** Tags that a rule or a cluster option names. */
  readonly tags?: ReadonlySet<string>;
  /** Counts under every other choice of policies too, for the sensitivity table. */
  readonly lanes?: boolean;
  /** Called with each document after it was scored, before it is dropped. */
  readonly onDocument?: (scores: DocumentScores, row: ScoredDocument) => void;
}

/**
 * Reads a record once: parses each line once, scores each document once, adds it to columns, passes it to the row sinks
 * and drops it. Memory grows by about 100 bytes per document and version, whatever the documents hold.
 */
export async function foldRecord(source: FoldSource, options: FoldOptions): Promise<FoldedRun> {
  const scorer = compileDocumentScorer(source.plan, options.scoring, { lanes: options.lanes === true });
  const builder = new FoldBuilder(source.plan, source.summary, scorer, options.tags ?? new Set());
  const sinks = options.sinks ?? [];
  const leaves = sinks.some((sink) => sink.leaves === 'all') ? 'all' : 'wrong';
  for await (const document of source.documents()) {
    const scores = scorer.score(document);
    const row = builder.add(scores, leaves);
    options.onDocument?.(scores, row);
    for (const sink of sinks) sink.write(row);
  }
  return builder.finish();
}

/** Reads and scores the documents at some positions (rising) again, for the few that are shown with their values. */
export async function scoreAgain(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  positions: Iterable<number>,
  onDocument: (scores: DocumentScores, row: ScoredDocument) => void,
): Promise<void> {
  for await (const scores of scoreDocuments(source, scoring, positions))
    onDocument(scores, scoredDocument(scores, findItemChanges(scores), 'all'));
}

/** Reads and scores the documents again, all or those at some positions (rising), one at a time. */
export async function* scoreDocuments(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  positions?: Iterable<number>,
): AsyncGenerator<DocumentScores> {
  const scorer = compileDocumentScorer(source.plan, scoring);
  for await (const document of source.documents(positions)) yield scorer.score(document);
}
