import { GoldsetError } from '../../base/goldset-error.ts';
import { Random } from '../../base/random.ts';
import { clopperPearsonUpper } from '../../stats/intervals/share-interval.ts';
import { binomialCdf, incompleteBeta } from '../../stats/numeric/distributions.ts';
import { acceptedAt, type ConfidentDocument, thresholdGrid } from './confident-documents.ts';

/**
 * Method of choosing one of many thresholds without a selection bias. `fixed-sequence` and `bonferroni` test a
 * grid, fixed in advance, on all documents. `split` chooses on one half of the documents and certifies on the
 * other.
 */
export type CertificationMethod = 'fixed-sequence' | 'bonferroni' | 'split';

export interface CertificationOptions {
  /** Largest accepted error rate among accepted documents: .01 is 1 %. */
  readonly maxError: number;
  /**
   * Confidence of the certificate: the probability of certifying a threshold with a true error rate above
   * `maxError` is at most 1 - level.
   */
  readonly level?: number;
  readonly method?: CertificationMethod;
  readonly thresholds?: readonly number[];
  /** Seed of the split. */
  readonly seed?: string;
}

export interface ThresholdCertificate {
  readonly method: CertificationMethod;
  readonly maxError: number;
  readonly level: number;
  /** Number of evaluated documents. */
  readonly documents: number;
  /** The lowest certified threshold, which accepts the most documents; null if none is certified. */
  readonly threshold: number | null;
  /** Number of documents that the figures below are computed from: all, or the certifying half. */
  readonly certifiedOn: number;
  readonly accepted: number;
  readonly wrong: number;
  /** Upper bound of the error rate, at the level of the single test; null if nothing is certified. */
  readonly upper: number | null;
  /**
   * Approximate number of documents that a certificate needs. Null if a threshold is certified, or if more
   * documents with the same results would not help.
   */
  readonly needed: number | null;
}

/**
 * Returns the lowest threshold at which at most `maxError` of the accepted documents are certified to be wrong.
 * In repetitions of the whole procedure, an invalid threshold is certified in at most 1 - `level` of them.
 *
 * With d = 1 - level and k wrong among n accepted, a threshold passes at level e if P(Binomial(n, maxError) <= k)
 * <= e; equivalently, if its Clopper-Pearson upper bound at 1 - e is at most `maxError`.
 * - `fixed-sequence` (default; Learn then Test with several starts): walks down from five positions of the grid,
 *   each chain at e = d / 5, until a threshold fails.
 * - `bonferroni` (Learn then Test): tests every threshold at e = d / number of thresholds.
 * - `split`: splits the documents at random (seeded). One half proposes the lowest threshold whose bound is low
 *   enough, or otherwise the one with the lowest bound; the other half tests only that one at e = d.
 *
 * Assumes that documents are independent draws. Assumes nothing about the confidences, which can be useless.
 * Without documents, or if none is accepted, nothing is certified. Source: Angelopoulos, Bates, Candes, Jordan
 * and Lei 2021; Clopper and Pearson 1934.
 *
 * Example: 500 right documents at .97, maxError .01: P(Binomial(500, .01) <= 0) = .0066 <= .05 / 5, so that the
 * chain that starts at .94 passes and continues to 0: threshold 0, 500 accepted, upper .0092. With 400 documents
 * it is .018: not certified, 459 are needed.
 *
 * @example
 * const documents = Array.from({ length: 500 }, () => ({ confidence: 0.97, right: true }));
 * const { threshold, accepted, upper } = certifyThreshold(documents, { maxError: 0.01 });
 * [threshold, accepted, upper] // => [0, 500, 0.0092]
 */
export function certifyThreshold(
  documents: readonly ConfidentDocument[],
  options: CertificationOptions,
): ThresholdCertificate {
  const { maxError, level = 0.95, method = 'fixed-sequence', thresholds = thresholdGrid } = options;
  checkShare('maxError', maxError);
  checkShare('level', level);
  const shared = { method, maxError, level, documents: documents.length };
  if (method === 'split') {
    const parted = new Random(`${options.seed ?? 'goldset'}/certify`).shuffle(documents);
    const half = Math.floor(parted.length / 2);
    const fitted = propose(parted.slice(0, half), thresholds, maxError, level);
    const rest = parted.slice(half);
    const [at] = acceptedAt(rest, [fitted]) as [Accepted];
    const passed = passes(at, maxError, 1 - level);
    const found = passed ? { threshold: fitted, ...at, level } : null;
    const counts = acceptedAt(documents, thresholds);
    return finish({ ...shared, certifiedOn: rest.length }, found, () =>
      // Only one half certifies, so twice as many documents are needed.
      documentsNeeded(counts, documents.length, maxError, 1 - level, 2),
    );
  }
  const counts = acceptedAt(documents, thresholds);
  const starts = method === 'bonferroni' ? counts.map((_, i) => i) : startsOf(thresholds.length);
  const each = (1 - level) / starts.length;
  const at =
    method === 'bonferroni'
      ? counts.findIndex((count) => passes(count, maxError, each))
      : endOfChains(counts, starts, maxError, each);
  const found =
    at === -1 ? null : { threshold: thresholds[at] as number, ...(counts[at] as Accepted), level: 1 - each };
  return finish({ ...shared, certifiedOn: documents.length }, found, () =>
    documentsNeeded(
      starts.map((start) => counts[start] as Accepted),
      documents.length,
      maxError,
      each,
    ),
  );
}

