import type { PairedComparison } from '../../model/score/comparison.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import type { Headline } from '../fold/headline.ts';
import { exactShare } from '../fold/parts.ts';
import { comparePaired, type PairedQuestion } from '../measure/compare-paired.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Compares the share of fully right documents, then the headline rate, as one family of questions. */
export function compareHeadlines(
  run: FoldedRun,
  headline: Headline,
  settings: StatisticsSettings,
): PairedComparison[] {
  const rate = rateQuestion(run, allPositions(run.count), headline, 'overall');
  const exact: PairedQuestion = {
    ...rate,
    metric: headline.exactMetric,
    test: 'mcnemar',
    baseline: (position) => exactParts(rate.baselineRight(position)),
    candidate: (position) => exactParts(rate.candidateRight(position)),
  };
  return comparePaired(headline.metric === headline.exactMetric ? [exact] : [exact, rate], settings);
}

/** Returns the question about the headline rate of these documents. */
export function rateQuestion(
  run: FoldedRun,
  documents: Int32Array,
  headline: Headline,
  scope: string,
): PairedQuestion {
  const [baseline, candidate] = run.versions as readonly [VersionColumns, VersionColumns];
  return {
    metric: headline.metric,
    scope,
    test: headline.metric === headline.exactMetric ? 'mcnemar' : 'permutation',
    documents,
    baseline: headline.parts(baseline),
    candidate: headline.parts(candidate),
    baselineRight: exactShare(baseline),
    candidateRight: exactShare(candidate),
  };
}

function exactParts(right: number | null): Parts | null {
  return right === null ? null : [right, 1];
}
