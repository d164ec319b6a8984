import { sum } from '../../base/collections.ts';
import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { Bounds } from '../../stats/intervals/share-interval.ts';
import { sumByCluster } from '../../stats/numeric/sum-by-cluster.ts';
import { detectableDifference } from '../../stats/power/detectable-difference.ts';
import { pairedBootstrapDifference } from '../../stats/resampling/paired-bootstrap-difference.ts';
import { signFlipPermutation } from '../../stats/resampling/sign-flip-permutation.ts';
import { weightedHolm } from '../../stats/tests/adjust-p-values.ts';
import { mcnemarExact } from '../../stats/tests/mcnemar-exact.ts';
import { pairedRatioDifference } from '../../stats/tests/paired-ratio-difference.ts';
import {
  clustersOf,
  measureSeries,
  type PartsAt,
  type RatioSeries,
  ratioOf,
  ratioSeries,
  toInterval,
} from './ratio-series.ts';
import type { StatisticsSettings } from './settings.ts';

export interface PairedQuestion {
  readonly metric: string;
  readonly scope: string;
  /** Positions of the documents that the question is about. */
  readonly documents: Int32Array;
  readonly baseline: PairedSide;
  readonly candidate: PairedSide;
}

/** Results of one version by position. Both functions return `null` for a document without a score. */
interface PairedSide {
  readonly parts: PartsAt;
  /** Share of the repeats in which the document is right; `null` if documents are not right or wrong as a whole. */
  readonly right: ((position: number) => number | null) | null;
}

/**
 * Compares two versions on the same documents and returns one result per question. Uses only the documents that both
 * versions have a score for. The difference (candidate minus baseline) has a linearised interval over documents, or the
 * paired bootstrap that the settings select. The test is the exact McNemar test on discordant documents, or a sign-flip
 * permutation test of the documents' linearised differences. Holm's correction covers all questions of one call.
 */
export function comparePaired(
  questions: readonly PairedQuestion[],
  settings: StatisticsSettings,
): PairedComparison[] {
  const compared = questions.map((question) => compareOne(question, settings));
  return adjustJointly([compared], settings).flat();
}

/**
 * Adjusts the p-values and verdicts of several families of comparisons so that the probability of any false alarm is at
 * most 1 - confidence. Comparisons without a p stay unchanged. Comparisons that are not testable (`isTestable`) are
 * never significant.
 *
 * Every family gets an equal share of the error, and its questions divide that share. By Holm's procedure, error that a
 * family does not need passes to the other families. A report has two families: the headline and the fields. Separate
 * adjustments would raise a false alarm up to twice as often. Decision 0042; simulated in
 * bench/results/verdict-false-alarms.txt.
 *
 * Example: headline p [.02], fields p [.01, .03]: weights [2, 1, 1]; p / weight is .01, .01, .03; adjusted
 * .02 x 4/2 = .04, .01 x 2/1 = .02 raised to .04, .03 x 1 raised to .04: all three are at most .05.
 */
