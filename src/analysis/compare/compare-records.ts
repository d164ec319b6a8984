import type { RunPlan } from '../../model/record/run-record.ts';
import type { DocumentRow, ReportModel } from '../../model/report/report-model.ts';
import { requireSameScorer } from '../../model/score/scorer-description.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import { defaultScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import type { FigureOptions } from '../measure/figure-options.ts';
import { defaultStatistics } from '../measure/settings.ts';
import { foldReport, type ReportOptions, reportOf } from '../sections/build-report.ts';
import { readDocument } from '../sections/documents/read-document.ts';
import { pairRecords, type RecordSide } from './pair-records.ts';

export interface CompareRecordsOptions
  extends Omit<ReportOptions, 'scoring' | 'statistics' | 'restrictions'> {
  /** Whether to compare only the items that are equal in both records. By default, items that differ are an error. */
  readonly common?: boolean;
  /**
   * Returns the scoring and statistics options for the plan of a record. Both records must get the same scoring
   * options. The report uses the statistics options of the candidate. By default, scoring uses the presence policy of
   * the dataset, and statistics use their defaults.
   */
  readonly optionsOf?: (plan: RunPlan) => FigureOptions;
}

/**
 * Returns the report of two versions of one record or of two records. Throws SCORERS_DIFFER if their scoring options
 * differ, and RECORDS_NOT_COMPARABLE if the records have different items or gold schemas.
 */
export async function compareRecords(
  baseline: RecordSide,
  candidate: RecordSide,
  options: CompareRecordsOptions = {},
): Promise<ReportModel> {
  return (await openCompared(baseline, candidate, options)).model;
}

/** The report of two compared versions. */
export interface ComparedReport {
  readonly model: ReportModel;
  /**
   * Returns the document at a position of the comparison, even if the report does not show this document. Returns
   * `null` if there is no such document.
   */
  readonly documentAt: (position: number) => Promise<DocumentRow | null>;
}

/** Like `compareRecords`, but the result can also read single documents. */
export async function openCompared(
  baseline: RecordSide,
  candidate: RecordSide,
  options: CompareRecordsOptions = {},
): Promise<ComparedReport> {
  const { common, optionsOf = byDataset, ...report } = options;
  const { reader, notes } = await pairRecords(baseline, candidate, { common });
  const { scoring, statistics } = optionsOf(candidate.reader.plan);
  requireEqualScoring(baseline.reader.plan, candidate.reader.plan, optionsOf);
  const given = { ...report, scoring, statistics, restrictions: notes };
  const folded = await foldReport(reader, given);
  return {
    model: reportOf(folded, given),
    documentAt: (position) => readDocument(reader, scoring, folded.causes, position),
  };
}

/** Throws SCORERS_DIFFER if the scoring options of two records differ. */
export function requireEqualScoring(
  baseline: RunPlan,
  candidate: RunPlan,
  optionsOf: (plan: RunPlan) => FigureOptions,
): void {
  const scorerOf = (plan: RunPlan) => describeScorer(optionsOf(plan).scoring);
  requireSameScorer(scorerOf(baseline), scorerOf(candidate));
}

export function byDataset({ dataset }: RunPlan): FigureOptions {
  return { scoring: { ...defaultScoringOptions, ...dataset.presence }, statistics: defaultStatistics };
}
