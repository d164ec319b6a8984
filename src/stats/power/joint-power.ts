import { getOrCreate } from '../../base/collections.ts';
import { Random } from '../../base/random.ts';
import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { binomialQuantiles } from '../numeric/binomial-quantiles.ts';
import { bisect } from '../numeric/bisect.ts';
import { binomialChances, normalCdf, normalQuantile } from '../numeric/distributions.ts';
import { attainablePs, costBelow, costOfEveryP, upperEnd } from './critical-level.ts';
import {
  asSpread,
  type CountDesign,
  type DiscordantShares,
  discordantShares,
  type QuestionDesign,
  spreadVariances,
} from './question-design.ts';

/** Number of data sets (*draws*) that are simulated for each number of units. */
const defaultDraws = 400;
/** Number of significance levels at which the costs of p-values (`criticalLevel`) are computed. */
const gridSize = 40;
/** Above this number of discordant units, nearly every p-value is attainable. */
const manyDiscordant = 2000;
/** The search stops at this number of units, because a larger gold set is unlikely. */
const maxUnits = 10_000_000;

export interface JointPowerOptions {
  /** Confidence of the joint test of all questions, .95 by default. */
  readonly confidence?: number;
  readonly draws?: number;
  readonly seed?: string;
}

/** The attainable p-values for one number of discordant units and one weight of a question. */
interface CountRow {
  /** `ps[i]` is the p-value if one version alone is right in `from` + i of the discordant units. */
  readonly from: number;
  readonly ps: Float64Array;
  /** Cost -ln(1 - p) at each level of `gridOfLevels`. p is the largest attainable p-value up to weight · level. */
  readonly costs: Float64Array;
}

interface PlacedRow extends CountRow {
  /**
   * Position of each ratio `ps[i]` / weight between the levels of `gridOfLevels`. 2.5 is halfway between the levels 2 and
   * 3.
   */
  readonly places: Float64Array;
}

/**
 * Random numbers for the simulation of one question (a metric or a field). `probabilities` has one number per draw, in
 * ascending order. `drawAt[i]` is the draw to which `probabilities[i]` belongs.
 */
interface RandomNumbers {
  readonly probabilities: Float64Array;
  readonly drawAt: Int32Array;
}

/**
 * `chances[i]` is the probability that `first` + i of the discordant units are right only in the version that became
 * worse.
 */
interface KeptUnits {
  readonly first: number;
  readonly chances: Float64Array;
}

/** Data sets (draws) that were simulated as if no version were better. A cost is -ln(1 - p) (`criticalLevel`). */
interface Sample {
  /** Costs per question, draw and level of `gridOfLevels`; `null` for a question that can attain every p-value. */
  readonly costs: readonly (readonly Float64Array[] | null)[];
  /** Sum of the costs of all questions that can attain every p-value, per level of `gridOfLevels`. */
  readonly ofEveryDraw: Float64Array;
  /** Sum of the costs of all questions, per draw (row) and level of `gridOfLevels` (column). NaN until it is needed. */
  readonly sums: Float64Array;
  /** Per question and level of `gridOfLevels`: share of the draws in which a p of weight · level is significant. */
  readonly significant: (Float64Array | undefined)[];
}

/**
 * Computes the statistical power of several comparisons (*questions*) that are tested together
 * (metrics/statistics.md#sample-size). This power is that of the joint test, whose critical value depends on the
 * discordant units of all questions (`criticalLevel`).
 *
 * To find the power of one question, a simulation draws the discordant units of the other questions 400 times. The power
 * is the mean probability, over all draws, of a significant result in the right direction.
 * - Each question has a cost at each significance level (`criticalLevel`). A level is allowed in a draw if the costs of
 *   all questions sum to at most -ln(confidence).
 * - A question whose differences have many distinct values (`SpreadDesign`) is tested at one level, which `level`
 *   returns.
 *
 * The random numbers are the same for all n, so the power changes smoothly with n. To save time, the other questions
 * are simulated only at numbers of units that are about 10 % apart. Each n uses the simulation at the nearest of these
 * numbers. This changed the power by at most .8 points in plans of 5 to 20 fields.
 *
 * Range of the power 0 to 1; 0 without units. Source: the design of Duffy 1984, at the level of Tarone 1990. Example: 6
 * units that are all right in one version and wrong in the other have p = 2 / 2^6 = .031, so the power is 1.
 * @example
 * new JointPower([{ kind: 'counts', discordant: 0, rate: 1 }]).power(6, 0, 1) // => 1
 * new JointPower([{ kind: 'counts', discordant: 0, rate: 1 }]).power(5, 0, 1) // => 0
 */
