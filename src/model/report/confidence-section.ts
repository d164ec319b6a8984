import type { Measurement } from '../score/measurement.ts';

/** Where confidences are read from: certainty of the model, the one number of an answer, or legibility of the print. */
export const confidenceSources = ['logprobsConfidence', 'confidence', 'ocrConfidence'] as const;
export type ConfidenceSource = (typeof confidenceSources)[number];

export const certificationMethods = ['fixed-sequence', 'bonferroni', 'split'] as const;

/** Confidences judged: whether they mean what they say, and what could go through unseen because of them. */
export interface ConfidenceSection {
  readonly source: ConfidenceSource;
  /** Others that the outputs have, for the reader to ask for. */
  readonly otherSources: readonly ConfidenceSource[];
  /** The share of accepted documents that may be wrong, and how sure a certificate is of it. */
  readonly maxError: number;
  readonly level: number;
  readonly method: (typeof certificationMethods)[number];
  /** How thresholds were certified, in a sentence. */
  readonly procedure: string;
  /** The whole first, then a field or a predicted class each. */
  readonly scopes: readonly ConfidenceScope[];
}

export interface ConfidenceScope {
  /** `overall`, `field:total_amount`, `class:invoice`. */
  readonly scope: string;
  readonly label: string;
  /** A version each; null where none of its answers has a confidence. */
  readonly versions: readonly (ScopeConfidence | null)[];
}

export interface ScopeConfidence {
  /** Answers with a confidence, and without one. */
  readonly answers: number;
  readonly withoutConfidence: number;
  readonly documents: number;
  /** Brier, ECE (equal width, equal mass), AUROC, average precision, risk-coverage area: the same order everywhere. */
  readonly metrics: readonly Measurement[];
  readonly reliability: readonly ReliabilityBin[];
  /** At most 200 points, the first and the last always among them. */
  readonly riskCoverage: readonly RiskPoint[];
  /** What makes this confidence useless or hard to judge, a sentence each. */
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
  readonly answers: AcceptedShare;
  readonly documents: AcceptedShare;
}

export interface AcceptedShare {
  readonly total: number;
  readonly accepted: number;
  readonly wrong: number;
  /** accepted / total; null where there is none. */
  readonly share: number | null;
  /** wrong / accepted; null where none is accepted. */
  readonly errorRate: number | null;
  /** One-sided upper bound of the error rate. */
  readonly upper: number;
}

export interface ThresholdVerdict {
  /** Null where nothing could be certified. */
  readonly threshold: number | null;
  /** Documents that go through unseen at that threshold. */
  readonly straightThrough: Measurement;
  /** `certified: at .93 …`, or `cannot be certified with 48 documents; about 460 are needed`. */
  readonly sentence: string;
  /** About how many documents would do; null where certified, and where more of the same would not help. */
  readonly needed: number | null;
}
