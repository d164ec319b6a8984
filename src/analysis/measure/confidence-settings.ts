import type { CertificationMethod } from '../../metrics/confidence/certify-threshold.ts';
import type { ConfidenceSource } from '../../model/report/confidence-section.ts';

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
