import {
  type Acceptance,
  automationTable,
  type DocumentPredictions,
  thresholdGrid,
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
  type ConfidentPredictions,
  riskCoverageArea,
  riskCoverageCurve,
} from '../../metrics/confidence/confidence-ranking.ts';
import {
  type AcceptedShare,
  type ConfidenceScope,
  type ConfidenceSection,
  type ConfidenceSource,
  confidenceSources,
  type RiskPoint,
  type ScopeConfidence,
} from '../../model/report/sections/confidence-section.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import type { PositionedPredictions } from '../fold/columns/confidence-columns.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { type ConfidenceSettings, defaultConfidence, type StatisticsSettings } from '../measure/settings.ts';
import {
  type CertificationContext,
  certificate,
  certificationContext,
  groupsOf,
} from './threshold-certificate.ts';

const maxPoints = 200;

/**
 * Builds the confidence section, overall and per field or predicted class. Returns `null` if there are no confidences
 * or the section is disabled.
 */
export function confidenceSection(
  run: FoldedRun,
  settings: StatisticsSettings,
  options: ConfidenceSettings = defaultConfidence,
): ConfidenceSection | null {
  const available = run.versions.map(({ confident }) => confident.sources);
  const source = chooseSource(options.source, available);
  if (source === null) return null;
  const byVersion = run.versions.map((version) => version.confident.documents(source, run.count, version));
  const context = certificationContext(run, settings, options);
  const scopes = scopeNames(run, byVersion).map(({ scope, label }): ConfidenceScope => {
    const versions = byVersion.map((documents) => {
      const listed = documents.get(scope) ?? [];
      if (!listed.some(({ predictions }) => predictions.confidence.length > 0)) return null;
      return { ...scopeFigures(scope, listed, context), certificate: certificate(scope, listed, context) };
    });
    return { scope, label, versions };
  });
  return {
    source,
    otherSources: confidenceSources.filter(
      (other) => other !== source && available.some((found) => found.includes(other)),
    ),
    maxError: options.maxError,
    level: settings.confidence,
    method: options.method,
    procedure: `${procedures[options.method]} ${assumption(settings)}`,
    clusterBy: settings.clusterBy ?? null,
    scopes: scopes.filter(({ versions }) => versions.some((version) => version !== null)),
  };
}

function assumption({ clusterBy }: StatisticsSettings): string {
  return clusterBy === undefined
    ? 'Certificates and bounds assume that documents fail independently.'
    : `Certificates and bounds count clusters: the documents with the same value of the tag "${clusterBy}" are one cluster.`;
}

const procedures: Readonly<Record<ConfidenceSettings['method'], string>> = {
  'fixed-sequence':
    'The procedure (Learn then Test, fixed sequence) uses all documents and a fixed grid of thresholds. From each of five starting thresholds, it tests lower and lower thresholds until one fails.',
  bonferroni:
    'The procedure tests all thresholds of a fixed grid at once on all documents (Learn then Test, Bonferroni).',
  split:
    'The procedure chooses the threshold on a random half of the documents (seeded) and certifies it on the other half.',
};

function chooseSource(
  requested: ConfidenceSettings['source'],
  available: readonly (readonly ConfidenceSource[])[],
): ConfidenceSource | null {
  const inAny = available.flat();
  if (requested !== 'auto') return inAny.find((source) => source === requested) ?? null;
  // Uses the first source in `confidenceSources` that the candidate has. The OCR confidence comes last in this list,
  // because it says little about whether a value is right.
  const candidate = available.at(-1) ?? [];
  const firstOf = (sources: readonly ConfidenceSource[]) =>
    confidenceSources.find((source) => sources.includes(source));
  return firstOf(candidate) ?? firstOf(inAny) ?? null;
}

function scopeNames(
  run: FoldedRun,
  byVersion: readonly ReadonlyMap<string, unknown>[],
): { scope: string; label: string }[] {
  const seen = new Set(byVersion.flatMap((documents) => [...documents.keys()]));
  const whole = {
    scope: 'overall',
    label: run.plan.dataset.kind === 'CLASSIFY' ? 'all documents' : 'all fields',
  };
  const named = (kind: 'class' | 'field') =>
    [...seen].filter((scope) => scope.startsWith(`${kind}:`)).map((scope) => scope.slice(kind.length + 1));
  const fields = fieldList(run.config, named('field')).filter(({ field }) => seen.has(`field:${field}`));
  return [
    whole,
    ...fields.map(({ field }) => ({ scope: `field:${field}`, label: field })),
    ...named('class')
      .sort()
      .map((label) => ({ scope: `class:${label}`, label })),
  ];
}

function scopeFigures(
  scope: string,
  documents: readonly PositionedPredictions[],
  { settings, clusters }: CertificationContext,
): Omit<ScopeConfidence, 'certificate'> {
  const predictions = joined(documents);
  const width = equalWidthBins(predictions);
  const count = predictions.confidence.length;
  const withPredictions = documents.filter((document) => document.predictions.confidence.length > 0).length;
  const withoutConfidence = documents.reduce((sum, document) => sum + document.withoutConfidence, 0);
  const measure = (metric: string, value: number | null, because: string): Measurement => ({
    metric,
    scope,
    value,
    n: withPredictions,
    unscored: documents.length - withPredictions,
    unit: 'score',
    ...(value === null ? { undefinedBecause: because } : {}),
  });
  const none = 'no predicted value has a confidence';
  return {
    predictions: count,
    withoutConfidence,
    documents: documents.length,
    metrics: [
      measure('brier', brierScore(predictions), none),
      measure('ece_equal_width', expectedCalibrationError(width), none),
      measure('ece_equal_mass', expectedCalibrationError(equalMassBins(predictions)), none),
      measure('auroc', auroc(predictions), 'all predicted values are right, or all are wrong'),
      measure('average_precision', averagePrecision(predictions), 'no predicted value is right'),
      measure('risk_coverage_area', riskCoverageArea(predictions), none),
    ],
    reliability: width.map(({ correct: _correct, ...bin }) => bin),
    riskCoverage: thinOut(riskCoverageCurve(predictions)),
    warnings: degenerateConfidence(predictions).map((reason) => warnings[reason]),
    thresholds: automationTable(
      documents,
      thresholdGrid,
      settings.confidence,
      clusters && groupsOf(documents, clusters),
    ).map((row) => ({
      threshold: row.threshold,
      predictions: share(row.predictions),
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

function joined(documents: readonly DocumentPredictions[]): ConfidentPredictions {
  return {
    confidence: documents.flatMap(({ predictions }) => Array.from(predictions.confidence)),
    correct: documents.flatMap(({ predictions }) => Array.from(predictions.correct, Number)),
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

function thinOut(points: readonly RiskPoint[]): RiskPoint[] {
  if (points.length <= maxPoints) return [...points];
  const step = (points.length - 1) / (maxPoints - 1);
  return Array.from({ length: maxPoints }, (_, i) => points[Math.round(i * step)] as RiskPoint);
}
