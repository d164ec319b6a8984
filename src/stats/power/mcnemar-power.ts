import { requireArgument } from '../../base/require-argument.ts';
import { binomialCdf, binomialChances, normalQuantile } from '../numeric/distributions.ts';
import type { DiscordantShares } from './question-design.ts';

/**
 * Returns the power of the exact McNemar test at a fixed level: the probability that it finds that one version is
 * worse. `lost` is the share of documents that only the better version gets right, and `kept` the share that only the
 * worse version gets right.
 *
 * With s = lost + kept, the number m of discordant units (right in exactly one version) is Binomial(n, s). Of these,
 * Binomial(m, kept / s) are right only in the worse version. The power is the probability that p is at most `level`,
 * averaged over m with the weights P(m). A significant difference in the wrong direction does not count.
 *
 * Inputs: whole n >= 0; shares in [0, 1] with a sum of at most 1; level in (0, 1), default .05. Range 0 to 1, higher is
 * better. Returns 0 for no units, or if both shares are 0. Source: Duffy 1984. Example: the worse version loses all 6
 * units. Then p = 2 / 2^6 = .031, so the power is 1. With 5 units, p is .0625, so the power is 0.
 * @example
 * mcnemarPower({ n: 6, lost: 1, kept: 0 }) // => 1
 * mcnemarPower({ n: 367, lost: 0.08, kept: 0.03 }) // => 0.8007
 */
export function mcnemarPower({
  n,
  lost,
  kept,
  level = 0.05,
}: DiscordantShares & { readonly n: number; readonly level?: number }): number {
  requireArgument(Number.isInteger(n) && n >= 0, `n must be a whole number, got ${n}`);
  requireArgument(
    lost >= 0 && kept >= 0 && lost + kept <= 1 + 1e-12,
    `lost and kept must be at least 0 and sum to at most 1, got ${lost} and ${kept}`,
  );
  requireArgument(level > 0 && level < 1, `level must be in (0, 1), got ${level}`);
  const both = Math.min(1, lost + kept);
  if (both === 0) return 0;
  const spread = 7 * Math.sqrt(n * both * (1 - both)) + 10;
  const from = Math.max(0, Math.floor(n * both - spread));
  const to = Math.min(n, Math.ceil(n * both + spread));
  const chances = binomialChances(n, both);
  const odds = both / (1 - both);
  // With `from` discordant units, the test is significant if at most `largest` of these units are right only in the
  // worse version.
  const largest = firstCritical(from, level) - 1;
  const even = new LowerTail(from, largest, 0.5);
  const keptUnits = new LowerTail(from, largest, kept / both);
  let power = 0;
  let chance = chances(from);
  for (let discordant = from; discordant <= to; discordant++) {
    power += chance * keptUnits.value;
    chance = both >= 1 ? chances(discordant + 1) : (chance * (n - discordant) * odds) / (discordant + 1);
    even.addTrial();
    keptUnits.addTrial();
    while (2 * (even.value + even.next) <= level) {
      even.raise();
      keptUnits.raise();
    }
  }
  return Math.min(1, power);
}

/** The probability P(Binomial(n, p) <= k). Updating it takes constant time when n or k grows by 1. */
class LowerTail {
  value: number;
  #n: number;
  #k: number;
  readonly #p: number;
  /** P(Binomial(n, p) = k) */
  #last: number;

  constructor(n: number, k: number, p: number) {
    this.#n = n;
    this.#k = k;
    this.#p = p;
    this.value = binomialCdf(k, n, p);
    this.#last = k < 0 ? 0 : binomialChances(n, p)(k);
  }

  /** P(Binomial(n, p) = k + 1) */
  get next(): number {
    const p = this.#p;
    if (this.#k < 0 || p >= 1) return binomialChances(this.#n, p)(this.#k + 1);
    return ((this.#last * (this.#n - this.#k)) / (this.#k + 1)) * (p / (1 - p));
  }

  addTrial(): void {
    this.value -= this.#p * this.#last;
    this.#n++;
    this.#last *= ((1 - this.#p) * this.#n) / (this.#n - this.#k);
  }

  raise(): void {
    this.#last = this.next;
    this.value += this.#last;
    this.#k++;
  }
}

/**
 * Returns the smallest k at which the exact McNemar test is not significant. k of the discordant units favour one
 * version, and the rest favour the other.
 */
function firstCritical(discordant: number, level: number): number {
  const reach = normalQuantile(1 - level / 2) * Math.sqrt(discordant);
  let critical = Math.max(0, Math.floor((discordant - reach) / 2));
  while (critical > 0 && 2 * binomialCdf(critical - 1, discordant, 0.5) > level) critical--;
  while (critical < discordant / 2 && 2 * binomialCdf(critical, discordant, 0.5) <= level) critical++;
  return critical;
}
