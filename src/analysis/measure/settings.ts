import type { CertificationMethod } from '../../metrics/confidence/certify-threshold.ts';
import type { ConfidenceSource } from '../../model/report/confidence-section.ts';

/** What the statistics of a report are computed with; every one of them is shown in its method section. */
export interface StatisticsSettings {
  /** Of intervals, for example .95; tests use 1 - confidence as their level. */
  readonly confidence: number;
  /** Differences inside +-margin are of no importance: a share, .01 is one point. */
  readonly margin: number;
  readonly replicates: number;
  readonly seed: string;
  readonly interval: IntervalMethod;
  /** A tag: items that share its value are one unit, because they fail together (a vendor, a template). */
  readonly clusterBy?: string | undefined;
  /** One label an item, in the items' order; `withClusters` fills it in from `clusterBy`. */
  readonly clusters?: readonly string[] | undefined;
}

/**
 * `analytic` (default): Wilson's formula at the number of documents that the leaves are worth, and linearised
 * differences (decision 0041). The others are bootstraps over documents.
 */
export type IntervalMethod = 'analytic' | 'percentile' | 'expanded' | 'bca';

/** What holds where nothing is said: 95 %, a margin of one point, analytic intervals, seed "goldset". */
export const defaultStatistics: StatisticsSettings = {
  confidence: 0.95,
  margin: 0.01,
  replicates: 2000,
  seed: 'goldset',
  interval: 'analytic',
};

/** What a report makes of confidences. */
export interface ConfidenceSettings {
  /** `auto`: the first of logprobsConfidence, confidence and ocrConfidence that the candidate has, else that any version has. */
  readonly source: ConfidenceSource | 'auto' | 'none';
  /** Straight-through processing may have this share of wrong documents. */
  readonly maxError: number;
  readonly method: CertificationMethod;
}

export const defaultConfidence: ConfidenceSettings = {
  source: 'auto',
  maxError: 0.01,
  method: 'fixed-sequence',
};
