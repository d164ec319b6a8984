import type { EarlierVerdict } from '../../analysis/sections/build-report.ts';
import { type ChangedLabels, compareGold } from '../../analysis/summary/changed-labels.ts';
import type { Loader } from '../../model/dataset/loader.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { ReviewEdit } from '../../model/review/review-log.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import type { RelabelledRecord } from '../../runner/relabel-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';

/** Gold that replaces the gold of a record. */
export interface NewGold {
  readonly dataset: string;
  /** Edits that are not yet saved in the dataset. */
  readonly edits: readonly ReviewEdit[];
}

/** How newer gold differs from the gold of a run. */
export interface GoldChange {
  /** Differences between the newer gold and the gold of the run; `null` if both are equal. */
  readonly goldChanged: ChangedLabels | null;
  /** The verdict with the gold of the run; not set if no label changed. */
  readonly verdictBefore?: EarlierVerdict;
}

/**
 * Returns a record with the current gold of a dataset and with unsaved edits of this gold. Loads the necessary code
 * only when the function is called.
 */
export async function withNewGold(
  reader: RecordReader,
  { dataset, edits }: NewGold,
  loaders: readonly Loader[] | undefined,
): Promise<RelabelledRecord> {
  const { loadDataset } = await import('../../loaders/load-dataset.ts');
  const { withEdits } = await import('../../loaders/review/edited-gold.ts');
  const { relabelRecord } = await import('../../runner/relabel-record.ts');
  const set = await loadDataset(dataset, { loaders, allowInvalidGold: true });
  return relabelRecord(reader, withEdits(set, edits), { allowUnknownGold: true });
}

/**
 * Compares newer gold with the gold of the run. `score` scores the record with the gold of the run. This function calls
 * `score` only if a label changed, because otherwise the verdict stays the same.
 */
export async function goldChange(
  stored: RecordReader,
  relabelled: RelabelledRecord | null,
  scoring: ExtractionScoringOptions,
  score: () => Promise<Pick<ReportModel, 'verdict' | 'summary'>>,
): Promise<GoldChange> {
  if (relabelled === null) return { goldChanged: null };
  const { reader, changedPositions } = relabelled;
  const goldChanged = await compareGold(stored, reader, changedPositions, scoring);
  if (goldChanged.labels === 0) return { goldChanged };
  const { verdict, summary } = await score();
  const verdictBefore = { recommendation: verdict.recommendation, headline: summary.outcome.headline };
  return { goldChanged, verdictBefore };
}
