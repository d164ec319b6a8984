import { requireArgument } from '../../base/require-argument.ts';
import { incompleteBeta, logGamma } from '../numeric/beta.ts';
import { normalQuantile } from '../numeric/normal.ts';

/** How two versions are expected to come out on a document, right or wrong. */
export interface PairedDesign {
  /** Share of documents that only the baseline gets right. */
  readonly onlyBaseline: number;
  /** Share of documents that only the candidate gets right. */
  readonly onlyCandidate: number;
  /** Of the two-sided test, default .95: its level is 1 - confidence. */
  readonly confidence?: number;
}

/** No gold set is larger; a design that needs more is no design. */
const mostDocuments = 10_000_000;

/**
 * Documents that a comparison of two versions on the same documents needs, so that the exact McNemar test finds the
 * difference with the stated power.
 *
 * In words: the number n, sought upwards from the normal approximation, from which `mcnemarPower` reaches `power`.
 * Approximation, with s = both shares together and d = their difference:
 * (z(1 - a/2) sqrt(s) + z(power) sqrt(s - d^2))^2 / d^2.
 *
 * Inputs: shares in [0, 1] that add up to at most 1; power in (0, 1), default .80. Result in documents, lower is better.
 * Null where the shares are equal: no number of documents finds a difference of 0; and beyond 10,000,000.
 * Source: Connor 1987; Duffy 1984 for the exact power.
 *
 * Example: 3 % of documents would break and 8 % be fixed: approximately (1.960 sqrt(.11) + .842 sqrt(.1075))^2 / .0025
 * = 343; the exact test needs 367.
 *
 * @example
 * documentsForDifference({ onlyBaseline: 0.03, onlyCandidate: 0.08 }) // => 367
 * documentsForDifference({ onlyBaseline: 0.05, onlyCandidate: 0.05 }) // => null
 */
export function documentsForDifference(design: PairedDesign & { readonly power?: number }): number | null {
  checkDesign(design);
  const { onlyBaseline, onlyCandidate, confidence = 0.95, power = 0.8 } = design;
  requireArgument(power > 0 && power < 1, `power must lie in (0, 1), got ${power}`);
  const both = onlyBaseline + onlyCandidate;
  const gap = Math.abs(onlyCandidate - onlyBaseline);
  if (gap === 0) return null;
  const reach =
    normalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(both) +
    normalQuantile(power) * Math.sqrt(Math.max(0, both - gap * gap));
  const about = Math.max(1, Math.ceil((Math.max(0, reach) / gap) ** 2));
  if (about > mostDocuments) return null;
  const enough = (documents: number) => powerAt(documents, design) >= power;
  let low = about - 1;
  let high = about;
  while (!enough(high)) {
    low = high;
    high += Math.ceil(1 / gap);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Chance that the exact McNemar test finds the difference of two versions on `documents` documents: its power.
 *
 * In words: over all numbers m of documents that the versions judge differently, the chance of m times the chance that m
 * of them divide so unevenly that p <= 1 - confidence. m ~ Binomial(n, s), those for the candidate ~ Binomial(m, share
 * of the candidate among s). Range 0 to 1, higher is better. Where the shares are equal this is the chance of a false
 * alarm, at most 1 - confidence. No document: 0. Source: Duffy 1984.
 *
 * Example: 6 documents, all fixed (onlyBaseline 0, onlyCandidate 1): p = 2 / 2^6 = .031, so power 1; with 5: .0625, so 0.
 *
 * @example
 * mcnemarPower({ documents: 6, onlyBaseline: 0, onlyCandidate: 1 }) // => 1
 * mcnemarPower({ documents: 367, onlyBaseline: 0.03, onlyCandidate: 0.08 }) // => 0.8007
 */
export function mcnemarPower(design: PairedDesign & { readonly documents: number }): number {
  checkDesign(design);
  const { documents } = design;
  requireArgument(
    Number.isInteger(documents) && documents >= 0,
    `documents must be a whole number, got ${documents}`,
  );
  return powerAt(documents, design);
}

/** The power on a number of documents: the sum over the numbers of differing ones that are not out of reach. */
function powerAt(
  documents: number,
  { onlyBaseline, onlyCandidate, confidence = 0.95 }: PairedDesign,
): number {
  const both = onlyBaseline + onlyCandidate;
  if (both === 0) return 0;
  const spread = 10 * Math.sqrt(documents * both * (1 - both)) + 20;
  const from = Math.max(0, Math.floor(documents * both - spread));
  const to = Math.min(documents, Math.ceil(documents * both + spread));
  const chances = binomialChances(documents, both);
  const odds = both / (1 - both);
  // The largest smaller side that is significant; either version may have the smaller side.
  const most = firstCritical(from, confidence) - 1;
  const even = new LowerTail(from, most, 0.5);
  const baseline = new LowerTail(from, most, onlyBaseline / both);
  const candidate = new LowerTail(from, most, onlyCandidate / both);
  let power = 0;
  let chance = chances(from);
  for (let differing = from; differing <= to; differing++) {
    power += chance * (baseline.value + candidate.value);
    chance = both >= 1 ? chances(differing + 1) : (chance * (documents - differing) * odds) / (differing + 1);
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

/** P(Binomial(n, p) <= k) while n and k grow by single steps; a step costs no distribution function. */
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
    this.value = atMost(k, n, p);
    this.#last = k < 0 ? 0 : binomialChances(n, p)(k);
  }

  /** P(Binomial(n, p) = k + 1) */
  get next(): number {
    const p = this.#p;
    if (this.#k < 0 || p >= 1) return binomialChances(this.#n, p)(this.#k + 1);
    return ((this.#last * (this.#n - this.#k)) / (this.#k + 1)) * (p / (1 - p));
  }

  /** n + 1 */
  addTrial(): void {
    this.value -= this.#p * this.#last;
    this.#n++;
    this.#last *= ((1 - this.#p) * this.#n) / (this.#n - this.#k);
  }

  /** k + 1 */
  raise(): void {
    this.#last = this.next;
    this.value += this.#last;
    this.#k++;
  }
}

/** The least smaller side that is not significant of `differing` documents, sought from the normal approximation. */
function firstCritical(differing: number, confidence: number): number {
  const reach = normalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(differing);
  let critical = Math.max(0, Math.floor((differing - reach) / 2));
  while (critical > 0 && 2 * atMost(critical - 1, differing, 0.5) > 1 - confidence) critical--;
  while (critical < differing / 2 && 2 * atMost(critical, differing, 0.5) <= 1 - confidence) critical++;
  return critical;
}

/** P(Binomial(n, p) <= k), 0 for k = -1. */
function atMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1);
}

/** P(Binomial(n, p) = k) as a function of k. */
function binomialChances(n: number, p: number): (k: number) => number {
  if (p <= 0 || p >= 1) return (k) => (k === (p <= 0 ? 0 : n) ? 1 : 0);
  const [orders, yes, no] = [logGamma(n + 1), Math.log(p), Math.log1p(-p)];
  return (k) => Math.exp(orders - logGamma(k + 1) - logGamma(n - k + 1) + k * yes + (n - k) * no);
}

function checkDesign({ onlyBaseline, onlyCandidate, confidence = 0.95 }: PairedDesign): void {
  requireArgument(
    onlyBaseline >= 0 && onlyCandidate >= 0 && onlyBaseline + onlyCandidate <= 1,
    `shares of documents must be 0 or more and at most 1 together, got ${onlyBaseline} and ${onlyCandidate}`,
  );
  requireArgument(confidence > 0 && confidence < 1, `confidence must lie in (0, 1), got ${confidence}`);
}
