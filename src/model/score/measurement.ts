export type Unit = 'share' | 'count' | 'ms' | 'credits' | 'points' | 'pages' | 'score';

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Confidence level, for example .95. */
  readonly confidence: number;
  /** For example `wilson` or `document bootstrap (percentile)`. */
  readonly method: string;
}

/** A number in a report. */
export interface Measurement {
  /** `precision`, `recall`, `f1`, `document_exact`, `accuracy`, ... (docs/metrics.md). */
  readonly metric: string;
  /** `overall`, `field:total_amount`, `class:invoice`, `tag:quality=scan`. */
  readonly scope: string;
  /** Shares are 0 to 1. Points are shares too: -0.045 is -4.5 points. Null if `undefinedBecause` is set. */
  readonly value: number | null;
  readonly numerator?: number;
  readonly denominator?: number;
  /** Number of documents behind the value. */
  readonly n: number;
  /** Number of planned documents that could not be scored. */
  readonly unscored: number;
  readonly unit: Unit;
  readonly interval?: Interval;
  readonly undefinedBecause?: string;
}
