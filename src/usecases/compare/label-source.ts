import type { RecordSide } from '../../analysis/compare/pair-records.ts';
import { pairRecords } from '../../analysis/compare/pair-records.ts';
import type { FigureOptions } from '../../analysis/measure/figure-options.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { requireSameScorer } from '../../model/score/scorer-description.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import { requireFinished } from '../inputs/open-side.ts';

/** The two versions of a comparison, and how to score them. */
export interface LabelSource {
  readonly baseline: RecordSide;
  readonly candidate: RecordSide;
  readonly common?: boolean | undefined;
  readonly optionsOf: (plan: RunPlan) => FigureOptions;
}

/**
 * Joins the records of baseline and candidate into one. Also returns the options of the candidate. Throws an error if a
 * record is unfinished, or if the two records are scored differently.
 */
export async function pairedSource({ baseline, candidate, common, optionsOf }: LabelSource) {
  for (const { reader } of [baseline, candidate]) await requireFinished(reader);
  const { reader } = await pairRecords(baseline, candidate, { common });
  const [before = '', after = ''] = reader.plan.versions.map(({ requested }) => requested);
  const [own, options] = [optionsOf(baseline.reader.plan), optionsOf(candidate.reader.plan)];
  requireSameScorer(describeScorer(own.scoring), describeScorer(options.scoring));
  return { reader, options, names: { baseline: before, candidate: after } };
}

/** Throws USAGE if documents are clustered, because the test of a sequential list assumes independent documents. */
export function rejectClusters({ clusterBy }: FigureOptions['statistics']): void {
  if (clusterBy === undefined) return;
  throw new GoldsetError('USAGE', {
    problem: `found a sequential list with documents clustered by "${clusterBy}", expected independent documents`,
    fix: 'Write a list of fixed length, without --sequential.',
  });
}