export class JointPower {
  readonly #questions: readonly QuestionDesign[];
  readonly #draws: number;
  /** Largest allowed sum of the costs -ln(1 - p) of all questions: -ln(confidence). */
  readonly #budget: number;
  readonly #levels: Float64Array;
  readonly #random: readonly RandomNumbers[];
  /** Cached attainable p-values, by weight and number of discordant units. */
  readonly #rows = new Map<number, Map<number, CountRow>>();
  readonly #samples = new Map<number, Sample>();
  #kept = { share: Number.NaN, byCount: new Map<number, KeptUnits>() };

  constructor(
    questions: readonly QuestionDesign[],
    { confidence = 0.95, draws = defaultDraws, seed = 'power' }: JointPowerOptions = {},
  ) {
    requireFractions({ confidence });
    requireArgument(
      Number.isInteger(draws) && draws > 0,
      `draws must be a whole number above 0, got ${draws}`,
    );
    for (const { weight = 1, share = 1 } of questions)
      requireArgument(
        weight > 0 && share > 0 && share <= 1,
        `weight must be above 0 and share in (0, 1], got ${weight} and ${share}`,
      );
    this.#questions = questions;
    this.#draws = draws;
    this.#budget = -Math.log(confidence);
    this.#levels = gridOfLevels(questions, this.#budget, 1 - confidence);
    const random = new Random(seed);
    const order = Array.from({ length: draws }, (_, i) => i);
    this.#random = questions.map(() => ({
      probabilities: Float64Array.from(order, (i) => (i + random.next()) / draws),
      drawAt: Int32Array.from(random.shuffle(order)),
    }));
  }

  /**
   * Returns the probability that the joint test of all questions finds a true loss in question k with n units and
   * reports it as a loss. `design` replaces the design of question k. Range 0 to 1, higher is better.
   *
   * Throws if the loss is above the rate of the question, or if its discordant shares sum to more than 1.
   */
  power(n: number, k: number, loss: number, design = this.#designOf(k)): number {
    requireArgument(Number.isInteger(n) && n > 0, `n must be a whole number above 0, got ${n}`);
    const units = unitsOf(design, n);
    if (units === 0) return 0;
    if (design.kind === 'counts') {
      const shares = discordantShares(design, loss);
      if (units * (shares.lost + shares.kept) <= manyDiscordant)
        return this.#countPower(n, k, design, shares);
    }
    const { v, flips } = spreadVariances(asSpread(design), units, loss);
    const level = this.level(n, k, design);
    return normalCdf((loss - normalQuantile(1 - level / 2) * Math.sqrt(flips)) / Math.sqrt(v));
  }

  /**
   * Returns the significance level at which question k is tested with n units. This level is the largest p that is
   * significant in at least half of the simulated data sets. Range (0, 1 - confidence].
   */
  level(n: number, k: number, design = this.#designOf(k)): number {
    const shares = this.#significantShares(n, k, design);
    const next = shares.findIndex((share) => share < 0.5);
    const { weight = 1 } = design;
    const alpha = -Math.expm1(-this.#budget);
    const at = (place: number): number => Math.min(alpha, weight * (this.#levels[place] as number));
    if (next === -1) return at(gridSize - 1);
    if (next === 0) return at(0);
    const [before, after] = [shares[next - 1] as number, shares[next] as number];
    const fraction = (before - 0.5) / (before - after);
    return at(next - 1) * (at(next) / at(next - 1)) ** fraction;
  }

  /**
   * Returns how many units are needed to find a loss in question k with the given power. Tries all numbers up to 100,
   * and then numbers that are 1 % apart. Returns the first number at which the power is reached and stays reached for
   * all tried numbers up to 10 % above.
   *
   * Power in (0, 1), default .80. Returns `null` if the loss is 0, or if more than 10,000,000 units are needed. Throws
   * if the loss is above the rate of the question.
   */
  documents(
    k: number,
    loss: number,
    {
      power = 0.8,
      design = this.#designOf(k),
    }: { readonly power?: number; readonly design?: QuestionDesign } = {},
  ): number | null {
    requireFractions({ power });
    if (loss === 0) return null;
    const known = new Map<number, number>();
    const powerAt = (place: number): number =>
      getOrCreate(known, place, () => this.power(gridUnits(place), k, loss, design));
    const reaches = (place: number): boolean => powerAt(place) >= power;
    const limit = placeOfUnits(maxUnits);
    const { units, quantile } = this.#approximateUnits(design, loss, power);
    let high = Math.min(limit, placeOfUnits(units));
    // Improve the estimate. The number of units is about proportional to (`quantile` + normal quantile of the power)^2.
    // This proportion is inaccurate for very small and very large powers, so one step changes the number at most
    // fourfold.
    for (let i = 0; i < 4 && Math.abs(powerAt(high) - power) > 0.02; i++) {
      const reached = normalQuantile(Math.min(0.99, Math.max(0.01, powerAt(high))));
      const ratio = (quantile + normalQuantile(power)) / Math.max(0.1, quantile + reached);
      const growth = Math.min(4, Math.max(0.25, ratio ** 2));
      high = Math.min(limit, placeOfUnits(Math.max(1, gridUnits(high) * growth)));
    }
    let low = high;
    let step = 1;
    if (reaches(high)) {
      while (low > 0 && reaches(low)) {
        high = low;
        low = Math.max(0, low - step);
        step *= 2;
        if (low === 0) break;
      }
    } else {
      while (!reaches(high)) {
        if (high === limit) return null;
        low = high;
        high = Math.min(limit, high + step);
        step *= 2;
      }
    }
    let found = bisect(low, high, reaches);
    // The power can fall at larger numbers of units, but only at entries for which `startsSample` is true. So the loop
    // also tests these entries, up to 10 % above `found`.
    for (let place = found + 1; place <= limit && gridUnits(place) <= 1.1 * gridUnits(found); place++)
      if ((place === found || startsSample(place)) && !reaches(place)) found = place + 1;
    return gridUnits(found);
  }

  #designOf(k: number): QuestionDesign {
    const design = this.#questions[k];
    requireArgument(
      design !== undefined,
      `found no question ${k}, expected 0 to ${this.#questions.length - 1}`,
    );
    return design;
  }

  /**
   * Returns the number of units with which the search starts. Uses the normal approximation at a small
   * significance level. `quantile` is the normal quantile of this level.
   */
  #approximateUnits(
    design: QuestionDesign,
    loss: number,
    power: number,
  ): { readonly units: number; readonly quantile: number } {
    const { weight = 1, share = 1 } = design;
    const shares = design.kind === 'counts' ? discordantShares(design, loss) : null;
    const v =
      shares === null || design.kind === 'counts'
        ? (shares?.lost ?? 0) + (shares?.kept ?? 0)
        : spreadVariances(design, 1, loss).v;
    const level = Math.min(0.5, weight * 1.5 * (this.#levels[0] as number));
    const quantile = normalQuantile(1 - level / 2);
    const reach = quantile * Math.sqrt(v) + normalQuantile(power) * Math.sqrt(Math.max(0, v - loss ** 2));
    const units = Math.min(maxUnits, Math.max(1, Math.ceil((Math.max(0, reach) / loss) ** 2 / share)));
    return { units, quantile };
  }

  #countPower(n: number, k: number, design: CountDesign, { lost, kept }: DiscordantShares): number {
    const both = lost + kept;
    if (both === 0) return 0;
    const { weight = 1 } = design;
    const significant = this.#significantShares(n, k, design);
    const units = unitsOf(design, n);
    const spread = Math.sqrt(units * both * (1 - both));
    const first = Math.max(0, Math.floor(units * both - 5 * spread - 5));
    const last = Math.min(units, Math.ceil(units * both + 5 * spread + 5));
    // For a wide distribution, sum only over every `step`-th number m of discordant units. `step` is odd, so that even
    // and odd values of m occur.
    const step = 1 + 2 * Math.floor(spread / 12);
    const chanceOf = binomialChances(units, both);
    let power = 0;
    let total = 0;
    for (let m = first; m <= last; m += step) {
      const chance = chanceOf(m);
      total += chance;
      if (chance > 1e-9)
        power += chance * powerOf(this.#keptUnits(m, kept / both), this.#placedRow(m, weight), significant);
    }
    return Math.min(1, power / total);
  }

  /**
   * Returns the distribution of k: of `m` discordant units, k are right only in the version that became worse. Caches
   * the distributions for the most recent `share`.
   */
  #keptUnits(m: number, share: number): KeptUnits {
    if (share !== this.#kept.share) this.#kept = { share, byCount: new Map() };
    let known = this.#kept.byCount.get(m);
    if (known === undefined) {
      known = keptUnits(m, share);
      this.#kept.byCount.set(m, known);
    }
    return known;
  }

  /**
   * Returns, per significance level of the grid (`gridOfLevels`), the share of the simulated data sets in which a
   * p-value of weight · level is significant.
   */
  #significantShares(n: number, k: number, { weight = 1 }: QuestionDesign): Float64Array {
    const sample = this.#sampleOf(nearestSample(n));
    const known = sample.significant[k];
    if (known !== undefined) return known;
    const own = this.#levels.map((level) => costOfEveryP(weight * level));
    const costs = sample.costs[k] as readonly Float64Array[] | null;
    const shares = new Float64Array(gridSize);
    // The sum of the costs of all questions grows with the significance level. So each simulated data set (draw) has a
    // highest level at which its sum is at most `#budget`. The search starts at the highest level of the previous draw,
    // which is usually near.
    let place = 0;
    for (let draw = 0; draw < this.#draws; draw++) {
      const without = costs === null ? own : (costs[draw] as Float64Array);
      const isWithin = (at: number): boolean =>
        sumAt(sample, draw, at) - (without[at] as number) + (own[at] as number) <= this.#budget + 1e-9;
      while (place < gridSize && isWithin(place)) place++;
      while (place > 0 && !isWithin(place - 1)) place--;
      if (place > 0) shares[place - 1] = (shares[place - 1] as number) + 1;
    }
    // `shares[i]` is now the number of simulated data sets (draws) whose highest allowed level is i. The loop replaces
    // `shares[i]` by the share of draws whose highest level is at least i.
    let draws = 0;
    for (let i = gridSize - 1; i >= 0; i--) {
      draws += shares[i] as number;
      shares[i] = draws / this.#draws;
    }
    sample.significant[k] = shares;
    return shares;
  }

  #sampleOf(n: number): Sample {
    const known = this.#samples.get(n);
    if (known !== undefined) return known;
    const ofEveryDraw = new Float64Array(gridSize);
    const costs = this.#questions.map((design, j) => {
      const { weight = 1 } = design;
      const units = unitsOf(design, n);
      if (design.kind === 'spread' || units * design.discordant > manyDiscordant) {
        for (let i = 0; i < gridSize; i++)
          ofEveryDraw[i] = (ofEveryDraw[i] as number) + costOfEveryP(weight * (this.#levels[i] as number));
        return null;
      }
      const { probabilities, drawAt } = this.#random[j] as RandomNumbers;
      const inOrder = binomialQuantiles(units, design.discordant, probabilities);
      const ofDraws: Float64Array[] = Array(this.#draws);
      let row = this.#row(inOrder[0] as number, weight);
      for (let i = 0; i < inOrder.length; i++) {
        if (inOrder[i] !== inOrder[i - 1]) row = this.#row(inOrder[i] as number, weight);
        ofDraws[drawAt[i] as number] = row.costs;
      }
      return ofDraws;
    });
    const sums = new Float64Array(this.#draws * gridSize).fill(Number.NaN);
    const sample = { costs, ofEveryDraw, sums, significant: [] };
    this.#samples.set(n, sample);
    return sample;
  }

  #row(m: number, weight: number): CountRow {
    const rows = getOrCreate(this.#rows, weight, () => new Map<number, CountRow>());
    const known = rows.get(m);
    if (known !== undefined) return known;
    const attainable = attainablePs(m);
    const costs = new Float64Array(gridSize);
    for (let i = 0; i < gridSize; i++) costs[i] = costBelow(attainable, weight * (this.#levels[i] as number));
    const row = { from: attainable.from, ps: attainable.ps, costs };
    rows.set(m, row);
    return row;
  }

  /**
   * Returns the attainable p-values for `m` discordant units, with their positions on the grid of levels. Computes the
   * positions only when this function is called, because most values of `m` never need them.
   */
  #placedRow(m: number, weight: number): PlacedRow {
    const row: CountRow & { places?: Float64Array } = this.#row(m, weight);
    if (row.places === undefined) {
      const first = Math.log(weight * (this.#levels[0] as number));
      const ratio = Math.log(weight * (this.#levels[1] as number)) - first;
      row.places = row.ps.map((p) => (Math.log(p) - first) / ratio);
    }
    return row as PlacedRow;
  }
}

/**
 * Returns P(Binomial(m, share) = k) for the k from 0 to m / 2 that are near the mean: within 6 standard deviations + 6.
 */
function keptUnits(m: number, share: number): KeptUnits {
  const mean = m * share;
  const reach = 6 * Math.sqrt(mean * (1 - share)) + 6;
  const first = Math.max(0, Math.floor(mean - reach));
  const chances = new Float64Array(Math.min(Math.floor(m / 2), Math.ceil(mean + reach)) - first + 1);
  let chance = binomialChances(m, share)(first);
  for (let i = 0; i < chances.length; i++) {
    chances[i] = chance;
    chance *= ((m - first - i) / (first + i + 1)) * (share / (1 - share));
  }
  return { first, chances };
}

/**
 * Returns the probability of a significant p-value in the right direction. The share of the simulated data sets in
 * which a p-value is significant is interpolated between the levels of the grid (`gridOfLevels`).
 */
function powerOf(
  { first, chances }: KeptUnits,
  { from, places }: PlacedRow,
  significant: Float64Array,
): number {
  const always = significant[0] as number;
  let power = 0;
  for (let i = 0; i < chances.length; i++) {
    const place = first + i < from ? -1 : (places[first + i - from] as number);
    if (place > gridSize - 1) break;
    let share = always;
    if (place > 0) {
      const below = Math.floor(place);
      share = significant[below] as number;
      if (place > below) share += (place - below) * ((significant[below + 1] as number) - share);
    }
    power += (chances[i] as number) * share;
  }
  return power;
}

function sumAt({ costs, ofEveryDraw, sums }: Sample, draw: number, at: number): number {
  const place = draw * gridSize + at;
  let sum = sums[place] as number;
  if (!Number.isNaN(sum)) return sum;
  sum = ofEveryDraw[at] as number;
  for (const ofDraws of costs) if (ofDraws !== null) sum += (ofDraws[draw] as Float64Array)[at] as number;
  sums[place] = sum;
  return sum;
}

/**
 * Rounds n to one of a series of numbers that are about 10 % apart, so that similar values of n share one simulation.
 * Numbers up to 20 do not change.
 */
function nearestSample(n: number): number {
  return n <= 20 ? n : Math.round(20 * 1.1 ** Math.round(Math.log(n / 20) / Math.log(1.1)));
}

function unitsOf({ share = 1 }: QuestionDesign, n: number): number {
  return Math.round(n * share);
}

/**
 * Returns the significance levels (the grid) at which the costs of all questions (`criticalLevel`) are computed. The
 * ratio of two neighbouring levels is constant. The lowest level is the critical value of questions that can all attain
 * every p-value. No other critical value is lower. The highest level is the level of a single test, divided by the
 * smallest weight.
 */
function gridOfLevels(questions: readonly QuestionDesign[], budget: number, alpha: number): Float64Array {
  const weights = questions.map(({ weight = 1 }) => weight);
  const least = upperEnd(0, 1 / Math.max(1, ...weights), (level) => {
    let cost = 0;
    for (const weight of weights) cost += costOfEveryP(weight * level);
    return cost <= budget;
  });
  const most = Math.max(1.001 * least, alpha / Math.min(1, ...weights));
  const ratio = (most / least) ** (1 / (gridSize - 1));
  return Float64Array.from({ length: gridSize }, (_, i) => least * ratio ** i);
}

/**
 * Returns whether an entry of the search grid (`gridUnits`) uses a different simulation (`nearestSample`) than the
 * previous entry.
 */
function startsSample(place: number): boolean {
  return nearestSample(gridUnits(place)) !== nearestSample(gridUnits(place - 1));
}

/**
 * Returns the number of units at an entry of the search grid. Entries are 1 apart up to 100 units, and about
 * 1 % apart above.
 */
function gridUnits(place: number): number {
  return place <= 100 ? place : Math.round(100 * 1.01 ** (place - 100));
}

/** Returns the first entry of the search grid (`gridUnits`) with at least this number of units. */
function placeOfUnits(units: number): number {
  let place =
    units <= 100 ? Math.ceil(units) : 100 + Math.max(0, Math.floor(Math.log(units / 100) / Math.log(1.01)));
  while (gridUnits(place) < units) place++;
  return place;
}
