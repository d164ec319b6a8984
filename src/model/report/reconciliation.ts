/** What one figure of the service counts in. */
export type FigureUnit = 'count' | 'share' | 'confidence' | 'ms';

/** One figure of a BatchProcessorRun beside ours. */
export interface ReconciledRow {
  /** Its place in the service's `metrics`: `fieldMetrics.total.recallPerc`, `confusionMatrix.invoice.letter`. */
  readonly figure: string;
  readonly unit: FigureUnit;
  /** By our base conventions, in the service's unit; null where the figure is undefined. */
  readonly goldset: number | null;
  readonly service: number | null;
  readonly status: 'equal' | 'differs' | 'not-judged';
  /** Why it differs, or why it was not judged; null where it is equal. */
  readonly finding: string | null;
}

/** A change of conventions, labels or documents under which figures become the service's. */
export interface ReconciledChange {
  /** `null-counted`, `document-missing`, ... (docs/metrics.md section 9). */
  readonly id: string;
  readonly text: string;
  /** Items that the change may be about; empty where it is about all. */
  readonly candidates: readonly string[];
}

/** One way to explain the differences: all of its changes together. */
export interface ReconciledExplanation {
  readonly changes: readonly ReconciledChange[];
  /** Differing figures that it makes equal, and figures that still differ under it. */
  readonly explained: number;
  readonly left: number;
}

/** Our figures in the service's names and rules beside those of a batch processor run (metrics.md section 9). */
export interface Reconciliation {
  readonly batchRunId: string;
  /** Name of the record's version that was compared. */
  readonly version: string;
  readonly kind: string;
  readonly verdict: 'equal' | 'explained' | 'partly-explained' | 'not-explained';
  /** One sentence that stands alone. */
  readonly sentence: string;
  readonly counts: { readonly equal: number; readonly differs: number; readonly notJudged: number };
  readonly rows: readonly ReconciledRow[];
  /** The smallest change that was found, then others that explain as much. */
  readonly explanations: readonly ReconciledExplanation[];
  /** Shares are told as 0 to 1, or 0 to 100. */
  readonly scale: 1 | 100;
  /** Decimals that the service rounds its shares to; null where it gives them in full. */
  readonly decimals: number | null;
  /** The conventions that ours were computed by. */
  readonly conventions: readonly { readonly name: string; readonly value: string }[];
  /** How many sets of conventions, and changes of single documents, were tried. */
  readonly searched: { readonly conventions: number; readonly documents: number };
  readonly notes: readonly string[];
}
