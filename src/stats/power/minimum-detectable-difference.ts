import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { bisect } from '../numeric/bisect.ts';
import { normalCdf, normalQuantile } from '../numeric/distributions.ts';
import { mcnemarPower } from './mcnemar-power.ts';
import {
  asSpread,
  type CountDesign,
  discordantShares,
  type QuestionDesign,
  spreadVariances,
} from './question-design.ts';

/** Precision of the result: .00001 is a thousandth of a percentage point. */
const precision = 1e-5;

/**
 * Returns the probability that a test of one comparison (*question*) with n units, at a fixed level, finds a true loss
 * and reports it as a loss. Uses the exact McNemar test if each unit has a single right-or-wrong result, otherwise the
 * normal distribution.
 *
 * Inputs: whole n > 0; loss in [0, rate]; level in (0, 1). Range 0 to 1, higher is better. `share` and `weight` of the
 * question have no effect. Example: n = 98, rate .98, movement .04, spread .04, loss .05 and level .05 give v = .08796
 * / 98 and flips = .09046 / 98 (`spreadVariances`). The power is normalCdf((.05 - 1.960 x .03038) / .02996) = .375.
 * Returns about level / 2 if there is no loss. Source: docs/metrics/statistics.md#sample-size.
 * @example
 * powerAtLevel({ kind: 'counts', discordant: 0, rate: 1 }, 6, 1, 0.05) // => 1
 */
export function powerAtLevel(design: QuestionDesign, n: number, loss: number, level: number): number {
  requireFractions({ level });
  if (design.kind === 'counts') return mcnemarPower({ n, ...discordantShares(design, loss), level });
  const { v, flips } = spreadVariances(design, n, loss);
  return normalCdf((loss - normalQuantile(1 - level / 2) * Math.sqrt(flips)) / Math.sqrt(v));
}

/**
 * Returns the minimum detectable difference: the smallest true loss that a comparison with n units finds with the given
 * power, at the level of its test. If several questions are tested together, the level of a question is its weight x
 * the critical value of the joint test.
 *
 * Inputs: n, the number of units of the question; its design; level in (0, 1), default .05; power in (0, 1), default
 * .80. Range 0 to the rate, precise to .00001; lower is better. Returns `null` if n = 0, or if even the largest
 * possible loss does not have this power.
 *
 * Example: 6 units are right in both versions. The test is significant only if the worse version loses all 6 of them (p
 * = .031; with 5 units, p = .0625). With a true loss of .9, this happens with probability .9^6 = .53. The power reaches
 * .80 at a loss of .8^(1/6) = .9635. Source: docs/metrics/statistics.md#detectable-difference.
 * @example
 * minimumDetectableDifference({ n: 6, design: { kind: 'counts', discordant: 0, rate: 1 } }) // => 0.9635
 * minimumDetectableDifference({ n: 5, design: { kind: 'counts', discordant: 0, rate: 1 } }) // => null
 */
export function minimumDetectableDifference({
  n,
  design,
  level = 0.05,
  power = 0.8,
}: {
  readonly n: number;
  readonly design: QuestionDesign;
  readonly level?: number;
  readonly power?: number;
}): number | null {
  requireArgument(Number.isInteger(n) && n >= 0, `n must be a whole number, got ${n}`);
  requireFractions({ level, power });
  const { rate } = design;
  if (n === 0 || rate <= 0) return null;
  const most = Math.min(1, rate);
  const missing = (loss: number): number => powerAtLevel(design, n, loss, level) - power;
  let [low, high] = [0, most];
  let [atLow, atHigh] = [-power, missing(most)];
  if (atHigh < 0) return null;
  // The search starts at the solution of the normal approximation, with the variance of a comparison without a loss.
  // The search continues with the secant method (Illinois variant).
  const { spread } = asSpread(design);
  const quantiles = normalQuantile(1 - level / 2) + normalQuantile(power);
  let next = quantiles * Math.sqrt(Math.max(spread, quantiles ** 2 / n) / n);
  while (high - low > precision) {
    const loss = next > low && next < high ? next : (low + high) / 2;
    const at = missing(loss);
    if (at >= 0) {
      [high, atHigh] = [loss, at];
      atLow /= 2;
    } else {
      [low, atLow] = [loss, at];
      atHigh /= 2;
    }
    next = low + ((high - low) * -atLow) / (atHigh - atLow);
    next = at >= 0 ? next - precision / 4 : next + precision / 4;
  }
  return high;
}

/** The search for a sample size stops at this number of units, because a larger gold set is unlikely. */
const maxUnits = 10_000_000;
/**
 * If more units than this are expected to be discordant, the power is computed with the normal distribution instead of
 * the exact test.
 */
const manyDiscordant = 2000;

/**
 * Returns how many units a test at a fixed level needs to find a loss with the given power. The result is the smallest
 * n at which `powerAtLevel` reaches the power.
 *
 * Inputs: like `powerAtLevel`; power in (0, 1), default .80. Range: at least 1 unit; lower is better. Returns `null` if
 * the loss is 0 or more than 10,000,000 units are needed. Source: docs/metrics/statistics.md#detectable-difference.
 * Example: if the worse version loses all n units, p is 2 / 2^n, which is at most .05 from 6 units on.
 * @example
 * documentsAtLevel({ kind: 'counts', discordant: 0, rate: 1 }, 1, 0.05) // => 6
 */
export function documentsAtLevel(
  design: QuestionDesign,
  loss: number,
  level: number,
  power = 0.8,
): number | null {
  requireFractions({ level, power });
  if (loss === 0) return null;
  const variance = design.kind === 'counts' ? bothShares(design, loss) : spreadVariances(design, 1, loss).v;
  const many =
    design.kind === 'counts'
      ? {
          ...design,
          kind: 'spread' as const,
          movement: Math.max(1e-9, design.discordant),
          spread: Math.max(1e-9, design.discordant),
        }
      : design;
  const finds = (n: number): boolean =>
    powerAtLevel(design.kind === 'counts' && n * variance > manyDiscordant ? many : design, n, loss, level) >=
    power;
  const quantiles = normalQuantile(1 - level / 2) + normalQuantile(power);
  let high = Math.max(1, Math.ceil((quantiles ** 2 * variance) / loss ** 2));
  if (high > maxUnits) return null;
  let low = Math.floor(0.8 * high);
  while (low > 0 && finds(low)) low = Math.floor(low / 2);
  while (!finds(high)) {
    low = high;
    high = Math.ceil(1.2 * high) + 1;
    if (high > maxUnits) return null;
  }
  return bisect(low, high, finds);
}

function bothShares(design: CountDesign, loss: number): number {
  const { lost, kept } = discordantShares(design, loss);
  return lost + kept;
}
