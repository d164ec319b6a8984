import type { PairedComparison } from '../score/comparison.ts';
import type { Measurement } from '../score/measurement.ts';

/** A field or class that only one of two configs has, or a field that is a value in one and a group of values in the other. It is not comparable, which is not the same as wrong. */
export interface FieldChange {
  /** Classes of CLASSIFY, types of SPLITTER. */
  readonly part: 'field' | 'class';
  /** The name of the field or class. */
  readonly field: string;
  readonly change: 'added' | 'removed' | 'renamed' | 'retyped';
  /** Its name in the candidate where it was renamed. */
  readonly to: string | null;
  /** How that is known. */
  readonly reason: string;
}

/** What a comparison of two versions shows beside the tables that one version has too. */
export interface ComparisonSection {
  /** Fully right documents first, then the headline rate. */
  readonly headline: readonly PairedComparison[];
  /** A row a class (CLASSIFY), or a type of pages (SPLITTER). */
  readonly classes: readonly PairedComparison[];
  readonly slices: readonly SliceComparison[];
  readonly speed: readonly SpeedComparison[];
  readonly notComparable: readonly FieldChange[];
  /** What was left out so that both sides have the same items. */
  readonly restrictions: readonly string[];
  /** What would settle an open question; null where the question is not open, or nothing would. */
  readonly settles: { readonly documents: number; readonly more: number } | null;
}

export interface SliceComparison {
  readonly tag: string;
  readonly value: string;
  readonly documents: number;
  readonly comparison: PairedComparison;
}

/** Latency or cost on the documents that both versions have a figure for. */
export interface SpeedComparison {
  readonly label: string;
  readonly baseline: Measurement;
  readonly candidate: Measurement;
  readonly difference: Measurement;
  readonly better: 'lower' | 'none';
}
