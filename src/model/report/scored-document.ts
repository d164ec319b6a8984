import type { LeafOutcome } from '../score/item-score.ts';
import type { ChangedValue } from './document-state.ts';
import type { DocumentSummary, DocumentVersion } from './report-model.ts';
import type { PacketSection } from './report-sections.ts';

/** One scored document. Each `RowSink` receives the documents in the order of the record. */
export interface ScoredDocument extends Omit<DocumentSummary, 'versions'> {
  readonly versions: readonly ScoredDocumentVersion[];
  /**
   * Changed values in their order in the document. If the document has new errors, the list contains only the new
   * errors. Empty with one version.
   */
  readonly changes: readonly ChangedValue[];
  /** Segments of a packet; `null` unless the kind is SPLITTER. */
  readonly strip: PacketSection['strips'][number] | null;
}

export interface ScoredDocumentVersion
  extends Omit<DocumentVersion, 'leaves' | 'rows' | 'citations' | 'cited' | 'output'> {
  /** Leaves of the document; `null` if no sink requested leaves. */
  readonly leaves: readonly LeafOutcome[] | null;
}

/** Leaves that a sink needs: all, only the incorrect, missing and spurious ones, or none. */
export type LeafSelection = 'all' | 'wrong' | 'none';

/** Writes one row per scored document to a temporary file during scoring. `close` gives the file its final name. */
export interface RowSink {
  /** Leaves that `write` needs. The caller may pass more, and the sink ignores the others. */
  readonly leaves: LeafSelection;
  write(document: ScoredDocument): void;
  /** Finishes the file, gives it its final name and returns the written paths. */
  close(): readonly string[];
  /** Removes the unfinished file; does nothing after `close`. */
  abort(): void;
}
