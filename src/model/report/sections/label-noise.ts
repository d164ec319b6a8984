import type { Proposer } from '../../dataset/gold-source.ts';
import type { LabelCeilingFigure, Measurement } from '../../score/measurement.ts';

/** Quality of the gold, from documents that were labelled a second time. */
export interface LabelNoiseSection {
  /** Name of the dataset with the second labels. */
  readonly dataset: string;
  /** True if the second labels are adjudicated: a person decided between the first label and another label. */
  readonly isAdjudicated: boolean;
  /** Number of documents of the record that were labelled twice. */
  readonly documents: number;
  /** The figures of all documents first, then one per field or class. */
  readonly rows: readonly LabelNoiseRow[];
}

export interface LabelNoiseRow {
  /** Values that the row is about: `overall`, or for example `field:total_amount` or `class:invoice`. */
  readonly scope: string;
  /** Name of the metric, for example `f1`. */
  readonly metric: string;
  readonly label: string;
  /** Number of leaves, documents or packets that were labelled twice. */
  readonly places: number;
  /**
   * Value of the metric that a version without errors is expected to reach. This value is below 100 % if the gold has
   * wrong labels. `null` if `places` is below 30.
   */
  readonly ceiling: LabelCeilingFigure | null;
  /** Value of the metric for each version, over all documents. */
  readonly values: readonly Measurement[];
}

/** Returns a text such as `40 documents were annotated twice (second labels: NAME)`. */
export function annotatedTwiceText({
  documents,
  dataset,
  isAdjudicated,
}: Pick<LabelNoiseSection, 'documents' | 'dataset' | 'isAdjudicated'>): string {
  const labels = isAdjudicated ? 'adjudicated labels' : 'second labels';
  return `${documents} ${documents === 1 ? 'document was' : 'documents were'} annotated twice (${labels}: ${dataset})`;
}

/** Labels that one processor version proposed and that a person confirmed or changed. */
export interface ProposedLabels {
  readonly proposedBy: Proposer;
  /** Number of documents whose labels the version proposed. */
  readonly documents: number;
  /**
   * Number of labels that a person confirmed without a change. `changed` is the number of labels that a person changed.
   * Both numbers are `null` if no document records them.
   */
  readonly confirmedUnchanged: number | null;
  readonly changed: number | null;
  /** Number of documents for which `confirmedUnchanged` and `changed` are unknown. */
  readonly notCounted: number;
  /** Names of the evaluated versions that also proposed these labels. */
  readonly evaluated: readonly string[];
  /**
   * `Labels were proposed by 1.0; 91 of 100 confirmed unchanged.`, with a warning if the version is under evaluation.
   */
  readonly text: string;
}
