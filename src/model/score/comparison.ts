import type { Interval, Measurement, Unit } from './measurement.ts';

/** metrics.md section 8: one metric's verdict, given the margin. */
export type ComparisonVerdict = 'improved' | 'regressed' | 'equivalent' | 'inconclusive';

/** Candidate minus baseline on the same items. */
export interface PairedComparison {
  readonly metric: string;
  readonly scope: string;
  readonly baseline: Measurement;
  readonly candidate: Measurement;
  /** unit 'points', with its paired interval. */
  readonly difference: Measurement;
  readonly verdict: ComparisonVerdict;
  /** The exact McNemar or permutation p, before and after Holm's correction; null where no test applies. */
  readonly p: number | null;
  readonly adjustedP: number | null;
  /**
   * The smallest p that these documents could have given, had all that differ differed to one side. A question whose
   * least p is above the level cannot raise an alarm, and takes no part of the error from the others.
   */
  readonly leastP?: number | null;
  /** Smallest difference that this n could have shown (80 % power), or null. */
  readonly detectable: number | null;
}

/** `incomplete`: the run has not ended, so nothing is recommended. */
export type Recommendation =
  | 'publish'
  | 'do-not-publish'
  | 'not-enough-evidence'
  | 'no-comparison'
  | 'incomplete';

/** A gate's answer; `inconclusive` never counts as passed. */
export interface Verdict {
  readonly status: 'pass' | 'fail' | 'inconclusive';
  readonly checks: readonly VerdictCheck[];
  /** The verdict in a sentence that stands alone. */
  readonly sentence?: string;
  /** What was compared with, or why there was nothing: `1.0 (config 2475cc51)`. */
  readonly against?: string;
}

/** A wrong leaf behind a check, for a reader who has to act. */
export interface CheckedLeaf {
  readonly itemId: string;
  readonly path: string;
  readonly expected: string;
  /** Null where the check has no baseline. */
  readonly baseline: string | null;
  readonly candidate: string;
}

export interface VerdictCheck {
  /** What is asked, unique within the verdict: `recall of total_amount at least 95.0 %`. */
  readonly name: string;
  readonly status: 'pass' | 'fail' | 'inconclusive';
  readonly value: number | null;
  readonly bound: number | null;
  readonly n: number;
  readonly reason: string;
  /** Which part of the policy asks: `complete`, `failures`, `limit`, `regression`, ... */
  readonly rule?: string;
  readonly unit?: Unit;
  readonly interval?: Interval;
  /** The documents to look at, the first few by name. */
  readonly leaves?: readonly CheckedLeaf[];
  /** How many documents these are in all. */
  readonly documents?: number;
}
