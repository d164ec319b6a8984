/** Number of documents needed to detect a difference of a given size between two versions. */
export interface SampleSizeSection {
  /** Differences to detect, as shares: 0.03 is three points. */
  readonly effects: readonly number[];
  readonly power: number;
  readonly confidence: number;
  /** Source of `discordant`: `observed`, or `assumed` for versions with independent errors. */
  readonly basis: 'observed' | 'assumed';
  /** Fully right documents first, then the fields. */
  readonly rows: readonly PlannedQuestion[];
}

export interface PlannedQuestion {
  /** `overall`, or `field:total_amount`. */
  readonly scope: string;
  readonly label: string;
  readonly observedOn: number;
  /** Share of right documents, averaged over the versions. */
  readonly rate: number;
  /** Share of documents that exactly one version gets right. */
  readonly discordant: number;
  readonly needed: readonly {
    /** `null` if no number of documents is sufficient. */
    readonly documents: number | null;
    /** Like `documents`, but computed for the upper end of the confidence interval of `discordant`. */
    readonly conservative: number | null;
  }[];
}
