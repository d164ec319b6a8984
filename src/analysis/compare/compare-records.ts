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

/** How two records are compared; what is left out is the default. */
export interface CompareRecordsOptions extends Omit<ReportOptions, 'scoring' | 'restrictions'> {
  /** Restrict to the items that are the same in both, instead of refusing where some are not. */
  readonly common?: boolean;
  /** How a side is scored, from its own plan; both must come out alike. Else what its dataset states, and the defaults. */
  readonly scoringOf?: (plan: RunPlan) => ExtractionScoringOptions;
}

/**
 * The report of two sides, each a version of a record: the same one, or two. SCORERS_DIFFER where they would be judged
 * by different options, RECORDS_NOT_COMPARABLE where they have other items or another gold schema.
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
