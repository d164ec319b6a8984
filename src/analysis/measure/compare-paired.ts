import { sum } from '../../base/collections.ts';
import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { Bounds } from '../../stats/intervals/share-interval.ts';
import { minimumDetectableDifference } from '../../stats/power/minimum-detectable-difference.ts';
import { type JointTest, jointSignFlips } from '../../stats/resampling/joint-sign-flips.ts';
import { pairedBootstrapDifference } from '../../stats/resampling/paired-bootstrap-difference.ts';
import { pairedRatioDifference } from '../../stats/tests/paired-ratio-difference.ts';
import { lendArrays } from './lend-arrays.ts';
import { type ObservedDesign, observedDesign } from './observed-design.ts';
import type { PairedQuestion, PairedSeries } from './paired-question.ts';
import { clustersOf, measureSeries, ratioOf, toInterval } from './ratio-series.ts';
import { type StatisticsSettings, testLevel } from './settings.ts';
import { testNotes } from './test-notes.ts';
import { type UnitDifferences, type Units, unitDifferences, unitsOf } from './unit-differences.ts';

/** Tolerance when a p-value is compared with a significance level, because neither is exact in floating point. */
const rounding = 1e-9;

/** Comparisons that are tested together and share one error probability. */
export interface PairedFamily {
  /** One comparison per tested metric and scope, in the order of `questions`. */
  readonly comparisons: PairedComparison[];
  readonly test: JointTest;
  /**
   * Quantities that determine the statistical power of each comparison; `null` if the rate of a version is undefined.
   */
  readonly designs: readonly (ObservedDesign | null)[];
}

/**
 * Compares two versions on the documents for which both have a score, and tests all entries of `questions` together.
 * Returns one comparison per entry.
 *
 * The difference is candidate minus baseline. The interval of the difference is linearised, or a paired bootstrap if
 * the settings select one. The test flips the signs of the differences of whole documents or clusters, with the same
 * flips for all entries. The probability of any false alarm among all entries is at most `testLevel(settings)`. The
 * entry for which `primary` returns true gets half of this probability, and the other entries share the other half.
 */
export function comparePaired(
  questions: readonly PairedQuestion[],
  settings: StatisticsSettings,
  primary: (question: PairedQuestion) => boolean = () => false,
): PairedComparison[] {
  return compareFamily(questions, settings, primary).comparisons;
}

/**
 * Like `comparePaired`, but also returns the joint test and the quantities that determine the power of each comparison.
 */
export function compareFamily(
  questions: readonly PairedQuestion[],
  settings: StatisticsSettings,
  primary: (question: PairedQuestion) => boolean = () => false,
): PairedFamily {
  const unitOf = unitsOf(settings);
  const measured = questions.map((question) => measureQuestion(question, settings, unitOf));
  const tested = measured.flatMap(({ flips }, at) => (flips === null ? [] : [{ flips, at }]));
  const first = tested.findIndex(({ at }) => primary(questions[at] as PairedQuestion));
  const test = jointSignFlips(
    tested.map(({ flips }, i) => ({ ...flips, weight: weightOf(i === first, first >= 0, tested.length) })),
    {
      unitId: unitOf.id,
      alpha: testLevel(settings),
      flips: settings.flips,
      seed: settings.seed,
    },
  );
  const comparisons = measured.map(({ comparison }) => comparison);
  for (const [i, { at, flips }] of tested.entries())
    comparisons[at] = decide(comparisons[at] as PairedComparison, questions[at] as PairedQuestion, {
      test,
      i,
      sum: sum(flips.differences),
      observed: measured[at]?.observed ?? null,
      settings,
    });
  return { comparisons, test, designs: measured.map(({ observed }) => observed) };
}

/**
 * Returns the weight of a comparison in the joint test. The primary comparison has as much weight as all others
 * together.
 */
function weightOf(isPrimary: boolean, hasPrimary: boolean, questions: number): number {
  return hasPrimary && isPrimary ? Math.max(1, questions - 1) : 1;
}

interface MeasuredQuestion {
  /** The comparison without the results of the joint test. */
  readonly comparison: PairedComparison;
  /**
   * Differences per document or cluster. `null` if the rate of a version is undefined; the comparison is then not
   * tested.
   */
  readonly flips: UnitDifferences | null;
  readonly observed: ObservedDesign | null;
}

function measureQuestion(
  question: PairedQuestion,
  settings: StatisticsSettings,
  unitOf: Units,
): MeasuredQuestion {
  return withPairedSeries(question, (series) => {
    const difference = differenceOf(series, settings);
    return {
      comparison: {
        metric: question.metric,
        scope: question.scope,
        baseline: measureSeries(series.baseline, settings),
        candidate: measureSeries(series.candidate, settings),
        difference,
        p: null,
        detectable: null,
        adjustedP: null,
        verdict: 'inconclusive',
      },
      flips: difference.value === null ? null : unitDifferences(question, series, unitOf),
      observed: difference.value === null ? null : observedDesign(question, series, settings),
    };
  });
}

/**
 * Collects the numerators and denominators of both versions, for the documents for which both have a score, and returns
 * the result of `use`. The result must not contain the arrays of the series.
 */
export function withPairedSeries<T>(question: PairedQuestion, use: (series: PairedSeries) => T): T {
  return lendArrays(5, question.documents.length, (memory) => use(pairedSeries(question, memory)));
}

