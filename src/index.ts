/**
 * The public interface: the use cases of the commands, the functions that the use cases call, and the types of their
 * results.
 */

import './base/node/supported-version.ts';

export { defaultStatistics, type StatisticsSettings } from './analysis/measure/settings.ts';
export { GoldsetError } from './base/goldset-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export { documentText } from './loaders/inputs/document-text.ts';
export { loadDataset } from './loaders/load-dataset.ts';
export { defineLoader } from './loaders/reading/define-loader.ts';
export type { EvaluationSet, EvaluationSetItem } from './model/dataset/evaluation-set.ts';
export type { Loader } from './model/dataset/loader.ts';
export type { GateOutcome } from './model/gate/gate-evidence.ts';
export type { GatePolicy } from './model/gate/gate-policy.ts';
export type { BaselineEntry } from './model/record/baseline-entry.ts';
export type { ItemRun, RecordedItem, RunPlan } from './model/record/run-record.ts';
export type { ReportModel } from './model/report/report-model.ts';
export type { LabelIssue } from './model/report/sections/label-issue.ts';
export type { Reconciliation } from './model/report/sections/reconciliation.ts';
export type { ClassificationScore, SplittingScore } from './model/score/class-and-split-scores.ts';
export type { PairedComparison, Verdict } from './model/score/comparison.ts';
export type { CustomComparator } from './model/score/custom-comparator.ts';
export type { Counts, ItemCounts, ItemScore, LeafOutcome, Outcome } from './model/score/item-score.ts';
export type { Measurement } from './model/score/measurement.ts';
export type { ScorerDescription } from './model/score/scorer-description.ts';
export { openBaseline } from './record/baselines/baseline-history.ts';
export { openRecord, type RecordReader } from './record/read/open-record.ts';
export { writeReport } from './report/formats/write-report.ts';
export { scoreClassification } from './scorers/classification/score-classification.ts';
export { compileScorer, type Scorer } from './scorers/compile-scorer.ts';
export type { ExtractionPair } from './scorers/extraction/extraction-pair.ts';
export {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from './scorers/extraction/scoring-options.ts';
export { scoreExtraction } from './scorers/score-extraction.ts';
export { scoreSplitting } from './scorers/splitting/score-splitting.ts';
export { attributeErrors } from './usecases/attribution/attribute-errors.ts';
export { setBaseline } from './usecases/baseline/set-baseline.ts';
export { compareRecords } from './usecases/compare/compare-records.ts';
export { applyReview } from './usecases/dataset/transfer-dataset.ts';
export { gateRecord } from './usecases/gate/gate-record.ts';
export { findLabelIssues } from './usecases/label-issues/find-label-issues.ts';
export { type Ports, silentPorts } from './usecases/ports.ts';
export { reconcileRecord } from './usecases/reconcile/reconcile-record.ts';
export { mergeRecords, upgradeRecord, verifyRecord } from './usecases/record/maintain-records.ts';
export { reportRecord } from './usecases/report/report-record.ts';
export { recordPredictions, resumeRun, runDataset } from './usecases/run/run-dataset.ts';
export { planSampleSize } from './usecases/sample-size/plan-sample-size.ts';
export { scoreRecord } from './usecases/score/score-record.ts';
export type { GoldsetConfig } from './usecases/settings/config.ts';
export { certifyThresholds } from './usecases/thresholds/certify-thresholds.ts';
export { type TrendOutcome, trendRecords } from './usecases/trend/trend-records.ts';

import type { CustomComparator, CustomCompare } from './model/score/custom-comparator.ts';
import type { GoldsetConfig } from './usecases/settings/config.ts';

/**
 * Gives a configuration file its types: `export default defineConfig({ ... })`.
 * @example
 * defineConfig({ presence: { unlabelled: 'ignore' } }) // => { presence: { unlabelled: 'ignore' } }
 */
export function defineConfig(config: GoldsetConfig): GoldsetConfig {
  return config;
}

/**
 * Gives a comparator of `goldset.config.ts` its types. `compare` receives an expected and a predicted value of any JSON
 * type, and returns whether they match, or `{ match, similarity, note }`. goldset does not call `compare` if one of the
 * two values is missing. Change `version` if the result also depends on anything outside the source of `compare`.
 * @example
 * const lastFour = defineComparator({ name: 'last-four', compare: (a, b) => String(a).slice(-4) === String(b).slice(-4) });
 * lastFour.compare('DE 1234', '1234') // => true
 */
export function defineComparator<Custom extends Exclude<CustomComparator, CustomCompare>>(
  comparator: Custom,
): Custom {
  return comparator;
}
