import type { RunPlan } from '../../model/record/run-record.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { requireSameScorer } from '../../model/score/scorer-description.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { buildReport, type ReportOptions } from '../sections/build-report.ts';
import { pairRecords, type RecordSide } from './pair-records.ts';

export interface CompareRecordsOptions extends Omit<ReportOptions, 'scoring' | 'restrictions'> {
  /** Whether to compare only the items that are equal in both records. Otherwise, differing items are an error. */
  readonly common?: boolean;
  /** Returns the scoring options of one side. Both sides must have equal options. Default: those of the dataset. */
  readonly scoringOf?: (plan: RunPlan) => ExtractionScoringOptions;
}

/**
 * Returns the report of two versions of one record or of two records. Throws SCORERS_DIFFER if their scoring options
 * differ, and RECORDS_NOT_COMPARABLE if they have different items or gold schemas.
 */
export async function compareRecords(
  baseline: RecordSide,
  candidate: RecordSide,
  options: CompareRecordsOptions = {},
): Promise<ReportModel> {
  const { common, scoringOf = byDataset, ...report } = options;
  const { reader, notes } = await pairRecords(baseline, candidate, { common });
  const scoring = scoringOf(candidate.reader.plan);
  requireSameScorer(describeScorer(scoringOf(baseline.reader.plan)), describeScorer(scoring));
  return buildReport(reader, { ...report, scoring, restrictions: notes });
}

function byDataset({ dataset }: RunPlan): ExtractionScoringOptions {
  return { ...defaultScoringOptions, ...dataset.presence };
}
