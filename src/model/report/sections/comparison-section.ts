import type { PairedComparison } from '../../score/comparison.ts';
import type { Measurement } from '../../score/measurement.ts';

/**
 * A field or class that only one of the two configs has, or a field whose type differs between them. Such a field or
 * class is excluded from the comparison.
 */
export interface FieldChange {
  /** A `class` is a class of CLASSIFY or a document type of SPLITTER. */
  readonly part: 'field' | 'class';
  readonly field: string;
  readonly change: 'added' | 'removed' | 'renamed' | 'retyped';
  readonly to: string | null;
  readonly reason: string;
}

/** The parts of a report that exist only if two versions are compared. */
export interface ComparisonSection {
  /** Comparison of the share of fully right documents, then of the headline rate. */
  readonly headline: readonly PairedComparison[];
  /** One row per class (CLASSIFY) or per page type (SPLITTER). */
  readonly classes: readonly PairedComparison[];
  readonly slices: readonly SliceComparison[];
  readonly speed: readonly SpeedComparison[];
  readonly notComparable: readonly FieldChange[];
  /** Sentences about the items that were excluded because they differ between the records. */
  readonly restrictions: readonly string[];
  /**
   * Number of documents that are needed to decide an inconclusive comparison. `additional` of them are not in the
   * dataset yet. `null` if the comparison is decided, or if the number is unknown.
   */
  readonly documentsNeeded: { readonly total: number; readonly additional: number } | null;
}

export interface SliceComparison {
  readonly tag: string;
  readonly value: string;
  readonly documents: number;
  readonly comparison: PairedComparison;
}

/** Comparison of latency or cost on the documents for which both versions have a figure. */
export interface SpeedComparison {
  readonly label: string;
  readonly baseline: Measurement;
  readonly candidate: Measurement;
  readonly difference: Measurement;
  readonly better: 'lower' | 'none';
}
