import type { ProcessorKind } from '../processor/processor-config.ts';
import type { ComparisonVerdict } from '../score/comparison.ts';
import type { Measurement } from '../score/measurement.ts';

/** Output of `goldset compare --label-differences FILE --json`. */
export interface LabelListResult {
  readonly schemaVersion: 1;
  /** The written list. */
  readonly list: string;
  readonly baseline: string;
  readonly candidate: string;
  /** Number of compared documents. */
  readonly documents: number;
  /** Number of documents in which the versions differ. */
  readonly differing: number;
  /** Number of differing documents in the list. */
  readonly included: number;
  /** Number of values to label, without the optional lines of `$rest`. */
  readonly values: number;
  readonly share: number;
  readonly scorerFingerprint: string;
}

/** A quantity that labels of the differences identify. */
export interface LabelledQuestion {
  readonly label: string;
  /**
   * `document_exact`, `packet_exact` or `accuracy`; `field_accuracy`: share of documents in which the field is right;
   * `correct_values` per document; `precision`.
   */
  readonly metric: string;
  readonly scope: string;
  /** Mean difference per document: in points for right or wrong documents and fields, otherwise a number of values. */
  readonly difference: Measurement;
  /** Number of documents in which the versions differ here, labelled or not. */
  readonly differing: number;
  readonly p: number | null;
  readonly adjustedP: number | null;
  readonly verdict: ComparisonVerdict;
}

/** Output of `goldset compare --labels FILE --json`. */
export interface LabelComparisonResult {
  readonly schemaVersion: 1;
  readonly title: string;
  readonly kind: ProcessorKind;
  readonly baseline: string;
  readonly candidate: string;
  /**
   * `labels-open`: a line has no answer yet, so there are no results. `identical`: both versions have the same score in
   * every document, whatever the gold is.
   */
  readonly state: 'compared' | 'labels-open' | 'identical';
  readonly sentence: string;
  readonly documents: number;
  readonly differing: number;
  readonly included: number;
  /** Number of answered lines, also those with `unclear`. */
  readonly answered: number;
  readonly unclear: number;
  readonly open: number;
  /** Results of the quantities that the labels identify; empty if lines are open. */
  readonly questions: readonly LabelledQuestion[];
  /** Quantities that labels of the differences do not identify, with the reason. */
  readonly notIdentified: readonly { readonly quantity: string; readonly reason: string }[];
  /** The stored labels next to the record of the candidate; `null` if lines are open. */
  readonly overlay: string | null;
  readonly scorerFingerprint: string;
}
