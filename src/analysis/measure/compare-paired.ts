import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { Bounds } from '../../stats/intervals/share-interval.ts';
import { sumByCluster } from '../../stats/numeric/sum-by-cluster.ts';
import { detectableDifference } from '../../stats/power/detectable-difference.ts';
import { pairedBootstrapDifference } from '../../stats/resampling/paired-bootstrap-difference.ts';
import { signFlipPermutation } from '../../stats/resampling/sign-flip-permutation.ts';
import { holm } from '../../stats/tests/adjust-p-values.ts';
import { mcnemarExact } from '../../stats/tests/mcnemar-exact.ts';
import { pairedRatioDifference } from '../../stats/tests/paired-ratio-difference.ts';
import {
  clustersOf,
  measureRatio,
  type PartsAt,
  type RatioSeries,
  ratioSeries,
  toInterval,
} from './ratio-series.ts';
import type { StatisticsSettings } from './settings.ts';

/** The parts of a rate in both versions, and whether each version has the document right; `null`: not scored. */
export interface PairedParts {
  readonly baseline: PartsAt;
  readonly candidate: PartsAt;
  /** Share of the repeats in which the document is right. */
  readonly baselineRight: (position: number) => number | null;
  readonly candidateRight: (position: number) => number | null;
}

export interface PairedQuestion extends PairedParts {
  readonly metric: string;
  readonly scope: string;
  /**
   * `mcnemar` where a document is right or wrong as a whole; `permutation` where it has several leaves in the rate. Where
   * any document is right in some of its repeats only, `mcnemar` is the sign flip of the documents' shares.
   */
  readonly test: 'mcnemar' | 'permutation';
  /** Positions of the documents that the question is about. */
  readonly documents: Int32Array;
}

/**
 * Compares two versions on the same documents, one result a question. Only documents that both versions have parts
 * for are compared. The difference (candidate minus baseline) has a linearised interval over documents, or the paired
 * bootstrap that the settings name; the test is the exact McNemar test on documents that one version has right and the other has not, or a sign-flip permutation of
 * the documents' linearised differences; Holm's correction runs over all the questions given together (metrics.md
 * section 8).
 */
export function comparePaired(
  questions: readonly PairedQuestion[],
  settings: StatisticsSettings,
): PairedComparison[] {
  const raw = questions.map((question) => compareOne(question, settings));
  const tested = raw.filter((entry) => isTestable(entry, settings));
  const adjusted = holm(tested.map((entry) => entry.p as number));
  return raw.map((entry) => {
    const at = tested.indexOf(entry);
    const adjustedP = at === -1 ? (entry.p === null ? null : 1) : (adjusted[at] as number);
    return { ...entry, adjustedP, verdict: verdictOf(entry.difference, adjustedP, settings) };
  });
}

/**
 * Whether a question can be answered at the level at all. With five documents that differ, the least McNemar p is
 * 2 / 2^5 = .06: at 5 % that question can raise no alarm, so it needs no part of the error (after Tarone 1990). How many
 * documents differ does not depend on which version is better, so leaving it out keeps the level.
 */
export function isTestable(
  { p, leastP = null }: Pick<PairedComparison, 'p' | 'leastP'>,
  settings: StatisticsSettings,
): boolean {
  return p !== null && (leastP === null || leastP <= 1 - settings.confidence);
}

function compareOne(
  question: PairedQuestion,
  settings: StatisticsSettings,
): Omit<PairedComparison, 'verdict' | 'adjustedP'> {
  const { metric, scope } = question;
  const both = question.documents.filter(
    (position) => question.baseline(position) !== null && question.candidate(position) !== null,
  );
  const unscored = question.documents.length - both.length;
  const baselineSeries = { ...ratioSeries(metric, scope, both, question.baseline), unscored };
  const candidateSeries = { ...ratioSeries(metric, scope, both, question.candidate), unscored };
  const baseline = measureRatio(baselineSeries, settings);
  const candidate = measureRatio(candidateSeries, settings);
  const { difference, standardError, units } = differenceOf(
    baselineSeries,
    candidateSeries,
    baseline,
    candidate,
    settings,
  );
  return {
    metric,
    scope,
    baseline,
    candidate,
    difference,
    ...(both.length === 0
      ? { p: null, leastP: null }
      : pOf(question, baselineSeries, candidateSeries, settings)),
    detectable: detectableDifference({ n: units, standardError, confidence: settings.confidence }),
  };
}

