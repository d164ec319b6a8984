import type { LeafOutcome } from '../score/item-score.ts';
import type { DocumentChanges, DocumentSummary, DocumentVersion } from './report-model.ts';
import type { PacketSection } from './report-sections.ts';

/** One scored document, as row sinks receive it in the order of the record. It is not kept in memory. */
export interface ScoredDocument extends Omit<DocumentSummary, 'versions'> {
  readonly versions: readonly ScoredDocumentVersion[];
  readonly changes: DocumentChanges | null;
  /** Segments of a packet; `null` unless the kind is SPLITTER. */
  readonly strip: PacketSection['strips'][number] | null;
}

export interface ScoredDocumentVersion
  extends Omit<DocumentVersion, 'leaves' | 'rows' | 'citations' | 'output'> {
  /** Leaves of the document; `null` if no sink requested leaves. */
  readonly leaves: readonly LeafOutcome[] | null;
}

/** Leaves that a sink needs: all, only the incorrect, missing and spurious ones, or none. */
export type LeafSelection = 'all' | 'wrong' | 'none';

/** Writes rows of scored documents to a file while scoring runs. Nothing is visible at the target before `close`. */
export interface RowSink {
  /** Leaves that `write` needs. The caller may pass more; the sink writes only its selection. */
  readonly leaves: LeafSelection;
  write(document: ScoredDocument): void;
  /** Finishes the file, renames it into place and returns the written paths. */
  close(): readonly string[];
  /** Removes the unfinished file; does nothing after `close`. */
  abort(): void;
}
