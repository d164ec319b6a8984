import { pluralise } from '../../../base/phrases.ts';

export type FigureUnit = 'count' | 'share' | 'confidence' | 'ms';

/** One figure of a batch processor run, next to the figure of goldset. */
export interface ReconciledRow {
  /** Path in the service's `metrics`: `fieldMetrics.total.recallPerc`, `confusionMatrix.invoice.letter`. */
  readonly figure: string;
  readonly unit: FigureUnit;
  /** Figure of goldset under `conventions`, in the service's unit; `null` if it is undefined. */
  readonly goldset: number | null;
  readonly service: number | null;
  readonly status: 'equal' | 'differs' | 'not-compared';
  /** Why the figure differs or was not compared; `null` if goldset and the service have the same figure. */
  readonly finding: string | null;
}

/** A change of conventions, labels or documents that makes the figures of goldset and the service equal. */
export interface ReconciledChange {
  /** For example `null-counted` or `document-missing` (docs/metrics/reconciliation.md). */
  readonly id: string;
  readonly text: string;
  /** Ids of the items to which the change may apply; empty if it applies to all items. */
  readonly candidates: readonly string[];
}

/** A set of changes that together explain the differences. */
export interface ReconciledExplanation {
  readonly changes: readonly ReconciledChange[];
  /**
   * Number of differing figures that `changes` make equal. `unexplained` is the number of figures that still differ.
   */
  readonly explained: number;
  readonly unexplained: number;
}

/** Comparison of goldset's figures with those of a batch processor run, under the service's names and rules. */
export interface Reconciliation {
  readonly batchRunId: string;
  readonly version: string;
  readonly kind: string;
  readonly verdict: 'equal' | 'explained' | 'partly-explained' | 'not-explained';
  readonly sentence: string;
  readonly counts: { readonly equal: number; readonly differs: number; readonly notCompared: number };
  readonly rows: readonly ReconciledRow[];
  /**
   * The search for explanations has several steps. The search ends with the first step that finds complete
   * explanations, and this list contains the explanations of that step. If there is no complete explanation, the list
   * contains the best partial one, or is empty.
   */
  readonly explanations: readonly ReconciledExplanation[];
  /** Largest value of the service's shares: 1, or 100 if they are percentages. */
  readonly scale: 1 | 100;
  /** Number of decimals that the service rounds its shares to; `null` if it does not round. */
  readonly decimals: number | null;
  /** Conventions under which goldset computed its figures. */
  readonly conventions: readonly { readonly name: string; readonly value: string }[];
  /** How many sets of conventions, and how many changes of single documents, were tried. */
  readonly searched: { readonly conventions: number; readonly documents: number };
  readonly notes: readonly string[];
}

/** Returns what the search tried: `1 set of conventions and 54 changes of single documents`. */
export function triedText({ conventions, documents }: Reconciliation['searched']): string {
  return `${pluralise(conventions, 'set')} of conventions and ${pluralise(documents, 'change')} of single documents`;
}