/**
 * McNemar's test where documents are right or wrong and stand for themselves. Documents of one cluster fail together, so
 * with clusters it is the sign flip of each cluster's sum, which is McNemar's test where every cluster is one document.
 * So it is where a document is right in a share of its repeats; of whole documents the sign flip is McNemar's test.
 */
function pOf(
  question: PairedQuestion,
  baseline: RatioSeries,
  candidate: RatioSeries,
  settings: StatisticsSettings,
): { readonly p: number; readonly leastP: number } {
  if (question.test === 'permutation')
    return permutationP(linearDifferences(baseline, candidate), baseline, settings);
  const gains = Float64Array.from(baseline.positions, (position) => {
    const [before, after] = [question.baselineRight(position), question.candidateRight(position)];
    return before === null || after === null ? 0 : after - before;
  });
  if (settings.clusters !== undefined || !gains.every(Number.isInteger))
    return permutationP(gains, baseline, settings);
  const count = (gain: number): number => gains.reduce((n, found) => (found === gain ? n + 1 : n), 0);
  const [broke, fixed] = [count(-1), count(1)];
  return { p: mcnemarExact(broke, fixed), leastP: leastPOf(broke + fixed) };
}

/** All that differ to one side, or all to the other: two of 2^differing ways. */
function leastPOf(differing: number): number {
  return Math.min(1, 2 ** (1 - differing));
}

/**
 * Each document's share in the difference of two ratios, linearised at the pooled ratio r: (nc - r dc) - (nb - r db).
 * If the versions are alike, swapping them within a document changes only its sign.
 */
function linearDifferences(baseline: RatioSeries, candidate: RatioSeries): Float64Array {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
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
  const { p } = signFlipPermutation(units, {
    replicates: settings.replicates,
    seed: `${settings.seed}/permutation/${series.metric}/${series.scope}`,
  });
  return { p, leastP: leastPOf(units.filter((unit) => unit !== 0).length) };
}

function differenceOf(
  baselineSeries: RatioSeries,
  candidateSeries: RatioSeries,
  baseline: Measurement,
  candidate: Measurement,
  settings: StatisticsSettings,
): { difference: Measurement; standardError: number; units: number } {
  const { metric, scope, unscored } = baseline;
  const n = baselineSeries.numerators.length;
  const measured = { metric, scope, n, unscored, unit: 'points' as const };
  const clusters = clustersOf(baselineSeries.positions, settings);
  const { confidence, replicates } = settings;
  const parts = { baseline: baselineSeries, candidate: candidateSeries, clusters, confidence };
  const linear = pairedRatioDifference(parts);
  if (baseline.value === null || candidate.value === null || linear === null) {
    return {
      difference: { ...measured, value: null, undefinedBecause: 'one side is undefined' },
      standardError: 0,
      units: n,
    };
  }
  const value = candidate.value - baseline.value;
  const over = clusters === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  const answer = (bounds: Bounds, standardError: number, method: string) => ({
    difference: { ...measured, value, interval: toInterval(bounds, confidence, method) },
    standardError,
    units: linear.units,
  });
  if (linear.differing === 0) return answer(linear, 0, `exact bound on the share of changed ${over}`);
  const seed = `${settings.seed}/difference/${metric}/${scope}`;
  const drawn =
    settings.interval === 'analytic'
      ? null
      : pairedBootstrapDifference({ ...parts, replicates, seed, method: settings.interval });
  return drawn === null
    ? answer(linear, linear.standardError, `linearised over ${over}, one more that differs`)
    : answer(drawn, drawn.standardError, `paired bootstrap over ${over}, ${settings.interval}`);
}

/**
 * `equivalent` when the whole interval lies inside the margin; `improved` or `regressed` when the interval excludes 0
 * and the adjusted p is below 1 - confidence; otherwise `inconclusive`.
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
