import type { PairedComparison } from '../../model/score/comparison.ts';
import { weightedHolm } from '../../stats/tests/adjust-p-values.ts';
import { isTestable, verdictOf } from './compare-paired.ts';
import type { StatisticsSettings } from './settings.ts';

/**
 * Adjusts the p-values and verdicts of several families of questions so that the probability of any false alarm is at
 * most 1 - confidence.
 *
 * Every family with a question gets an equal share of the error, and its questions divide that share. By
 * Holm's procedure, error that a family does not need passes to the other families. A report has two families:
 * the headline (one or two questions) and the fields. Separate adjustments would raise a false alarm up to
 * twice as often. Decision 0042; simulated in bench/results/verdict-false-alarms.txt.
 *
 * Inputs: comparisons with their unadjusted p, one list per family. Result: the same lists with `adjustedP` and `verdict`
 * set. A comparison without a p stays unchanged. A question that cannot reach the level (`isTestable`) is never
 * significant. For a single family the result equals that of `comparePaired`.
 *
 * Example: headline p [.02], fields p [.01, .03]: weights [2, 1, 1]; p / weight is .01, .01, .03; adjusted
 * .02 x 4/2 = .04, .01 x 2/1 = .02 raised to .04, .03 x 1 raised to .04: all three are at most .05.
 */
export function adjustJointly(
  families: readonly (readonly PairedComparison[])[],
  settings: StatisticsSettings,
): PairedComparison[][] {
  const tested = families.map((family) => family.filter((entry) => isTestable(entry, settings)).length);
  // Whole numbers keep the remaining weights exact.
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
