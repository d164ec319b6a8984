import type { Counts, LeafOutcome } from '../score/item-score.ts';
import type { ChangedDocument, DocumentRow, DocumentVersion } from './report-model.ts';
import type { PacketSection } from './report-sections.ts';

/**
 * One scored document, as the fold passes it to row sinks. The fold drops it after the sinks have written it.
 */
export interface ScoredDocument {
  /** Number of the document in the record, from 0; sinks receive documents in this order. */
  readonly position: number;
  readonly itemId: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly change: DocumentRow['change'];
  /** Parallel to the versions of the report. */
  readonly versions: readonly ScoredDocumentVersion[];
  /** Changed values between the two versions; `null` with one version. */
  readonly changes: DocumentChanges | null;
  /** Segments of a packet; `null` unless the kind is SPLITTER. */
  readonly strip: PacketSection['strips'][number] | null;
}

/** Values of one document that two versions read differently. */
export interface DocumentChanges {
  readonly newErrors: readonly ChangedDocument[];
  readonly fixed: readonly ChangedDocument[];
  readonly changedWrong: readonly ChangedDocument[];
}

export interface ScoredDocumentVersion {
  readonly state: DocumentVersion['state'];
  readonly failure: string | null;
  readonly counts: Counts;
  readonly exact: boolean | null;
  /** Leaves of the document; `null` if no sink requested leaves. */
  readonly leaves: readonly LeafOutcome[] | null;
  readonly confidences: DocumentVersion['confidences'];
  readonly confidence: number | null;
  readonly latencyMs: number | null;
  readonly credits: number | null;
  readonly runId: string | null;
}

/** Leaves that a sink needs: all, only the incorrect, missing and spurious ones, or none. */
export type LeafSelection = 'all' | 'wrong' | 'none';

/** Writes rows of scored documents to a file while scoring runs. Nothing is visible at the target before `close`. */
export interface RowSink {
  /** Leaves that `write` needs. The caller may pass more; the sink writes only its selection. */
  readonly leaves: LeafSelection;
  /** Writes one document. */
  write(document: ScoredDocument): void;
  /** Finishes the file, renames it into place and returns the written paths. */
  close(): readonly string[];
  /** Removes the unfinished file; does nothing after `close`. */
  abort(): void;
}
