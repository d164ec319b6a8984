import type { PairedComparison } from '../../model/comparison.ts';
import { comparePaired, type PairedQuestion } from '../compare-paired.ts';
import type { Headline } from '../report/headline.ts';
import { exactAt } from '../report/tiles.ts';
import type { ScoredItem, ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';

/** Fully right documents first, then the headline rate. A family of their own: one question each about the whole. */
export function compareHeadlines(
  run: ScoredRun,
  headline: Headline,
  settings: StatisticsSettings,
): PairedComparison[] {
  const rate = rateQuestion(run, run.items, headline, 'overall');
  const exact: PairedQuestion = {
    metric: headline.exactMetric,
    scope: 'overall',
    test: 'mcnemar',
    documents: rate.documents.map(({ baselineRight, candidateRight }) => ({
      baseline: exactParts(baselineRight),
      candidate: exactParts(candidateRight),
      baselineRight,
      candidateRight,
    })),
  };
  return comparePaired(headline.metric === headline.exactMetric ? [exact] : [exact, rate], settings);
}

/** The headline rate of some of the items, as a question. */
export function rateQuestion(
  run: ScoredRun,
  items: readonly ScoredItem[],
  headline: Headline,
  scope: string,
): PairedQuestion {
  const [baseline, candidate] = run.versions as readonly [number, number];
  return {
    metric: headline.metric,
    scope,
    test: headline.metric === headline.exactMetric ? 'mcnemar' : 'permutation',
    documents: items.map((item) => ({
      baseline: headline.parts(item, baseline),
      candidate: headline.parts(item, candidate),
      baselineRight: exactAt(item, baseline),
      candidateRight: exactAt(item, candidate),
    })),
  };
}

function exactParts(right: boolean | number | null): readonly [number, number] | null {
  return right === null ? null : [Number(right), 1];
}
