import { sum } from '../../base/collections.ts';
import { type MetricName, metricNamed } from '../../model/score/metrics.ts';
import { sumByCluster } from '../../stats/numeric/sum-by-cluster.ts';
import type { QuestionDesign } from '../../stats/power/question-design.ts';
import { lendArrays } from './lend-arrays.ts';
import type { PairedQuestion, PairedSeries } from './paired-question.ts';
import { clustersOf, ratioSeries } from './ratio-series.ts';
import type { StatisticsSettings } from './settings.ts';
import { writeLinearDifferences } from './unit-differences.ts';

/** Quantities that determine the statistical power of a planned test, measured on the documents of a comparison. */
export interface ObservedDesign {
  readonly design: QuestionDesign;
  /** Number of documents, or clusters, in which the metric is defined in either version. */
  readonly units: number;
  /** Number of documents, or clusters, in which the versions differ. */
  readonly differing: number;
  /**
   * How much the metric changes if the share of right documents changes by 1. For F1 of a field, this is often less
   * than 1, because a missing value counts half. The scale is 1 if `design` describes the metric itself instead of the
   * share of right documents.
   */
  readonly scale: number;
  /**
   * Sum of |change of the numerator - pooled rate of both versions x change of the denominator| over all documents or
   * clusters.
   */
  readonly moved: number;
  /** Mean of the denominators of the two versions. */
  readonly total: number;
}

/**
 * Measures the quantities that determine the power of a comparison. If each document has a single right-or-wrong
 * result, and there are no clusters or repeats, measures the share of discordant documents. In all other cases,
 * measures how much the contributions of the documents or clusters to the difference vary (`SpreadDesign`). If the
 * versions differ in none of the n documents, computes as if one of n + 2 documents differed. Returns `null` if the
 * metric is undefined in all documents.
 */
export function observedDesign(
  question: PairedQuestion,
  series: PairedSeries,
  settings: StatisticsSettings,
): ObservedDesign | null {
  return lendArrays(2, series.baseline.positions.length, (memory) =>
    designIn(memory, question, series, settings),
  );
}

function designIn(
  [first, second]: readonly ArrayBuffer[],
  question: PairedQuestion,
  series: PairedSeries,
  settings: StatisticsSettings,
): ObservedDesign | null {
  const { baseline, candidate } = series;
  const documents = baseline.positions.length;
  const weights = new Float64Array(first as ArrayBuffer, 0, documents);
  for (let i = 0; i < documents; i++)
    weights[i] = (baseline.denominators[i] as number) + (candidate.denominators[i] as number);
  const total = sum(weights);
  if (total === 0) return null;
  const linear = new Float64Array(second as ArrayBuffer, 0, documents);
  writeLinearDifferences(series, linear);
  for (let i = 0; i < documents; i++) linear[i] = (2 * (linear[i] as number)) / total;
  const clusters = clustersOf(baseline.positions, settings);
  const [differences, ofUnits] = sumByCluster([linear, weights], clusters) as [Float64Array, Float64Array];
  const units = count(ofUnits, (weight) => weight > 0);
  const movement = differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const moving = { moved: (movement * total) / 2, total: total / 2 };
  const counted = clusters === undefined ? countDesign(question, baseline.positions, weights) : null;
  if (counted !== null) {
    const { discordant } = counted;
    const scale = discordant > 0 && movement > 0 ? Math.min(1, (movement * units) / discordant) : 1;
    return { ...ofCounts(discordant, counted.rate, units), scale, ...moving };
  }
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0);
  const numerators = sum(baseline.numerators) + sum(candidate.numerators);
  return {
    design: spreadDesign(question.metric, numerators / total, { units, movement, squares }),
    units,
    differing: count(differences, (difference) => difference !== 0),
    scale: 1,
    ...moving,
  };
}

/**
 * Estimates the quantities that determine the power of a comparison from the results of one version, as if the errors
 * of two versions were independent. A share p of right documents gives a share 2 p (1 - p) of discordant documents. For
 * other metrics, the expected difference is the difference between two randomly chosen documents (or clusters) of the
 * version.
 */
