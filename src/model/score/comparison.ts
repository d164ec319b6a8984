import type { InconclusiveCode } from './inconclusive-codes.ts';
import type { Interval, Measurement, Unit } from './measurement.ts';

/** Verdict of one metric, given the margin (docs/metrics/statistics.md#equivalence). */
export type ComparisonVerdict = 'improved' | 'regressed' | 'equivalent' | 'inconclusive';

/** Comparison of a metric on the same items: candidate minus baseline. */
export interface PairedComparison {
  readonly metric: string;
  readonly scope: string;
  readonly baseline: Measurement;
  readonly candidate: Measurement;
  /** Difference in points, with a paired interval. */
  readonly difference: Measurement;
  readonly verdict: ComparisonVerdict;
  /**
   * Unadjusted p-value of this comparison: the exact McNemar p, or the share of random sign flips whose difference is
   * at least as large as the observed one. Null if the rate of a version is undefined.
   */
  readonly p: number | null;
  /**
   * p-value adjusted for all comparisons that are tested jointly. This p-value determines the verdict. Null if `p` is
   * null.
   */
  readonly adjustedP: number | null;
  /**
   * Largest value of `p` with which this comparison is significant in the first step of the joint test of all
   * comparisons. Not set if `p` is null.
   */
  readonly level?: number;
  /** Interval of the difference at confidence 1 - `level`. Set only if the verdict is `improved` or `regressed`. */
  readonly jointInterval?: Interval;
  /** Sentences about the test, for example that no comparison could become significant. */
  readonly notes?: readonly string[];
  /**
   * Minimum detectable difference: the smallest loss that this comparison finds with a probability of 80 %. Null if no
   * loss can be shown with this number of documents.
   */
  readonly detectable: number | null;
  /** Number of documents for which the minimum detectable difference equals the margin of the gate rule. */
  readonly documentsForMargin?: number;
}

/**
 * `identical`: both versions have equal outputs. `incomplete`: the run has not ended, so there is no recommendation.
 * `selected-part`: only chosen items were run, and they do not represent the dataset.
 */
export type Recommendation =
  | 'publish'
  | 'do-not-publish'
  | 'not-enough-evidence'
  | 'identical'
  | 'no-comparison'
  | 'selected-part'
  | 'incomplete';

/** Verdict of a gate; `inconclusive` never counts as passed. */
export interface Verdict {
  readonly status: 'pass' | 'fail' | 'inconclusive';
  readonly checks: readonly VerdictCheck[];
  readonly sentence?: string;
  /** The baseline (`1.0 (config 2475cc51)`), or the reason why there is none. */
  readonly against?: string;
}

export interface CheckedLeaf {
  readonly itemId: string;
  readonly path: string;
  /** Set if the row is in the prediction only. `path` then has the number of the predicted row. */
  readonly extraRow?: true;
  readonly expected: string;
  /** Value of the baseline as text; null if the check has no baseline. */
  readonly baseline: string | null;
  readonly candidate: string;
}

export interface VerdictCheck {
  /** The checked condition, unique within the verdict: `recall of total_amount, at least 95.0 %`. */
  readonly name: string;
  readonly status: 'pass' | 'fail' | 'inconclusive';
  readonly value: number | null;
  readonly bound: number | null;
  /**
   * Number of documents from which `value` was computed. For latency, cost and the result of the run: number of item
   * runs.
   */
  readonly n: number;
  readonly reason: string;
  /** Why the check is inconclusive; not set for other results. */
  readonly code?: InconclusiveCode;
  /** `identical`: the check passes because both versions have equal outputs. */
  readonly kind?: 'identical';
  /** Part of the policy that requires this check, for example `limit` or `regression`. */
  readonly rule?: string;
  readonly unit?: Unit;
  readonly interval?: Interval;
  /** Wrong leaves of the first affected documents. */
  readonly leaves?: readonly CheckedLeaf[];
  readonly documents?: number;
  /** Estimated number of documents with which an inconclusive check can be decided; not set if it is not known. */
  readonly documentsNeeded?: number;
}
