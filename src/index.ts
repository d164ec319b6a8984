/** The public interface: the use cases of the commands, the parts they are built from, and the shapes they return. */

export { defaultStatistics, type StatisticsSettings } from './analysis/statistics-settings.ts';
export { GoldsetError } from './base/goldset-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export { documentText } from './loaders/document-text.ts';
export { loadDataset } from './loaders/load-dataset.ts';
export type { PairedComparison, Verdict } from './model/comparison.ts';
export type { GoldsetConfig } from './model/config.ts';
export type { CustomComparator } from './model/custom-comparator.ts';
export type { EvaluationSet, EvaluationSetItem } from './model/evaluation-set.ts';
export type { GateOutcome } from './model/gate-outcome.ts';
export type { GatePolicy } from './model/gate-policy.ts';
export type { ItemCounts } from './model/item-counts.ts';
export type { ClassificationJudgement, SplittingJudgement } from './model/judgement.ts';
export type { Counts, ItemLedger, LeafOutcome, Outcome } from './model/ledger.ts';
export type { Measurement } from './model/measurement.ts';
export type { Reconciliation } from './model/reconciliation.ts';
export type { ReportModel } from './model/report-model.ts';
export type { ItemRun, RecordedItem, RunPlan } from './model/run-record.ts';
export type { ScorerDescription } from './model/scorer-description.ts';
export type { Suspect } from './model/suspect.ts';
export { type Blessing, openBaseline } from './record/blessings.ts';
export { openRecord, type RecordReader } from './record/open-record.ts';
export { writeReport } from './report/write-report.ts';
export { scoreClassification } from './scorers/classification/score-classification.ts';
export { compileScorer, type Scorer } from './scorers/compile-scorer.ts';
export type { ExtractionPair } from './scorers/extraction/extraction-pair.ts';
export { scoreExtraction } from './scorers/extraction/score-extraction.ts';
export {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from './scorers/extraction/scoring-options.ts';
export { scoreSplitting } from './scorers/splitting/score-splitting.ts';
export { applyReview } from './usecases/apply-review/apply-review.ts';
export { attributeErrors } from './usecases/attribution/attribute-errors.ts';
export { setBaseline } from './usecases/baseline/set-baseline.ts';
export { compareRecords } from './usecases/compare/compare-records.ts';
export { gateRecord } from './usecases/gate/gate-record.ts';
export { findLabelIssues } from './usecases/label-issues/find-label-issues.ts';
export { mergeRecords } from './usecases/merge/merge-records.ts';
export { type Ports, silentPorts } from './usecases/ports.ts';
export { reconcileRecord } from './usecases/reconcile/reconcile-record.ts';
export { upgradeRecord } from './usecases/record/upgrade-record.ts';
export { verifyRecord } from './usecases/record/verify-record.ts';
export { reportRecord } from './usecases/report/report-record.ts';
export { recordPredictions } from './usecases/run/record-predictions.ts';
export { resumeRun } from './usecases/run/resume-run.ts';
export { runDataset } from './usecases/run/run-dataset.ts';
export { planSampleSize } from './usecases/sample-size/plan-sample-size.ts';
export { scoreRecord } from './usecases/score/score-record.ts';
export { certifyThresholds } from './usecases/thresholds/certify-thresholds.ts';
export { type TrendResult, trendRecords } from './usecases/trend/trend-records.ts';

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
