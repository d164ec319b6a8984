import { grouped } from '../../base/phrases.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { JointTest } from '../../stats/resampling/joint-sign-flips.ts';
import { type StatisticsSettings, testLevel } from './settings.ts';

/** Returns short notes, without a full stop, on the test of one comparison. */
export function testNotes(
  comparison: PairedComparison,
  test: JointTest,
  settings: StatisticsSettings,
): string[] {
  const { difference, p, adjustedP, verdict } = comparison;
  const { clusterBy } = settings;
  const alpha = testLevel(settings);
  const notes: string[] = [];
  const { differingUnits, rawP } = test;
  const unit = clusterBy === undefined ? 'document' : `cluster of ${clusterBy}`;
  if (verdict === 'inconclusive' && 2 ** (1 - differingUnits) > alpha)
    notes.push(`no difference could be significant: ${onlyUnits(differingUnits, unit)}`);
  else if (!test.isExact && 1 / test.patterns > alpha * (1 + 1e-9))
    notes.push(
      `no difference could be significant: ${grouped(test.patterns)} sign patterns are too few; raise "statistics.flips"`,
    );
  else if (verdict === 'inconclusive' && excludesZero(difference.interval))
    notes.push(
      (p ?? 1) <= alpha
        ? `significant alone, but not among ${rawP.length} comparisons tested together`
        : 'the interval excludes 0, but the test is not significant',
    );
  const isClose = Math.abs((adjustedP ?? 1) - alpha) <= 2 * Math.sqrt((alpha * (1 - alpha)) / test.patterns);
  if (!test.isExact && isClose)
    notes.push('close to the significance level; another seed may change the verdict');
  return notes;
}

function onlyUnits(count: number, unit: string): string {
  if (count === 0) return `no ${unit} differs`;
  const units = unit.replace(/^(document|cluster)/, count === 1 ? '$1' : '$1s');
  return `only ${count} ${units} ${count === 1 ? 'differs' : 'differ'}`;
}

function excludesZero(interval: PairedComparison['difference']['interval']): boolean {
  return interval !== undefined && (interval.low > 0 || interval.high < 0);
}
