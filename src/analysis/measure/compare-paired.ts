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
 * Compares two versions on the documents for which both have a score. Returns one result per question.
 * - difference: candidate minus baseline, with a linearised interval or the paired bootstrap that the settings select
 * - test: the exact McNemar test on discordant documents, or a sign-flip test of the linearised differences
 * - adjustment: Holm's correction over all questions of the call
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
 * A report has two families: the headline and the fields. Every family gets an equal share of the error probability,
 * which its questions divide equally. Holm's procedure passes the part of a significant question on to the remaining
 * questions of all families. See decision 0042 and the simulation in bench/results/verdict-false-alarms.txt.
 *
 * Example: the headline has p .02, and two fields have p .01 and .03. All three adjusted p-values are .04.
 */
export function adjustJointly(
  families: readonly (readonly PairedComparison[])[],
  settings: StatisticsSettings,
): PairedComparison[][] {
  const tested = families.map((family) => family.filter((entry) => isTestable(entry, settings)));
  // Weights are whole numbers, so that their sums are exact.
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
 * Returns whether a question can be significant at all. If not, it gets no share of the error probability (Tarone
 * 1990). Example: the smallest McNemar p of five discordant documents is 2 / 2^5 = .06, which exceeds .05. The level
 * still holds, because the number of discordant documents does not depend on which version is better.
 */
export function isTestable(
  { p, minimumP = null }: Pick<PairedComparison, 'p' | 'minimumP'>,
  settings: StatisticsSettings,
): boolean {
  return p !== null && (minimumP === null || minimumP <= 1 - settings.confidence);
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
    ...(both.length === 0 ? { p: null, minimumP: null } : pOf(question, series, settings)),
    detectable: detectableDifference({ n: units, standardError, confidence: settings.confidence }),
    adjustedP: null,
    verdict: 'inconclusive',
  };
}

/** Numerators and denominators of a rate in both versions, for the same documents. */
interface PairedSeries {
  readonly baseline: RatioSeries;
  readonly candidate: RatioSeries;
}

/**
 * Returns the p-value of McNemar's exact test if documents are independent and right or wrong as a whole,
 * otherwise of the sign-flip test. The sign-flip test flips whole clusters, because their documents fail
 * together.
 */
function pOf(
  question: PairedQuestion,
  series: PairedSeries,
  settings: StatisticsSettings,
): { readonly p: number; readonly minimumP: number } {
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
  return { p: mcnemarExact(newErrors, fixed), minimumP: minimumPOf(newErrors + fixed) };
}

/**
 * Returns the smallest possible p, which occurs if all differing documents favour the same version: 2 / 2^differing.
 */
function minimumPOf(differing: number): number {
  return Math.min(1, 2 ** (1 - differing));
}

/**
 * Returns the contribution of each document to the difference of two ratios: (nc - r dc) - (nb - r db). The
 * letters mean numerator n, denominator d, candidate c, baseline b and pooled ratio r. Swapping the versions
 * of a document changes only the sign.
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
  return { p, minimumP: minimumPOf(units.filter((unit) => unit !== 0).length) };
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
 * Returns `equivalent` if the whole interval is inside the margin. Returns `improved` or `regressed` if the interval
 * excludes 0 and the adjusted p is at most 1 - confidence. Otherwise returns `inconclusive`.
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
