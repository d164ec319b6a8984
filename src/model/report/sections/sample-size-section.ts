/** Number of documents needed to detect differences of given sizes between two versions. */
export interface SampleSizeSection {
  /** Differences to detect, as shares: 0.03 is three points. */
  readonly effects: readonly number[];
  readonly power: number;
  /** 1 minus the permitted probability that any planned comparison finds a difference that does not exist. */
  readonly confidence: number;
  /**
   * Number of planned comparisons. Each comparison tests all rows jointly at the significance level (1 - confidence) /
   * looks.
   */
  readonly looks: number;
  /**
   * Source of `discordant`: `observed` in the record, or `assumed`, as if the errors of the two versions were
   * independent.
   */
  readonly basis: 'observed' | 'assumed';
  /** Number of documents of the record that have gold; 0 if there is no record. */
  readonly documents: number;
  /**
   * Clusters of the record. `size` is the mean number of documents per cluster. `null` if documents are independent.
   */
  readonly clusters: { readonly by: string; readonly count: number; readonly size: number } | null;
  /** Fully right documents and the headline rate first, then the fields or classes. All rows are tested together. */
  readonly rows: readonly PlannedQuestion[];
  /**
   * Number of documents needed to detect each difference in `curve.effects`, a longer list than the `effects` of the
   * section. Only for two metrics: fully right documents and the headline rate. Empty if there is no record.
   */
  readonly curve: {
    /** Differences as shares, descending. */
    readonly effects: readonly number[];
    readonly questions: readonly {
      readonly label: string;
      /** Number of documents needed for each difference; `null` if no number is sufficient. */
      readonly documents: readonly (number | null)[];
    }[];
  };
  /** Sentences on how to need fewer documents. */
  readonly advice: readonly string[];
}

export interface PlannedQuestion {
  /** `overall`, `field:total_amount` or `class:invoice`. */
  readonly scope: string;
  readonly metric: string;
  readonly label: string;
  /** Number of documents, or clusters, in which the metric of this row is defined; 0 if there is no record. */
  readonly observedOn: number;
  /** Value of the metric, averaged over the versions. */
  readonly rate: number;
  /**
   * Share of documents, or clusters, in which the versions differ. For a metric that counts right documents, the
   * versions differ in a document if exactly one of them gets it right. `null` if the record has only one version and
   * the metric is a rate over several leaves per document.
   */
  readonly discordant: number | null;
  /** One entry per difference in `effects`. */
  readonly needed: readonly PlannedEffect[];
}

export interface PlannedEffect {
  /** Difference to detect, as a share. */
  readonly effect: number;
  /** Probability that a comparison of `documents` documents detects a difference of `effect`. */
  readonly power: number;
  /**
   * Significance level of this row in the joint test with `documents` documents; `null` if no number of documents is
   * sufficient.
   */
  readonly level: number | null;
  /**
   * Number of documents that the dataset needs to detect a difference of `effect`; `null` if no number is sufficient.
   * Assumes that the share of documents in which the metric is defined stays the same.
   */
  readonly documents: number | null;
  /** Like `documents`, but computed for the upper end of the confidence interval of `discordant`. */
  readonly conservative: number | null;
}
