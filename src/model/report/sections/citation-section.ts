import type { CitationCounts } from '../../score/citation-counts.ts';
import type { PairedComparison } from '../../score/comparison.ts';
import type { Measurement } from '../../score/measurement.ts';

/** Citations of all values, or of one field. Lists have one entry per version. */
export interface CitationRow {
  /** Leaf field. An empty text means that the row is about the values of all fields. */
  readonly field: string;
  /**
   * For each citation result, such as `supported`: number of values in the first repeat. `null` if the citations of the
   * version were not read.
   */
  readonly counts: readonly (CitationCounts | null)[];
  /** Share of supported values (metric `citation_support`). */
  readonly support: readonly Measurement[];
  /** Share of values with a citation (metric `citation_coverage`). */
  readonly coverage: readonly Measurement[];
  /**
   * Share of citations on the right page (metric `citation_page`). The share is undefined if the gold contains no
   * boxes.
   */
  readonly page: readonly Measurement[];
  /**
   * Mean overlap of citations with the boxes in the gold (metric `citation_overlap`). The mean is undefined if the gold
   * contains no boxes.
   */
  readonly overlap: readonly Measurement[];
  /** Comparison of the shares of supported values; `null` if the report has only one version. */
  readonly comparison: PairedComparison | null;
}

export interface CitationSection {
  /** The first row is for all values. Each further row is for one leaf field that has a predicted value. */
  readonly rows: readonly CitationRow[];
  /** Whether the gold has boxes, so that pages and overlaps are measured. */
  readonly hasGoldBoxes: boolean;
}