interface Accepted {
  readonly accepted: number;
  readonly wrong: number;
}

function passes({ accepted, wrong }: Accepted, maxError: number, level: number): boolean {
  if (accepted === 0 || wrong === accepted) return false;
  return binomialCdf(wrong, accepted, maxError) <= level;
}

/** Number of positions of the grid at which a chain starts. The chains share the error equally. */
export const chains = 5;

/**
 * Returns the positions at which chains start: the last threshold and four more at even distances below it.
 */
function startsOf(thresholds: number): number[] {
  const last = thresholds - 1;
  return [...new Set(Array.from({ length: chains }, (_, i) => Math.round(last * (1 - i / chains))))];
}

/** Returns the lowest position that a chain reaches without a failure; -1 if all chains fail at their start. */
function endOfChains(
  counts: readonly Accepted[],
  starts: readonly number[],
  maxError: number,
  level: number,
): number {
  let lowest = -1;
  for (const start of starts) {
    for (let at = start; at >= 0 && passes(counts[at] as Accepted, maxError, level); at--) {
      if (lowest === -1 || at < lowest) lowest = at;
    }
  }
  return lowest;
}

function propose(
  documents: readonly ConfidentDocument[],
  thresholds: readonly number[],
  maxError: number,
  level: number,
): number {
  const bounds = acceptedAt(documents, thresholds).map(({ accepted, wrong }) =>
    clopperPearsonUpper(wrong, accepted, level),
  );
  const enough = bounds.findIndex((bound) => bound <= maxError);
  return thresholds[enough === -1 ? bounds.indexOf(Math.min(...bounds)) : enough] as number;
}

function finish(
  shared: Pick<ThresholdCertificate, 'method' | 'maxError' | 'level' | 'documents' | 'certifiedOn'>,
  found: { threshold: number; accepted: number; wrong: number; level: number } | null,
  needed: () => number | null,
): ThresholdCertificate {
  if (found === null)
    return { ...shared, threshold: null, accepted: 0, wrong: 0, upper: null, needed: needed() };
  const { threshold, accepted, wrong, level } = found;
  return {
    ...shared,
    threshold,
    accepted,
    wrong,
    upper: clopperPearsonUpper(wrong, accepted, level),
    needed: null,
  };
}

function checkShare(name: string, value: number): void {
  if (value > 0 && value < 1) return;
  throw new GoldsetError('USAGE', {
    problem: `${name}: found ${value}, expected a share between 0 and 1`,
    fix: 'For example maxError .01 and level .95.',
  });
}

/** Largest number of documents that an estimate returns. Larger numbers are not useful. */
const maxDocuments = 10_000_000;

/**
 * Returns approximately how many documents would certify an error rate of at most `maxError`, if more
 * documents had the same results. This is the smallest m at which some threshold passes at `level`, if it
 * accepts its share of m documents with its error rate. Multiplied by `parts`, because only one of the parts
 * certifies.
 *
 * `counts`: number of documents that each threshold accepts, and of wrong ones among them. Returns null if every
 * threshold has at least `maxError` errors, because more of the same would not help. An estimate without a
 * confidence level.
 *
 * Example: 40 of 40 accepted and right, maxError .01, level .05: .99^m <= .05 from m = 299.
 */
export function documentsNeeded(
  counts: readonly { readonly accepted: number; readonly wrong: number }[],
  documents: number,
  maxError: number,
  level: number,
  parts = 1,
): number | null {
  let least: number | null = null;
  for (const { accepted, wrong } of counts) {
    if (accepted === 0 || wrong / accepted >= maxError) continue;
    const enough = leastAccepted(wrong / accepted, maxError, level);
    const needed = enough === null ? null : Math.ceil((parts * enough * documents) / accepted);
    if (needed !== null && needed <= maxDocuments && (least === null || needed < least)) least = needed;
  }
  return least;
}

/** Returns the smallest n with P(Binomial(n, maxError) <= rate n) <= level, without rounding rate n. */
function leastAccepted(rate: number, maxError: number, level: number): number | null {
  const passes = (n: number) => incompleteBeta(1 - maxError, n - rate * n, rate * n + 1) <= level;
  let high = 1;
  while (!passes(high)) {
    high *= 2;
    if (high > maxDocuments) return null;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}
