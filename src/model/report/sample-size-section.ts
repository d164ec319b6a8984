/** How many documents it takes to find a difference of a given size between two versions. */
export interface SampleSizeSection {
  /** Sizes of the difference that must not be missed, as shares: .03 is three points. */
  readonly effects: readonly number[];
  /** Chance of finding it. */
  readonly power: number;
  readonly confidence: number;
  /** `seen` between the versions of the report, or `assumed`: that of versions that err independently. */
  readonly basis: 'observed' | 'assumed';
  /** Fully right documents first, then the fields. */
  readonly rows: readonly PlannedQuestion[];
}

export interface PlannedQuestion {
  /** `overall`, or `field:total_amount`. */
  readonly scope: string;
  readonly label: string;
  /** Documents of the report that the shares were seen on. */
  readonly observedOn: number;
  /** Share of documents that the versions get right, on average. */
  readonly rate: number;
  /** Share of documents that only one of the two versions gets right. */
  readonly discordant: number;
  /** An effect each. */
  readonly needed: readonly {
    /** Null where no number of documents would do. */
    readonly documents: number | null;
    /** The same at the upper end of the interval of `discordant`, because a few documents say little about it. */
    readonly cautious: number | null;
  }[];
}
