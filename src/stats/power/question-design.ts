import { requireArgument } from '../../base/require-argument.ts';

/**
 * A planned comparison (*question*) of two versions in which each unit (a document or a cluster) is either right or
 * wrong.
 */
export interface CountDesign {
  readonly kind: 'counts';
  /** Share of units that exactly one version gets right, if neither version is better. */
  readonly discordant: number;
  /** Share of right units before the assumed loss. */
  readonly rate: number;
  /**
   * Share of all units that this comparison uses, 1 by default. `discordant` and `rate` are shares of the used units.
   */
  readonly share?: number;
  /** Weight of this comparison among all comparisons that are tested together, 1 by default. The mean weight is 1. */
  readonly weight?: number;
}

/**
 * A planned comparison (*question*) of two rates, such as F1 over all fields. Each unit (a document or a cluster)
 * contributes its own amount d to the difference of the rates (linearised difference).
 */
export interface SpreadDesign {
  readonly kind: 'spread';
  /** Rate before the assumed loss, for example an F1 of .98. */
  readonly rate: number;
  /** Sum of |d| over all units. d is the contribution of a unit to the difference of the rates. */
  readonly movement: number;
  /**
   * Number of units x sum of d^2 over all units. d is the contribution of a unit to the difference of the rates. The
   * product is about the same for small and large samples.
   */
  readonly spread: number;
  readonly share?: number;
  readonly weight?: number;
}

/**
 * Quantities that determine the statistical power of a planned test, except the number of units and the significance
 * level.
 */
export type QuestionDesign = CountDesign | SpreadDesign;

export interface DiscordantShares {
  /** Share of units that only the better version gets right. */
  readonly lost: number;
  /** Share of units that only the worse version gets right. */
  readonly kept: number;
}

/**
 * Returns the discordant shares of a right-or-wrong question if there is a true loss. The loss affects a random part of
 * the units that were right: `kept` is (discordant / 2)(1 - loss / rate), and `lost` is `kept` + loss.
 *
 * Range 0 to 1; without a loss, both are half of `discordant`. Throws if the loss is above the rate, because a rate
 * cannot fall below 0, or if the shares sum to more than 1. Source: docs/metrics/statistics.md#sample-size. Example:
 * (.04 / 2)(1 - .05 / .98) = .0190, and .0190 + .05 = .0690.
 * @example
 * discordantShares({ discordant: 0.04, rate: 0.98 }, 0.05) // => { lost: 0.069, kept: 0.019 }
 */
export function discordantShares(
  { discordant, rate }: Pick<CountDesign, 'discordant' | 'rate'>,
  loss: number,
): DiscordantShares {
  requireArgument(
    discordant >= 0 && discordant <= 1 && rate >= 0 && rate <= 1,
    `discordant and rate must be in [0, 1], got ${discordant} and ${rate}`,
  );
  checkLoss(loss, rate);
  const kept = rate === 0 ? discordant / 2 : (discordant / 2) * (1 - loss / rate);
  const lost = kept + loss;
  requireArgument(
    lost + kept <= 1 + 1e-12,
    `loss ${loss} and discordant ${discordant} give ${lost + kept} discordant units, expected at most 1`,
  );
  return { lost, kept };
}

/**
 * Returns two variances over n units with a true loss: the variance `v` of the paired difference, and its variance
 * `flips` after random sign flips. With v0 = spread / n, v is v0 (1 - loss / rate + loss / movement), and flips is v +
 * loss^2 / n.
 *
 * Both variances are above 0, in the unit of the squared difference. Throws if the loss is above the rate, or without
 * units. Source: docs/metrics/statistics.md#sample-size. Example: a right-or-wrong question with a discordant share of
 * .04 and a rate of .98 has movement and spread .04. For a loss of .05, n v is .04 (1 - .0510 + 1.25) = .08796. This is
 * also the sum of the discordant shares.
 * @example
 * spreadVariances({ rate: 0.98, movement: 0.04, spread: 0.04 }, 100, 0.05) // => { v: 0.00088, flips: 0.000905 }
 */
export function spreadVariances(
  { rate, movement, spread }: Pick<SpreadDesign, 'rate' | 'movement' | 'spread'>,
  n: number,
  loss: number,
): { readonly v: number; readonly flips: number } {
  requireArgument(
    movement > 0 && spread > 0 && n > 0,
    `movement, spread and n must be above 0, got ${movement}, ${spread} and ${n}`,
  );
  checkLoss(loss, rate);
  const v = (spread / n) * (1 - loss / rate + loss / movement);
  return { v, flips: v + loss ** 2 / n };
}

function checkLoss(loss: number, rate: number): void {
  requireArgument(
    loss >= 0 && loss <= rate,
    `loss must be in [0, rate] because a rate cannot fall below 0, got ${loss} at rate ${rate}`,
  );
}

/**
 * Converts a comparison of right and wrong units to a comparison of rates: movement and spread are then the share of
 * discordant units. Returns a comparison of rates unchanged.
 */
export function asSpread(design: QuestionDesign): SpreadDesign {
  if (design.kind === 'spread') return design;
  const { discordant, ...rest } = design;
  return { ...rest, kind: 'spread', movement: discordant, spread: discordant };
}
