import {
  type Acceptance,
  type AnsweredDocument,
  automationTable,
} from '../../metrics/confidence/automation-table.ts';
import {
  brierScore,
  calibrationBins,
  chanceLevelAuroc,
  type DegenerateReason,
  degenerateConfidence,
  equalMassBins,
  equalWidthBins,
  expectedCalibrationError,
  minFilledBins,
} from '../../metrics/confidence/calibration.ts';
import {
  auroc,
  averagePrecision,
  type ConfidentAnswers,
  riskCoverageArea,
  riskCoverageCurve,
} from '../../metrics/confidence/confidence-ranking.ts';
import { thresholdGrid } from '../../metrics/confidence/confident-documents.ts';
import type { AcceptedShare, RiskPoint, ScopeConfidence } from '../../model/report/confidence-section.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

const mostPoints = 200;

/** Returns the figures of one scope and version, without the certificate. */
export function scopeFigures(
  scope: string,
  documents: readonly AnsweredDocument[],
  settings: StatisticsSettings,
): Omit<ScopeConfidence, 'certificate'> {
  const answers = joined(documents);
  const width = equalWidthBins(answers);
  const count = answers.confidence.length;
  const withAnswers = documents.filter((document) => document.answers.confidence.length > 0).length;
  const withoutConfidence = documents.reduce((sum, document) => sum + document.withoutConfidence, 0);
  const measure = (metric: string, value: number | null, because: string): Measurement => ({
    metric,
    scope,
    value,
    n: withAnswers,
    unscored: documents.length - withAnswers,
    unit: 'score',
    ...(value === null ? { undefinedBecause: because } : {}),
  });
  const none = 'no predicted value has a confidence';
  return {
    answers: count,
    withoutConfidence,
    documents: documents.length,
    metrics: [
      measure('brier', brierScore(answers), none),
      measure('ece_equal_width', expectedCalibrationError(width), none),
      measure('ece_equal_mass', expectedCalibrationError(equalMassBins(answers)), none),
      measure('auroc', auroc(answers), 'all predicted values are right, or all are wrong'),
      measure('average_precision', averagePrecision(answers), 'no predicted value is right'),
      measure('risk_coverage_area', riskCoverageArea(answers), none),
    ],
    reliability: width.map(({ correct: _correct, ...bin }) => bin),
    riskCoverage: thinned(riskCoverageCurve(answers)),
    warnings: degenerateConfidence(answers).map((reason) => warnings[reason]),
    thresholds: automationTable(documents, thresholdGrid, settings.confidence).map((row) => ({
      threshold: row.threshold,
      answers: share(row.answers),
      documents: share(row.documents),
    })),
  };
}

const warnings: Readonly<Record<DegenerateReason, string>> = {
  'few-bins': `Fewer than ${minFilledBins} of ${calibrationBins} bins contain a predicted value: this confidence hardly varies, and a low calibration error means little.`,
  'one-class':
    'All predicted values are right, or all are wrong, so this data cannot show whether the confidence distinguishes them.',
  'no-ranking': `Well calibrated on average, but right and wrong values have similar confidences (AUROC below ${chanceLevelAuroc}), so no threshold separates them.`,
};

function joined(documents: readonly AnsweredDocument[]): ConfidentAnswers {
  return {
    confidence: documents.flatMap(({ answers }) => Array.from(answers.confidence)),
    correct: documents.flatMap(({ answers }) => Array.from(answers.correct, Number)),
  };
}

function share({ total, accepted, wrong, upper }: Acceptance): AcceptedShare {
  return {
    total,
    accepted,
    wrong,
    upper,
    share: total === 0 ? null : accepted / total,
    errorRate: accepted === 0 ? null : wrong / accepted,
  };
}

function thinned(points: readonly RiskPoint[]): RiskPoint[] {
  if (points.length <= mostPoints) return [...points];
  const step = (points.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, i) => points[Math.round(i * step)] as RiskPoint);
}