function pairedSeries(
  { metric, scope, documents, baseline, candidate }: PairedQuestion,
  [first, ...others]: readonly ArrayBuffer[],
): PairedSeries {
  const positions = new Int32Array(first as ArrayBuffer, 0, documents.length);
  const columns = others.map((memory) => new Float64Array(memory, 0, documents.length));
  let scored = 0;
  for (let i = 0; i < documents.length; i++) {
    const position = documents[i] as number;
    const before = baseline.parts(position);
    const after = before === null ? null : candidate.parts(position);
    if (before === null || after === null) continue;
    positions[scored] = position;
    const values = [before[0], before[1], after[0], after[1]];
    for (let column = 0; column < 4; column++)
      (columns[column] as Float64Array)[scored] = values[column] as number;
    scored++;
  }
  const [numeratorsBefore, denominatorsBefore, numeratorsAfter, denominatorsAfter] = columns.map((column) =>
    column.subarray(0, scored),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const about = {
    metric,
    scope,
    positions: positions.subarray(0, scored),
    unscored: documents.length - scored,
  };
  return {
    baseline: { ...about, numerators: numeratorsBefore, denominators: denominatorsBefore },
    candidate: { ...about, numerators: numeratorsAfter, denominators: denominatorsAfter },
  };
}

/**
 * Adds the p-values, the verdict and the notes to a comparison. For a significant difference, also adds the joint
 * interval.
 */
function decide(
  comparison: PairedComparison,
  question: PairedQuestion,
  about: {
    readonly test: JointTest;
    /** Index of the comparison in the joint test. */
    readonly i: number;
    readonly sum: number;
    readonly observed: ObservedDesign | null;
    readonly settings: StatisticsSettings;
  },
): PairedComparison {
  const { test, i, settings } = about;
  const adjustedP = test.adjustedP[i] as number;
  const level = (test.weights[i] as number) * test.criticalValue;
  // The test may count fully right documents while the rate counts leaves. One of the two can rise while the other
  // falls.
  const isSameDirection = about.sum * (comparison.difference.value ?? 0) > 0;
  const verdict = verdictOf(comparison.difference, isSameDirection ? adjustedP : 1, settings);
  const detectable = detectableLoss(about.observed, level);
  const decided = { ...comparison, p: test.rawP[i] as number, adjustedP, level, detectable, verdict };
  const notes = testNotes(decided, test, settings);
  return {
    ...decided,
    ...(notes.length > 0 && { notes }),
    ...jointInterval(decided, question, settings),
  };
}

/** Returns the minimum detectable difference of the metric, at the significance level of this comparison. */
function detectableLoss(observed: ObservedDesign | null, level: number): number | null {
  if (observed === null || !(level > 0 && level < 1)) return null;
  const { design, units, scale } = observed;
  const loss = minimumDetectableDifference({ n: units, design, level });
  return loss === null ? null : loss * scale;
}

/**
 * Returns the interval of a significant difference at confidence 1 - level. All joint intervals are valid at the same
 * time. An ordinary interval would be too narrow for a difference that was selected because it is significant.
 */
function jointInterval(
  { verdict, level = 0 }: PairedComparison,
  question: PairedQuestion,
  settings: StatisticsSettings,
): Pick<PairedComparison, 'jointInterval'> {
  if ((verdict !== 'improved' && verdict !== 'regressed') || !(level > 0)) return {};
  const difference = withPairedSeries(question, (series) =>
    differenceOf(series, { ...settings, confidence: 1 - level }),
  );
  return difference.interval === undefined ? {} : { jointInterval: difference.interval };
}

function differenceOf(series: PairedSeries, settings: StatisticsSettings): Measurement {
  const { metric, scope, positions, unscored } = series.baseline;
  const n = positions.length;
  const measured = { metric, scope, n, unscored, unit: 'points' as const };
  const clusters = clustersOf(positions, settings);
  const { confidence, replicates } = settings;
  const linear = pairedRatioDifference({ ...series, clusters, confidence });
  const [before, after] = [ratioOf(series.baseline), ratioOf(series.candidate)];
  if (before === null || after === null || linear === null) {
    return { ...measured, value: null, undefinedBecause: 'the figure of one version is undefined' };
  }
  const value = after - before;
  const over = clusters === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  const resultOf = (bounds: Bounds, method: string) => ({
    ...measured,
    value,
    interval: toInterval(bounds, confidence, method),
  });
  if (linear.differing === 0) return resultOf(linear, `exact bound on the share of changed ${over}`);
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
    ? resultOf(
        linear,
        `linearised over ${over}, with one added discordant ${clusters === undefined ? 'document' : 'cluster'}`,
      )
    : resultOf(drawn, `paired bootstrap over ${over}, ${settings.interval}`);
}

/**
 * Returns `equivalent` if the whole interval of the difference is within ± `margin` of the settings. Otherwise, if the
 * adjusted p is at most the level of the tests (`testLevel`), returns `improved` or `regressed`, by the sign of the
 * difference. In all other cases, returns `inconclusive`.
 */
export function verdictOf(
  difference: Measurement,
  adjustedP: number | null,
  settings: StatisticsSettings,
): ComparisonVerdict {
  const { interval, value } = difference;
  if (value === null || interval === undefined) return 'inconclusive';
  if (interval.low >= -settings.margin && interval.high <= settings.margin) return 'equivalent';
  if (adjustedP === null || value === 0 || adjustedP > testLevel(settings) + rounding) return 'inconclusive';
  return value > 0 ? 'improved' : 'regressed';
}
