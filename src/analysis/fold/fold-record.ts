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

/** Called for each scored document. If it returns a promise, the next document waits for it. */
type OnDocument = (scores: DocumentScores, row: ScoredDocument) => void | Promise<void>;

interface FoldOptions {
  readonly scoring: ExtractionScoringOptions;
  readonly sinks?: readonly RowSink[];
  /** Tags that must be kept because a gate rule or `--cluster-by` names them. */
  readonly tags?: ReadonlySet<string>;
  /** Whether to also count the leaves under other scoring policies. The sensitivity table needs these counts. */
  readonly lanes?: boolean;
  readonly onDocument?: OnDocument;
}

/**
 * Reads a record once. Scores each document, adds its counts to columns and passes the document on. Memory grows by
 * about 100 bytes per document and version, regardless of the size of the documents.
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
    // `await` takes time even without a promise, so use it only for promises.
    if (done instanceof Promise) await done;
    for (const sink of sinks) sink.write(row);
  }
  return builder.finish();
}

/**
 * Reads and scores the documents at the given positions (ascending) a second time, so that the report can show their
 * values.
 */
export async function scoreAgain(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  positions: Iterable<number>,
  onDocument: (scores: DocumentScores, row: ScoredDocument) => void,
): Promise<void> {
  for await (const scores of scoreDocuments(source, scoring, positions))
    onDocument(scores, scoredDocument(scores, findItemChanges(scores), 'all'));
}

/**
 * Reads and scores documents one at a time. If `positions` (ascending) is given, reads only the documents at these
 * positions.
 */
export async function* scoreDocuments(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  positions?: Iterable<number>,
): AsyncGenerator<DocumentScores> {
  const scorer = compileDocumentScorer(source.plan, scoring);
  for await (const document of source.documents(positions)) yield scorer.score(document);
}
