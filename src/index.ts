/** The library's face: what the commands do, on plain objects and stored records. */

export { buildReport, type ReportOptions } from './analysis/report/build-report.ts';
export { defaultStatistics, type StatisticsSettings } from './analysis/statistics-settings.ts';
export { GoldsetError } from './base/goldset-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export { loadDataset } from './loaders/load-dataset.ts';
export { classificationMetrics } from './metrics/classification/classification-metrics.ts';
export { ConfusionMatrix } from './metrics/classification/confusion-matrix.ts';
export { automationTable } from './metrics/confidence/automation-table.ts';
export { brierScore } from './metrics/confidence/brier-score.ts';
export {
  equalMassBins,
  equalWidthBins,
  expectedCalibrationError,
} from './metrics/confidence/calibration-bins.ts';
export { certifyThreshold } from './metrics/confidence/certify-threshold.ts';
export { auroc, averagePrecision } from './metrics/confidence/confidence-ranking.ts';
export { degenerateConfidence } from './metrics/confidence/degenerate-confidence.ts';
export { riskCoverageArea, riskCoverageCurve } from './metrics/confidence/risk-coverage.ts';
export { addCounts, countLeaves, zeroCounts } from './metrics/counts.ts';
export { f1, precision, recall } from './metrics/rates.ts';
export { SplittingTable } from './metrics/splitting/splitting-table.ts';
export type { GoldsetConfig } from './model/config.ts';
export type { EvaluationSet, EvaluationSetItem } from './model/evaluation-set.ts';
export type { ClassificationJudgement, SplittingJudgement } from './model/judgement.ts';
export type { Counts, ItemLedger, LeafOutcome, Rate } from './model/ledger.ts';
export type { Measurement } from './model/measurement.ts';
export type { ReportModel } from './model/report-model.ts';
export type { ItemRun, RunPlan } from './model/run-record.ts';
export {
  requireSameScorer,
  type ScorerDescription,
  type ScorerDifference,
  scorerDifferences,
} from './model/scorer-description.ts';
export { openRecord } from './record/open-record.ts';
export { type ReportFormat, writeReport } from './report/write-report.ts';
export { ensureProcessor } from './runner/ensure-processor.ts';
export { recordFromPredictions } from './runner/record-from-predictions.ts';
export { runPlan } from './runner/run-plan.ts';
export { scoreClassification } from './scorers/classification/score-classification.ts';
export { anlsStar } from './scorers/compat/anls-star.ts';
export { cellContent } from './scorers/compat/cell-content.ts';
export { cellValues } from './scorers/compat/cell-values.ts';
export { jsonDiffSimilarity } from './scorers/compat/json-diff-similarity.ts';
export { kieval } from './scorers/compat/kieval.ts';
export { KievalTable } from './scorers/compat/kieval-table.ts';
export { service2025 } from './scorers/compat/service-2025.ts';
export {
  service2026Classes,
  service2026Fields,
  service2026Latency,
  service2026Splits,
} from './scorers/compat/service-2026.ts';
export { treeEditAccuracy } from './scorers/compat/tree-edit-accuracy.ts';
export { weightedSimilarity } from './scorers/compat/weighted-similarity.ts';
export { scoreExtraction } from './scorers/extraction/score-extraction.ts';
export { describeScorer, scorerFingerprint } from './scorers/extraction/scorer-fingerprint.ts';
export {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from './scorers/extraction/scoring-options.ts';
export { scoreSplitting } from './scorers/splitting/score-splitting.ts';
export { bootstrapRatio } from './stats/bootstrap-ratio.ts';
export { mcnemarExact } from './stats/mcnemar-exact.ts';
export { pairedBootstrapDifference } from './stats/paired-bootstrap-difference.ts';
export { wilsonInterval } from './stats/wilson-interval.ts';

import type { GoldsetConfig } from './model/config.ts';

/** Gives a configuration file its types: `export default defineConfig({ ... })`. */
export function defineConfig(config: GoldsetConfig): GoldsetConfig {
  return config;
}
