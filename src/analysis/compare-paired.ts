import type { ComparisonVerdict, PairedComparison } from '../model/comparison.ts';
import type { Measurement } from '../model/measurement.ts';
import { holm } from '../stats/adjust-p-values.ts';
import { detectableDifference } from '../stats/detectable-difference.ts';
import { mcnemarExact } from '../stats/mcnemar-exact.ts';
import { pairedBootstrapDifference } from '../stats/paired-bootstrap-difference.ts';
import { signFlipPermutation } from '../stats/sign-flip-permutation.ts';
import { measureRatio, type RatioSeries, ratioSeries, toInterval } from './ratio-series.ts';
import type { StatisticsSettings } from './statistics-settings.ts';

/** One document's parts of a rate for both versions, and whether each version had it right. Null: not scored. */
export interface PairedDocument {
  readonly baseline: readonly [numerator: number, denominator: number] | null;
  readonly candidate: readonly [numerator: number, denominator: number] | null;
  readonly baselineRight: boolean | null;
  readonly candidateRight: boolean | null;
}

export interface PairedQuestion {
  readonly metric: string;
  readonly scope: string;
  /** `mcnemar` where a document is right or wrong as a whole; `permutation` where it has several leaves in the rate. */
  readonly test: 'mcnemar' | 'permutation';
  readonly documents: readonly PairedDocument[];
}

/**
 * Compares two versions on the same documents, one result a question. Only documents that both versions have parts
 * for are compared. The difference (candidate minus baseline) has a paired document bootstrap interval; the test is
 * the exact McNemar test on documents that one version has right and the other has not, or a sign-flip permutation of
 * the documents' linearised differences; Holm's correction runs over all the questions given together (metrics.md
 * section 8).
 */
export function comparePaired(
  questions: readonly PairedQuestion[],
  settings: StatisticsSettings,
): PairedComparison[] {
  const raw = questions.map((question) => compareOne(question, settings));
  const tested = raw.filter((entry) => entry.p !== null);
  const adjusted = holm(tested.map((entry) => entry.p as number));
  return raw.map((entry) => {
    const at = tested.indexOf(entry);
    const adjustedP = at === -1 ? null : (adjusted[at] as number);
    return { ...entry, adjustedP, verdict: verdictOf(entry.difference, adjustedP, settings) };
  });
}

function compareOne(
  question: PairedQuestion,
  settings: StatisticsSettings,
): Omit<PairedComparison, 'verdict' | 'adjustedP'> {
  const { metric, scope } = question;
  const both = question.documents.filter(
    (document) => document.baseline !== null && document.candidate !== null,
  );
  const unscored = question.documents.length - both.length;
  const seriesOf = (side: 'baseline' | 'candidate'): RatioSeries =>
    ratioSeries(
      metric,
      scope,
      both.map((document) => document[side]),
    );
  const baselineSeries = { ...seriesOf('baseline'), unscored };
  const candidateSeries = { ...seriesOf('candidate'), unscored };
  const baseline = measureRatio(baselineSeries, settings);
  const candidate = measureRatio(candidateSeries, settings);
  const onlyBaseline = both.filter(
    (document) => document.baselineRight === true && document.candidateRight === false,
  ).length;
  const onlyCandidate = both.filter(
    (document) => document.baselineRight === false && document.candidateRight === true,
  ).length;
  const { difference, standardError } = differenceOf(
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
    p:
      both.length === 0
        ? null
        : question.test === 'mcnemar'
          ? mcnemarExact(onlyBaseline, onlyCandidate)
          : permutationP(baselineSeries, candidateSeries, settings),
    detectable: detectableDifference({ n: both.length, standardError, confidence: settings.confidence }),
  };
}

/**
 * Each document's share in the difference of two ratios, linearised at the pooled ratio r: (nc - r dc) - (nb - r db).
 * If the versions are alike, swapping them within a document changes only its sign.
 */
function permutationP(baseline: RatioSeries, candidate: RatioSeries, settings: StatisticsSettings): number {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const weight = sum(baseline.denominators) + sum(candidate.denominators);
  const pooled = weight === 0 ? 0 : (sum(baseline.numerators) + sum(candidate.numerators)) / weight;
  const differences = candidate.numerators.map(
    (numerator, i) =>
      numerator -
      pooled * (candidate.denominators[i] as number) -
      ((baseline.numerators[i] as number) - pooled * (baseline.denominators[i] as number)),
  );
  return signFlipPermutation(differences, {
    replicates: settings.replicates,
    seed: `${settings.seed}/permutation/${baseline.metric}/${baseline.scope}`,
  }).p;
}

function differenceOf(
  baselineSeries: RatioSeries,
  candidateSeries: RatioSeries,
  baseline: Measurement,
  candidate: Measurement,
  settings: StatisticsSettings,
): { difference: Measurement; standardError: number } {
  const { metric, scope, unscored } = baseline;
  const n = baselineSeries.numerators.length;
  const measured = { metric, scope, n, unscored, unit: 'points' as const };
  if (baseline.value === null || candidate.value === null) {
    return {
      difference: { ...measured, value: null, undefinedBecause: 'one side is undefined' },
      standardError: 0,
    };
  }
  const value = candidate.value - baseline.value;
  if (sameParts(baselineSeries, candidateSeries)) {
    const reach = unchangedBound(n, settings.confidence);
    const method = 'exact bound on the share of changed documents';
    const interval = toInterval({ low: -reach, high: reach }, settings.confidence, method);
    return { difference: { ...measured, value, interval }, standardError: 0 };
  }
  const bounds = pairedBootstrapDifference({
    baseline: baselineSeries,
    candidate: candidateSeries,
    confidence: settings.confidence,
    replicates: settings.replicates,
    seed: `${settings.seed}/difference/${metric}/${scope}`,
  });
  if (bounds === null) return { difference: { ...measured, value }, standardError: 0 };
  const interval = toInterval(bounds, settings.confidence, 'paired document bootstrap, percentile');
  return { difference: { ...measured, value, interval }, standardError: bounds.standardError };
}

/**
 * A bootstrap of differences that are all 0 gives [0, 0] however few documents there are. With no changed document in
 * n, the share that would change is at most 1 - (alpha / 2)^(1 / n) (Clopper-Pearson, 0 of n), which bounds the
 * difference on both sides.
 */
function unchangedBound(n: number, confidence: number): number {
  return 1 - ((1 - confidence) / 2) ** (1 / n);
}

function sameParts(a: RatioSeries, b: RatioSeries): boolean {
  return a.numerators.every(
    (value, i) => value === b.numerators[i] && a.denominators[i] === b.denominators[i],
  );
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
