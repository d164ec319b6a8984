import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { bisect } from '../numeric/bisect.ts';
import { binomialCdf, logGamma, normalQuantile } from '../numeric/distributions.ts';

/** Expected results of two versions, as shares of documents. */
export interface PairedDesign {
  /** Share of documents that only the baseline gets right. */
  readonly onlyBaseline: number;
  /** Share of documents that only the candidate gets right. */
  readonly onlyCandidate: number;
  /** Confidence of the two-sided test, default .95; its level is 1 - confidence. */
  readonly confidence?: number;
}

/** Limit of the search. A larger gold set is unlikely. */
const maxDocuments = 10_000_000;

/**
 * Returns the number of documents at which the exact McNemar test finds the difference of two versions: the
 * smallest n at which `mcnemarPower` reaches `power`. The search starts at the normal approximation (z(1 -
 * a/2) sqrt(s) + z(power) sqrt(s - d^2))^2 / d^2, with s = sum of the two shares and d = their difference.
 *
 * Inputs: shares in [0, 1] with a sum of at most 1; power in (0, 1), default .80. The unit is documents; lower is
 * better. Returns `null` if the shares are equal, or if more than 10,000,000 documents are needed. Source: Connor
 * 1987; Duffy 1984 for the exact power.
 *
 * Example: 3 % newly wrong, 8 % fixed: the approximation is (1.960 sqrt(.11) + .842 sqrt(.1075))^2 / .0025 = 343; the
 * exact test needs 367.
 * @example
 * documentsForDifference({ onlyBaseline: 0.03, onlyCandidate: 0.08 }) // => 367
 * documentsForDifference({ onlyBaseline: 0.05, onlyCandidate: 0.05 }) // => null
 */
export function documentsForDifference(design: PairedDesign & { readonly power?: number }): number | null {
  const { onlyBaseline, onlyCandidate, confidence = 0.95, power = 0.8 } = design;
  checkShares(design);
  requireFractions({ confidence, power });
  const both = onlyBaseline + onlyCandidate;
  const gap = Math.abs(onlyCandidate - onlyBaseline);
  if (gap === 0) return null;
  const reach =
    normalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(both) +
    normalQuantile(power) * Math.sqrt(Math.max(0, both - gap * gap));
  const about = Math.max(1, Math.ceil((Math.max(0, reach) / gap) ** 2));
  if (about > maxDocuments) return null;
  const enough = (documents: number) => mcnemarPower({ ...design, documents }) >= power;
  let low = about - 1;
  let high = about;
  while (!enough(high)) {
    low = high;
    high += Math.ceil(1 / gap);
  }
  return bisect(low, high, enough);
}

/**
 * Returns the power of the exact McNemar test: the probability that it finds the difference on `documents` documents.
 *
 * With s = sum of the two shares, the number m of discordant documents is Binomial(n, s). Of these, the
 * candidate alone gets Binomial(m, onlyCandidate / s) right. The power is the sum over m of P(m) x the
 * probability of p <= 1 - confidence for this m.
 *
 * Range 0 to 1, higher is better. Returns 0 for no documents, or if both shares are 0. For other equal
 * shares, the result is the probability of a false alarm. Source: Duffy 1984. Example: 6 documents, all
 * fixed: p = 2 / 2^6 = .031, so power 1; with 5 documents: p = .0625, so power 0.
 * @example
 * mcnemarPower({ documents: 6, onlyBaseline: 0, onlyCandidate: 1 }) // => 1
 * mcnemarPower({ documents: 367, onlyBaseline: 0.03, onlyCandidate: 0.08 }) // => 0.8007
 */
export function mcnemarPower(design: PairedDesign & { readonly documents: number }): number {
  const { documents, onlyBaseline, onlyCandidate, confidence = 0.95 } = design;
  requireArgument(
    Number.isInteger(documents) && documents >= 0,
    `documents must be a whole number, got ${documents}`,
  );
  checkShares(design);
  const both = onlyBaseline + onlyCandidate;
  if (both === 0) return 0;
  const spread = 10 * Math.sqrt(documents * both * (1 - both)) + 20;
  const from = Math.max(0, Math.floor(documents * both - spread));
  const to = Math.min(documents, Math.ceil(documents * both + spread));
  const chances = binomialChances(documents, both);
  const odds = both / (1 - both);
  // Largest k for which the test of k against `from` - k documents is significant.
  const largest = firstCritical(from, confidence) - 1;
  const even = new LowerTail(from, largest, 0.5);
  const baseline = new LowerTail(from, largest, onlyBaseline / both);
  const candidate = new LowerTail(from, largest, onlyCandidate / both);
  let power = 0;
  let chance = chances(from);
  for (let discordant = from; discordant <= to; discordant++) {
    power += chance * (baseline.value + candidate.value);
    chance =
      both >= 1 ? chances(discordant + 1) : (chance * (documents - discordant) * odds) / (discordant + 1);
    even.addTrial();
    baseline.addTrial();
    candidate.addTrial();
    while (2 * (even.value + even.next) <= 1 - confidence) {
      even.raise();
      baseline.raise();
      candidate.raise();
    }
  }
  return Math.min(1, power);
}

/** P(Binomial(n, p) <= k), updated in constant time when n or k grows by 1. */
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

/** Returns the smallest k for which the test of k against `discordant` - k documents is not significant. */
function firstCritical(discordant: number, confidence: number): number {
  const reach = normalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(discordant);
  let critical = Math.max(0, Math.floor((discordant - reach) / 2));
  while (critical > 0 && 2 * binomialCdf(critical - 1, discordant, 0.5) > 1 - confidence) critical--;
  while (critical < discordant / 2 && 2 * binomialCdf(critical, discordant, 0.5) <= 1 - confidence)
    critical++;
  return critical;
}

/** P(Binomial(n, p) = k) as a function of k. */
function binomialChances(n: number, p: number): (k: number) => number {
  if (p <= 0 || p >= 1) return (k) => (k === (p <= 0 ? 0 : n) ? 1 : 0);
  const [orders, yes, no] = [logGamma(n + 1), Math.log(p), Math.log1p(-p)];
  return (k) => Math.exp(orders - logGamma(k + 1) - logGamma(n - k + 1) + k * yes + (n - k) * no);
}

function checkShares({ onlyBaseline, onlyCandidate }: PairedDesign): void {
  requireArgument(
    onlyBaseline >= 0 && onlyCandidate >= 0 && onlyBaseline + onlyCandidate <= 1,
    `onlyBaseline and onlyCandidate must be at least 0 and sum to at most 1, got ${onlyBaseline} and ${onlyCandidate}`,
  );
}
