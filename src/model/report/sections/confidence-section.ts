import type { Measurement } from '../../score/measurement.ts';

/** Sources of confidences: the probability of the model, the confidence of a class, or the OCR confidence. */
export const confidenceSources = ['logprobsConfidence', 'confidence', 'ocrConfidence'] as const;
export type ConfidenceSource = (typeof confidenceSources)[number];

export const certificationMethods = ['fixed-sequence', 'bonferroni', 'split'] as const;
export type CertificationMethod = (typeof certificationMethods)[number];

/** How well the confidences agree with the observed accuracy, and how many documents need no review. */
export interface ConfidenceSection {
  readonly source: ConfidenceSource;
  readonly otherSources: readonly ConfidenceSource[];
  /**
   * Largest permitted share of wrong documents among the accepted ones. A certificate states that a threshold meets
   * this limit.
   */
  readonly maxError: number;
  readonly level: number;
  readonly method: CertificationMethod;
  /** The certification procedure, and what it assumes. */
  readonly procedure: string;
  /** Tag whose values define clusters. Certificates and bounds then count clusters. If `null`, they count documents. */
  readonly clusterBy: string | null;
  /** The first scope is all documents. Each other scope is one field or one predicted class. */
  readonly scopes: readonly ConfidenceScope[];
}

export interface ConfidenceScope {
  /** Name of the scope, for example `overall`, `field:total_amount` or `class:invoice`. */
  readonly scope: string;
  readonly label: string;
  /** One entry per version; `null` if no predicted value of the version has a confidence. */
  readonly versions: readonly (ScopeConfidence | null)[];
}

export interface ScopeConfidence {
  /** Number of predicted values with a confidence. */
  readonly predictions: number;
  readonly withoutConfidence: number;
  readonly documents: number;
  /** Brier score, ECE (equal width, equal mass), AUROC, average precision and risk-coverage area, in this order. */
  readonly metrics: readonly Measurement[];
  readonly reliability: readonly ReliabilityBin[];
  /** At most 200 points, including the first and the last. */
  readonly riskCoverage: readonly RiskPoint[];
  /** Reasons why the confidence scores of this scope are uninformative, one sentence each. */
  readonly warnings: readonly string[];
  readonly thresholds: readonly ThresholdRow[];
  readonly certificate: ThresholdVerdict;
}

export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly meanConfidence: number | null;
  readonly accuracy: number | null;
}

export interface RiskPoint {
  readonly confidence: number;
  readonly coverage: number;
  readonly risk: number;
}

export interface ThresholdRow {
  readonly threshold: number;
  readonly predictions: AcceptedShare;
  readonly documents: AcceptedShare;
}

export interface AcceptedShare {
  readonly total: number;
  readonly accepted: number;
  readonly wrong: number;
  /** `accepted` / `total`; `null` if `total` is 0. */
  readonly share: number | null;
  /** `wrong` / `accepted`; `null` if `accepted` is 0. */
  readonly errorRate: number | null;
  /** One-sided upper confidence bound of `errorRate`. */
  readonly upper: number;
}

export interface ThresholdVerdict {
  /** Certified threshold; `null` if no threshold could be certified. */
  readonly threshold: number | null;
  readonly straightThrough: Measurement;
  /** Result in words: `certified from confidence 0.93: …`, or `not certified: 48 documents are too few (about 460 needed)`. */
  readonly sentence: string;
  /**
   * Number of documents needed to certify a threshold; with `clusterBy`, number of clusters. `null` if a threshold is
   * certified, or if more documents would not help. Also `null` if wrong documents are concentrated in a few values of
   * a tag.
   */
  readonly needed: number | null;
  /**
   * Tags for which the wrong documents are concentrated in a few tag values. Such a tag prevents certification. Empty
   * with `clusterBy`, or if the user states that documents are independent.
   */
  readonly wrongClusters: readonly { readonly tag: string; readonly p: number }[];
}
