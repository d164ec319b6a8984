import type { PairedComparison } from '../../model/score/comparison.ts';
import { weightedHolm } from '../../stats/tests/adjust-p-values.ts';
import { isTestable, verdictOf } from './compare-paired.ts';
import type { StatisticsSettings } from './settings.ts';

/**
 * Adjusts and judges several families of questions anew, so that the chance of any false alarm in all of them is at
 * most 1 - confidence.
 *
 * In words: every family that has a question gets the same part of the error, and its questions share that part; by
 * Holm's procedure what a family does not need passes to the others. A report has two families: the headline (one or
 * two questions) and the fields. Adjusted each for itself, the two together would raise a false alarm up to twice as often.
 * Decision 0042; simulated in bench/results/verdict-false-alarms.txt.
 *
 * Inputs: comparisons with their unadjusted p, one list a family. Result: the same lists with `adjustedP` and `verdict`
 * set; without a p both stay as they are, and a question that cannot reach the level (`isTestable`) is never significant. One family alone is judged as `comparePaired` judges it.
 *
 * Example: headline p [.02], fields p [.01, .03]: weights [2, 1, 1]; p / weight is .01, .01, .03; adjusted
 * .02 x 4/2 = .04, .01 x 2/1 = .02 raised to .04, .03 x 1 raised to .04: all three are at most .05.
 */
export function adjustJointly(
  families: readonly (readonly PairedComparison[])[],
  settings: StatisticsSettings,
): PairedComparison[][] {
  const tested = families.map((family) => family.filter((entry) => isTestable(entry, settings)).length);
  // In whole numbers, so that what is left of the weights is exact.
  const whole = tested.reduce((product, size) => product * Math.max(1, size), 1);
  const asked = families.flatMap((family, at) =>
    family.flatMap((entry) =>
      isTestable(entry, settings) ? [{ p: entry.p as number, weight: whole / (tested[at] as number) }] : [],
    ),
  );
  const adjusted = weightedHolm(
    asked.map(({ p }) => p),
    asked.map(({ weight }) => weight),
  );
  let next = 0;
  return families.map((family) =>
    family.map((entry) => {
      if (entry.p === null) return entry;
      const adjustedP = isTestable(entry, settings) ? (adjusted[next++] as number) : 1;
      return { ...entry, adjustedP, verdict: verdictOf(entry.difference, adjustedP, settings) };
    }),
  );
}
