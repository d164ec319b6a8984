import type {
  CertificationMethod,
  ConfidenceSource,
} from '../../model/report/sections/confidence-section.ts';

/** Settings of the statistics of a report, which the method section of the report shows. */
export interface StatisticsSettings {
  /** Confidence level of intervals, for example .95. The level of tests is (1 - confidence) / looks (`testLevel`). */
  readonly confidence: number;
  /** Differences up to this size are negligible. Given as a share: .01 is one point. */
  readonly margin: number;
  readonly replicates: number;
  /**
   * Number of sign patterns (`SignPatterns`) in the significance test of a comparison. The observed signs are one of
   * them.
   */
  readonly flips: number;
  /**
   * Number of comparisons that are planned on this dataset. Each comparison is tested at the level (1 - confidence) /
   * looks.
   */
  readonly looks: number;
  readonly seed: string;
  readonly interval: IntervalMethod;
  /**
   * Metric, field or class that gets half of the error probability of a comparison. It is declared before the run, so
   * that the results cannot influence the choice.
   */
  readonly primary?: string | undefined;
  /** Tag that groups items into clusters, because items with the same value fail together (a vendor, a template). */
  readonly clusterBy?: string | undefined;
  /** Cluster of each item, in the order of the items. `clusteredSettings` determines the clusters from `clusterBy`. */
  readonly clusters?: readonly string[] | undefined;
  /**
   * True if the user states that documents fail independently. The certification of confidence thresholds then does not
   * test whether wrong documents cluster by a tag. Ignored if `clusterBy` is set.
   */
  readonly independent?: boolean | undefined;
  /**
   * Id of each item, in the order of the items. The ids seed the sign flips, so the order of the items has no effect on
   * the result.
   */
  readonly itemIds?: readonly string[] | undefined;
}

/**
 * Method of the intervals. `analytic` (default) uses formulas: `ratioInterval` for rates, and linearised differences
 * (decision 0041). The other methods are bootstraps over documents.
 */
export type IntervalMethod = 'analytic' | 'percentile' | 'expanded' | 'bca';

/** Default settings: 95 % confidence, a margin of one point, analytic intervals, seed "goldset". */
export const defaultStatistics: StatisticsSettings = {
  confidence: 0.95,
  margin: 0.01,
  replicates: 2000,
  flips: 10_000,
  looks: 1,
  seed: 'goldset',
  interval: 'analytic',
};

/**
 * Returns the level at which the tests of one comparison are significant: (1 - confidence) / looks. The probability of
 * any false alarm in all planned comparisons is then at most 1 - confidence (Bonferroni), also if the comparisons
 * depend on each other. Range (0, .5].
 * @example
 * testLevel({ confidence: 0.95, looks: 5 }) // => 0.01
 */
export function testLevel({ confidence, looks }: Pick<StatisticsSettings, 'confidence' | 'looks'>): number {
  return (1 - confidence) / looks;
}

export interface ConfidenceSettings {
  /**
   * Confidence to use. `auto` takes the first of logprobsConfidence, confidence and ocrConfidence that the candidate
   * has. If the candidate has none of them, `auto` takes the first that any version has.
   */
  readonly source: ConfidenceSource | 'auto' | 'none';
  /** Largest share of wrong documents among those that straight-through processing accepts. */
  readonly maxError: number;
  readonly method: CertificationMethod;
}

export const defaultConfidence: ConfidenceSettings = {
  source: 'auto',
  maxError: 0.01,
  method: 'fixed-sequence',
};
