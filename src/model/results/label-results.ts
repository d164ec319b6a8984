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
  /** Number of answers that were copied from an earlier list. */
  readonly answered: number;
  readonly share: number;
  /**
   * Per field: the number of documents to include, and the number in which the versions differ. These quotas replace
   * the share; `null` without quotas.
   */
  readonly quotas:
    | readonly { readonly field: string; readonly documents: number; readonly differing: number }[]
    | null;
  /**
   * Comparison that a sequential list decides: `overall`, or a field such as `field:total`; `null` for a list of fixed
   * length.
   */
  readonly sequential: string | null;
  readonly scorerFingerprint: string;
}

/** A quantity that can be computed from labels of only those values in which the versions differ. */
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
  /** Number of documents in which the versions differ in this quantity, labelled or not. */
  readonly differing: number;
  readonly p: number | null;
  readonly adjustedP: number | null;
  readonly verdict: ComparisonVerdict;
}

/** State of a comparison that reads the labels one document after the other. */
export interface SequentialComparison {
  readonly label: string;
  /** `overall`, or a field such as `field:total_amount`. */
  readonly scope: string;
  /** 1 minus the probability of a wrong decision for equal versions. */
  readonly confidence: number;
  /** Number of documents read: those before the first document without an answer, in the order of the list. */
  readonly read: number;
  /** Number of read documents in which the candidate is better, and in which it is worse. */
  readonly better: number;
  readonly worse: number;
  /** Evidence against equal versions. The comparison stops when the evidence reaches the limit for the first time. */
  readonly evidence: number;
  readonly limit: number;
  /** Number of documents read until the decision; `null` without a decision. */
  readonly stoppedAfter: number | null;
  readonly verdict: ComparisonVerdict;
  /**
   * Among the documents with a difference, the share in which the candidate is better, with its interval. `value` is
   * `null` if there is no such document.
   */
  readonly share: { readonly value: number | null; readonly low: number; readonly high: number };
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
   * every document, whatever the gold is. `stopped`: the answers of a sequential list decide the comparison, so no
   * further answer is needed.
   */
  readonly state: 'compared' | 'labels-open' | 'identical' | 'stopped';
  readonly sentence: string;
  readonly documents: number;
  readonly differing: number;
  readonly included: number;
  /** Number of answered lines, also those with `unclear`. */
  readonly answered: number;
  readonly unclear: number;
  readonly open: number;
  /** Results of the quantities that can be computed from the labels; empty if lines are open. */
  readonly questions: readonly LabelledQuestion[];
  /**
   * Result of the comparison that a sequential list decides. Such a list gives no other results. `null` for a list of
   * fixed length.
   */
  readonly sequential: SequentialComparison | null;
  /**
   * The comparison that the run declared primary. If the labels are sufficient for this comparison, it gets half of the
   * error probability.
   */
  readonly primary: { readonly name: string; readonly isIdentified: boolean } | null;
  /**
   * Number of values in the gold per document, which determines the size of the difference in recall; `null` if it was
   * not given.
   */
  readonly goldValues: {
    readonly perDocument: number;
    readonly source: 'known' | 'estimated';
    /** Number of documents in the sample that estimates the value; `null` for a known value. */
    readonly sample: number | null;
  } | null;
  /** Quantities that cannot be computed from the labels, each with the reason. */
  readonly notIdentified: readonly { readonly quantity: string; readonly reason: string }[];
  /** Path of the labels that were stored next to the record of the candidate; `null` if lines are open. */
  readonly overlay: string | null;
  readonly scorerFingerprint: string;
}
