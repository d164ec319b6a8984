/** The library's face: what the commands do, on plain objects and stored records. */

export { attributeStages } from './analysis/attribution/attribute-stages.ts';
export { foundDocuments } from './analysis/attribution/found-documents.ts';
export { type CompareRecordsOptions, compareRecords } from './analysis/compare/compare-records.ts';
export { foldRecord } from './analysis/fold/fold-record.ts';
export {
  type FieldStability,
  measureStability,
  type VersionStability,
} from './analysis/measure-stability.ts';
export { type PlanSettings, planFromRate, planFromRun } from './analysis/plan-documents.ts';
export { type ReconcileOptions, reconcile } from './analysis/reconcile/reconcile.ts';
export { buildReport, type ReportOptions } from './analysis/sections/build-report.ts';
export { defaultStatistics, type StatisticsSettings } from './analysis/statistics-settings.ts';
export { findSuspects, type SuspectOptions } from './analysis/suspects/find-suspects.ts';
export { recordTrend, type TrendSide } from './analysis/trend/record-trend.ts';
export { GoldsetError } from './base/goldset-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export { evaluateGate } from './gates/evaluate-gate.ts';
export { type ApplyReviewOptions, applyReview } from './loaders/apply-review.ts';
export { documentText } from './loaders/document-text.ts';
export { loadDataset } from './loaders/load-dataset.ts';
export {
  type ClassificationMetrics,
  type ClassMetrics,
  classificationMetrics,
} from './metrics/classification/classification-metrics.ts';
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
export type { ConfidentAnswers } from './metrics/confidence/confident-answers.ts';
export { degenerateConfidence } from './metrics/confidence/degenerate-confidence.ts';
export { riskCoverageArea, riskCoverageCurve } from './metrics/confidence/risk-coverage.ts';
export {
  addCounts,
  countLeaves,
  expectedLeaves,
  judgedLeaves,
  predictedLeaves,
  zeroCounts,
} from './metrics/counts.ts';
export { ArrayTable, type ArrayTotals } from './metrics/extraction/array-table.ts';
export { ExtractionTotals, type FieldCounts } from './metrics/extraction/extraction-totals.ts';
export { FieldTable, type FieldTotals } from './metrics/extraction/field-table.ts';
export {
  coverage,
  f1,
  fieldAccuracy,
  hallucinationRate,
  meanOfRates,
  omissionRate,
  precision,
  presencePrecision,
  presenceRecall,
  rate,
  recall,
} from './metrics/rates.ts';
export { matchRates, type SplittingMetrics, SplittingTable } from './metrics/splitting/splitting-table.ts';
export type { AppliedReview, PlanRow } from './model/command-answers.ts';
export type { GoldsetConfig } from './model/config.ts';
export type { CustomComparator } from './model/custom-comparator.ts';
export type { EvaluationSet, EvaluationSetItem } from './model/evaluation-set.ts';
export { outcomes } from './model/extraction-counts.ts';
export type { GateEvidence } from './model/gate-evidence.ts';
export type { GateOutcome } from './model/gate-outcome.ts';
export type { GatePolicy } from './model/gate-policy.ts';
export type { ArrayCounts, ItemCounts, LaneCounts, ScoringPolicies } from './model/item-counts.ts';
export type { ClassificationJudgement, SplittingJudgement } from './model/judgement.ts';
export type { Counts, ItemLedger, LeafOutcome, Outcome, Rate, RowPairing } from './model/ledger.ts';
export type { Measurement } from './model/measurement.ts';
export type { PresencePolicy } from './model/presence-policy.ts';
export type { ReconciledExplanation, ReconciledRow, Reconciliation } from './model/reconciliation.ts';
export type { ReportModel } from './model/report-model.ts';
export type { ItemRun, RunPlan } from './model/run-record.ts';
export {
  requireSameScorer,
  type ScorerDescription,
  type ScorerDifference,
  scorerDifferences,
} from './model/scorer-description.ts';
export type { StageAttribution } from './model/stage-attribution.ts';
export type {
  ConfigsByClass,
  FoundDocument,
  GoldDocument,
  StagedPacket,
} from './model/staged-packet.ts';
export type { Suspect, SuspectSection } from './model/suspect.ts';
export { type Blessing, type BlessRequest, blessRecord, openBaseline } from './record/blessings.ts';
export { openRecord } from './record/open-record.ts';
export type { ReportFormat } from './report/formats/formats.ts';
export { reportWhileScoring, writeReport } from './report/write-report.ts';
export { ensureProcessor } from './runner/ensure-processor.ts';
export { recordFromPredictions } from './runner/record-from-predictions.ts';
export { runPlan } from './runner/run-plan.ts';
export { scoreClassification } from './scorers/classification/score-classification.ts';
export type {
  Comparator,
  ComparatorName,
  ComparatorOptions,
  Comparison,
} from './scorers/compare/comparator.ts';
export { comparatorNames, createComparator } from './scorers/compare/create-comparator.ts';
export {
  compileScorer,
  type DocumentPair,
  type ExtractionConfig,
  type Scorer,
} from './scorers/compile-scorer.ts';
export type { ExtractionPair } from './scorers/extraction/extraction-pair.ts';
export { scoreExtraction } from './scorers/extraction/score-extraction.ts';
export { describeScorer, scorerFingerprint } from './scorers/extraction/scorer-fingerprint.ts';
export {
  type AlignmentRule,
  type ComparatorRule,
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from './scorers/extraction/scoring-options.ts';
export { scoreSplitting } from './scorers/splitting/score-splitting.ts';
export { type UselessPredictions, uselessPredictions } from './scorers/splitting/useless-predictions.ts';
export { benjaminiHochberg, bonferroni, holm, weightedHolm } from './stats/adjust-p-values.ts';
export { cohenKappa, matthewsCorrelation } from './stats/agreement.ts';
export { assignment } from './stats/assignment.ts';
export { bootstrapRatio } from './stats/bootstrap-ratio.ts';
export { clopperPearson, clopperPearsonLower, clopperPearsonUpper } from './stats/clopper-pearson.ts';
export { adjustedRand, randIndex, vMeasure } from './stats/clustering.ts';
export { detectableDifference, documentsNeeded } from './stats/detectable-difference.ts';
export { type CertificateSize, documentsForCertificate } from './stats/documents-for-certificate.ts';
export { documentsForDifference, mcnemarPower, type PairedDesign } from './stats/documents-for-difference.ts';
export { documentsForWidth } from './stats/documents-for-width.ts';
export {
  type EquivalenceTest,
  equivalenceTest,
  type MarginTest,
  type NonInferiorityTest,
  nonInferiorityTest,
} from './stats/equivalence-test.ts';
export { jeffreysInterval } from './stats/jeffreys-interval.ts';
export { kendallTau } from './stats/kendall-tau.ts';
export { linearisedRatio, wilsonRatio } from './stats/linearised-ratio.ts';
export { mcnemarExact, mcnemarMidP, signTest } from './stats/mcnemar-exact.ts';
export { pairedBootstrapDifference } from './stats/paired-bootstrap-difference.ts';
export { pairedProportionDifference } from './stats/paired-proportion-difference.ts';
export { pairedRatioDifference } from './stats/paired-ratio-difference.ts';
export { quantile } from './stats/quantile.ts';
export { flipRate, passHatK } from './stats/repeat-stability.ts';
export { signFlipPermutation } from './stats/sign-flip-permutation.ts';
export { wilsonInterval } from './stats/wilson-interval.ts';
export { type GateRequest, type JudgedRecord, judgeRecord } from './usecases/gate/judge-record.ts';

import type { GoldsetConfig } from './model/config.ts';

/**
 * Gives a configuration file its types: `export default defineConfig({ ... })`.
 *
 * @example
 * defineConfig({ presence: { unlabelled: 'ignore' } }) // => { presence: { unlabelled: 'ignore' } }
 */
export function defineConfig(config: GoldsetConfig): GoldsetConfig {
  return config;
}