export function independentDesign(
  question: PairedQuestion,
  settings: StatisticsSettings,
): ObservedDesign | null {
  const { metric, scope, documents, baseline } = question;
  const { numerators, denominators, positions } = ratioSeries(metric, scope, documents, baseline.parts);
  const total = sum(denominators);
  if (total === 0) return null;
  const clusters = clustersOf(positions, settings);
  const rate = clusters === undefined ? shareOfRight(baseline.right, positions, denominators) : null;
  if (rate !== null) {
    const units = count(denominators, (weight) => weight > 0);
    const discordant = 2 * rate * (1 - rate);
    return { ...ofCounts(discordant * units, rate, units), scale: 1, moved: discordant * total, total };
  }
  const mean = sum(numerators) / total;
  const errors = numerators.map((value, i) => (value - mean * (denominators[i] as number)) / total);
  const [ofUnits, weights] = sumByCluster([errors, denominators], clusters) as [Float64Array, Float64Array];
  const sorted = ofUnits.filter((_, i) => (weights[i] as number) > 0).sort();
  const units = sorted.length;
  // Sum of |a - b| over all pairs of units with the values a and b, computed from the sorted values.
  const pairs = sorted.reduce((sum, value, i) => sum + 2 * (2 * i + 1 - units) * value, 0);
  const squares = 2 * sorted.reduce((sum, value) => sum + value ** 2, 0);
  const design = spreadDesign(question.metric, mean, { units, movement: pairs / units, squares });
  return { design, units, differing: 0, scale: 1, moved: (pairs / units) * total, total };
}

/**
 * Returns the quantities that determine the power for a rate over all fields. Adds up the differences between the
 * versions in each field. The overall rate of a document does not show all differences, because a gain in one field can
 * cancel a loss in another field.
 */
export function withFieldMovement(
  headline: ObservedDesign,
  fields: readonly (ObservedDesign | null)[],
): ObservedDesign {
  const { design, total } = headline;
  if (design.kind === 'counts') return headline;
  const moved = fields.reduce((sum, field) => sum + (field?.moved ?? 0), 0);
  return { ...headline, design: { ...design, movement: Math.max(design.movement, moved / total) } };
}

/**
 * Returns the number of discordant documents and the share of right documents. Returns `null` if documents do not have
 * a single right-or-wrong result. Counts only documents in which the metric is defined.
 */
function countDesign(
  { baseline, candidate }: PairedQuestion,
  positions: Int32Array,
  weights: Float64Array,
): { readonly discordant: number; readonly rate: number } | null {
  const { right: before } = baseline;
  const { right: after } = candidate;
  if (before === null || after === null) return null;
  let discordant = 0;
  let right = 0;
  let counted = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] as number;
    const [was, is] = [before(position), after(position)];
    const difference = was === null || is === null ? 0 : is - was;
    if (!Number.isInteger(difference)) return null;
    if ((weights[i] as number) === 0) continue;
    counted++;
    if (difference !== 0) discordant++;
    right += ((was ?? 0) + (is ?? 0)) / 2;
  }
  return { discordant, rate: right / Math.max(1, counted) };
}

/**
 * Returns the share of right documents among the documents whose weight is not 0. Returns `null` if documents do not
 * have a single right-or-wrong result.
 */
function shareOfRight(
  rightAt: PairedQuestion['baseline']['right'],
  positions: Int32Array,
  weights: Float64Array,
): number | null {
  if (rightAt === null) return null;
  let right = 0;
  let counted = 0;
  for (let i = 0; i < positions.length; i++) {
    if ((weights[i] as number) === 0) continue;
    counted++;
    right += rightAt(positions[i] as number) ?? 0;
  }
  return right / Math.max(1, counted);
}

function ofCounts(
  discordant: number,
  rate: number,
  units: number,
): Pick<ObservedDesign, 'design' | 'units' | 'differing'> {
  const share = discordant > 0 ? discordant / units : 1 / (units + 2);
  return { design: { kind: 'counts', discordant: share, rate }, units, differing: discordant };
}

function spreadDesign(
  metric: string,
  rate: number,
  {
    units,
    movement,
    squares,
  }: { readonly units: number; readonly movement: number; readonly squares: number },
): QuestionDesign {
  const isLowerBetter = metricNamed(metric as MetricName)?.better === 'lower';
  return {
    kind: 'spread',
    rate: isLowerBetter ? 1 - rate : rate,
    // Only a movement of exactly 0 is replaced, because a rate over many leaves can have a very small true change.
    movement: movement > 0 ? movement : 1 / (units + 2),
    spread: units * (squares > 0 ? squares : 1 / (units + 2) ** 2),
  };
}

function count(values: Float64Array, counts: (value: number) => boolean): number {
  let found = 0;
  for (let i = 0; i < values.length; i++) if (counts(values[i] as number)) found++;
  return found;
}