export function adjustJointly(
  families: readonly (readonly PairedComparison[])[],
  settings: StatisticsSettings,
): PairedComparison[][] {
  const tested = families.map((family) => family.filter((entry) => isTestable(entry, settings)));
  // Whole numbers keep the remaining weights exact.
  const whole = tested.reduce((product, { length }) => product * Math.max(1, length), 1);
  const adjusted = weightedHolm(
    tested.flat().map(({ p }) => p as number),
    tested.flatMap((family) => family.map(() => whole / family.length)),
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

/**
 * Returns whether a question can reach significance at the level. With five discordant documents, the smallest
 * McNemar p is 2 / 2^5 = .06, so at a level of 5 % the question needs no share of the error (after Tarone 1990). The
 * number of discordant documents does not depend on which version is better, so this keeps the level.
 */
export function isTestable(
  { p, leastP = null }: Pick<PairedComparison, 'p' | 'leastP'>,
  settings: StatisticsSettings,
): boolean {
  return p !== null && (leastP === null || leastP <= 1 - settings.confidence);
}

/** Compares one question without adjustment of its p-value. */
function compareOne(question: PairedQuestion, settings: StatisticsSettings): PairedComparison {
  const { metric, scope, documents } = question;
  const both = documents.filter(
    (position) => question.baseline.parts(position) !== null && question.candidate.parts(position) !== null,
  );
  const unscored = documents.length - both.length;
  const seriesOf = ({ parts }: PairedSide) => ({ ...ratioSeries(metric, scope, both, parts), unscored });
  const series = { baseline: seriesOf(question.baseline), candidate: seriesOf(question.candidate) };
  const { difference, standardError, units } = differenceOf(series, settings);
  return {
    metric,
    scope,
    baseline: measureSeries(series.baseline, settings),
    candidate: measureSeries(series.candidate, settings),
    difference,
    ...(both.length === 0 ? { p: null, leastP: null } : pOf(question, series, settings)),
    detectable: detectableDifference({ n: units, standardError, confidence: settings.confidence }),
    adjustedP: null,
    verdict: 'inconclusive',
  };
}

/** Parts of a rate in both versions, for the same documents. */
interface PairedSeries {
  readonly baseline: RatioSeries;
  readonly candidate: RatioSeries;
}

/**
 * Returns the p-value of McNemar's exact test if documents are independent and right or wrong as a whole, otherwise
 * that of the sign-flip test. In the first case both tests give the same p. With clusters, the sign-flip test flips the
 * sum of each cluster, because the documents of a cluster fail together.
 */
function pOf(
  question: PairedQuestion,
  series: PairedSeries,
  settings: StatisticsSettings,
): { readonly p: number; readonly leastP: number } {
  const { right: baselineRight } = question.baseline;
  const { right: candidateRight } = question.candidate;
  if (baselineRight === null || candidateRight === null)
    return permutationP(linearDifferences(series), series.baseline, settings);
  const gains = Float64Array.from(series.baseline.positions, (position) => {
    const [before, after] = [baselineRight(position), candidateRight(position)];
    return before === null || after === null ? 0 : after - before;
  });
  if (settings.clusters !== undefined || !gains.every(Number.isInteger))
    return permutationP(gains, series.baseline, settings);
  const count = (gain: number): number => gains.reduce((n, found) => (found === gain ? n + 1 : n), 0);
  const [newErrors, fixed] = [count(-1), count(1)];
  return { p: mcnemarExact(newErrors, fixed), leastP: leastPOf(newErrors + fixed) };
}

/** Returns the smallest possible p: in 2 of 2^differing outcomes, all differing documents favour the same version. */
function leastPOf(differing: number): number {
  return Math.min(1, 2 ** (1 - differing));
}

/**
 * Returns the contribution of each document to the difference of two ratios, linearised at the pooled ratio r:
 * (nc - r dc) - (nb - r db). If the versions are equivalent, swapping them within a document only changes the sign.
 */
function linearDifferences({ baseline, candidate }: PairedSeries): Float64Array {
  const weight = sum(baseline.denominators) + sum(candidate.denominators);
  const pooled = weight === 0 ? 0 : (sum(baseline.numerators) + sum(candidate.numerators)) / weight;
  return candidate.numerators.map(
    (numerator, i) =>
      numerator -
      pooled * (candidate.denominators[i] as number) -
      ((baseline.numerators[i] as number) - pooled * (baseline.denominators[i] as number)),
  );
}

function permutationP(differences: Float64Array, series: RatioSeries, settings: StatisticsSettings) {
  const [units] = sumByCluster([differences], clustersOf(series.positions, settings)) as [Float64Array];
  const p = signFlipPermutation(units, {
    replicates: settings.replicates,
    seed: `${settings.seed}/permutation/${series.metric}/${series.scope}`,
  });
  return { p, leastP: leastPOf(units.filter((unit) => unit !== 0).length) };
}

function differenceOf(
  series: PairedSeries,
  settings: StatisticsSettings,
): { difference: Measurement; standardError: number; units: number } {
  const { metric, scope, positions, unscored } = series.baseline;
  const n = positions.length;
  const measured = { metric, scope, n, unscored, unit: 'points' as const };
  const clusters = clustersOf(positions, settings);
  const { confidence, replicates } = settings;
  const linear = pairedRatioDifference({ ...series, clusters, confidence });
  const [before, after] = [ratioOf(series.baseline), ratioOf(series.candidate)];
  if (before === null || after === null || linear === null) {
    const difference = { ...measured, value: null, undefinedBecause: 'one side is undefined' };
    return { difference, standardError: 0, units: n };
  }
  const value = after - before;
  const over = clusters === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  const resultOf = (bounds: Bounds, standardError: number, method: string) => ({
    difference: { ...measured, value, interval: toInterval(bounds, confidence, method) },
    standardError,
    units: linear.units,
  });
  if (linear.differing === 0) return resultOf(linear, 0, `exact bound on the share of changed ${over}`);
  const seed = `${settings.seed}/difference/${metric}/${scope}`;
  const drawn =
    settings.interval === 'analytic'
      ? null
      : pairedBootstrapDifference({
          ...series,
          clusters,
          confidence,
          replicates,
          seed,
          method: settings.interval,
        });
  return drawn === null
    ? resultOf(linear, linear.standardError, `linearised over ${over}, with one more discordant`)
    : resultOf(drawn, drawn.standardError, `paired bootstrap over ${over}, ${settings.interval}`);
}

/**
 * Returns `equivalent` if the whole interval is inside the margin, `improved` or `regressed` if the interval excludes 0
 * and the adjusted p is at most 1 - confidence, and `inconclusive` otherwise.
 */
export function verdictOf(
  difference: Measurement,
  adjustedP: number | null,
  settings: StatisticsSettings,
): ComparisonVerdict {
  const { interval, value } = difference;
  if (value === null || interval === undefined) return 'inconclusive';
  if (interval.low >= -settings.margin && interval.high <= settings.margin) return 'equivalent';
  const significant = adjustedP !== null && adjustedP <= 1 - settings.confidence;
  if (significant && interval.low > 0) return 'improved';
  if (significant && interval.high < 0) return 'regressed';
  return 'inconclusive';
}
