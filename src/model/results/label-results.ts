import type { ProcessorKind } from '../processor/processor-config.ts';
import type { ComparisonVerdict } from '../score/comparison.ts';
import type { Measurement } from '../score/measurement.ts';

/** Output of `goldset compare --label-differences FILE --json`. */
export interface LabelListResult {
  readonly schemaVersion: 1;
  /** Path of the written list. */
  readonly list: string;
  readonly baseline: string;
  readonly candidate: string;
  /** Number of compared documents. */
  readonly documents: number;
  /**
   * Number of documents in which the versions differ. In a sequential list, only differences within its scope count.
   */
  readonly differing: number;
  /** Number of differing documents in the list. */
  readonly included: number;
  /** Number of values to label. The optional lines with the path `$rest` do not count. */
  readonly values: number;
  /** Number of answers that were copied from an earlier list. */
  readonly answered: number;
  readonly share: number;
  /**
   * Quotas per field: about how many documents the list includes, and in how many documents the versions differ. `null`
   * if documents were chosen by `share`.
   */
  readonly quotas:
    | readonly { readonly field: string; readonly documents: number; readonly differing: number }[]
    | null;
  /**
   * Comparison that a sequential list decides: `overall`, or a field such as `field:total`. `null` if the list has a
   * fixed length.
   */
  readonly sequential: string | null;
  readonly scorerFingerprint: string;
}

/** A quantity that can be computed from labels of only those values in which the versions differ. */
export interface LabelledQuestion {
  readonly label: string;
  /**
   * Name of the metric: `document_exact`, `packet_exact`, `accuracy`, `precision`, `recall`, `field_accuracy` (share of
   * documents in which the field is right) or `correct_values` (number of correct values per document).
   */
  readonly metric: string;
  readonly scope: string;
  /**
   * Difference between the versions, candidate minus baseline. The unit is values per document for `correct_values`,
   * and points for all other metrics.
   */
  readonly difference: Measurement;
  /** Number of documents in which the versions differ in this quantity, including documents without labels. */
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
  /** If the versions are equally good, the probability of deciding that one is better is at most 1 - `confidence`. */
  readonly confidence: number;
  /**
   * Number of documents that the comparison uses: all documents of the list before the first document without an
   * answer.
   */
  readonly read: number;
  /**
   * Number of used documents in which the candidate is better; `worse` is the number of used documents in which the
   * baseline is better.
   */
  readonly better: number;
  readonly worse: number;
  /**
   * Strength of the evidence that the versions are not equally good. It must reach `limit` to decide the comparison,
   * also if all unclear labels favour the baseline, or all favour the candidate.
   */
  readonly evidence: number;
  readonly limit: number;
  /**
   * Number of documents that were read until the labels decided the comparison; `null` if the labels do not decide it.
   */
  readonly stoppedAfter: number | null;
  readonly verdict: ComparisonVerdict;
  /**
   * Share of documents in which the candidate is better, among the documents in which either version is better. `value`
   * is `null` if there are no such documents.
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
  /** Results of the quantities that can be computed from the labels; empty if a line has no answer. */
  readonly questions: readonly LabelledQuestion[];
  /**
   * Result of the comparison that a sequential list decides. Such a list gives no other results. `null` if the list has
   * a fixed length.
   */
  readonly sequential: SequentialComparison | null;
  /**
   * The comparison that the run declared primary. If the labels are sufficient for the primary comparison
   * (`isIdentified`), this comparison gets half of the allowed error probability.
   */
  readonly primary: { readonly name: string; readonly isIdentified: boolean } | null;
  /**
   * Number of gold values per document. This number converts a difference in correct values per document into a
   * difference in recall. `null` if the user did not give this number.
   */
  readonly goldValues: {
    readonly perDocument: number;
    readonly source: 'known' | 'estimated';
    /** Size of the sample from which `perDocument` was estimated, in documents; `null` if `perDocument` is known. */
    readonly sample: number | null;
  } | null;
  /** Quantities that cannot be computed from the labels, each with the reason. */
  readonly notIdentified: readonly { readonly quantity: string; readonly reason: string }[];
  /** Path of the file with the labels, next to the record of the candidate; `null` if a line has no answer. */
  readonly overlay: string | null;
  readonly scorerFingerprint: string;
}
