import { sum } from '../../base/collections.ts';
import type { Interval, Measurement, Unit } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { wilsonRatio } from '../../stats/intervals/linearised-ratio.ts';
import { type Bounds, wilsonInterval } from '../../stats/intervals/share-interval.ts';
import { bootstrapRatio } from '../../stats/resampling/bootstrap-ratio.ts';
import type { StatisticsSettings } from './settings.ts';

/**
 * A rate, sum(numerators) / sum(denominators), with one numerator and one denominator per scored document.
 * `unscored` counts the documents without a score.
 */
export interface RatioSeries {
  readonly metric: string;
  readonly scope: string;
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
  /** Positions of the scored documents. */
  readonly positions: Int32Array;
  readonly unscored: number;
}

/** Returns numerator and denominator of one document; `null` if it could not be scored. */
export type PartsAt = (position: number) => Parts | null;

export function ratioSeries(
  metric: string,
  scope: string,
  documents: Int32Array,
  partsAt: PartsAt,
): RatioSeries {
  const positions = new Int32Array(documents.length);
  const numerators = new Float64Array(documents.length);
  const denominators = new Float64Array(documents.length);
  let scored = 0;
  for (let i = 0; i < documents.length; i++) {
    const position = documents[i] as number;
    const parts = partsAt(position);
    if (parts === null) continue;
    positions[scored] = position;
    numerators[scored] = parts[0];
    denominators[scored] = parts[1];
    scored++;
  }
  return {
    metric,
    scope,
    positions: positions.subarray(0, scored),
    numerators: numerators.subarray(0, scored),
    denominators: denominators.subarray(0, scored),
    unscored: documents.length - scored,
  };
}

/** Documents that a figure is measured on, and the settings of its interval. */
export interface Sample {
  readonly documents: Int32Array;
  readonly settings: StatisticsSettings;
}

/**
 * Returns the rate with its interval over documents, or over the clusters in `settings`. `n` counts the
 * documents with a denominator above 0. The interval is Wilson's if each document is right or wrong as a
 * whole, or if the rate is 0 or 1. Otherwise it is Wilson's interval at the effective sample size, or the
 * bootstrap interval that the settings select.
 */
export function measureRatio(
  metric: string,
  scope: string,
  { documents, settings }: Sample,
  partsAt: PartsAt,
): Measurement {
  return measureSeries(ratioSeries(metric, scope, documents, partsAt), settings);
}

/** Like `measureRatio`, for a series that was already collected. */
export function measureSeries(series: RatioSeries, settings: StatisticsSettings): Measurement {
  return measured(series, settings, (value) => ratioBounds(series, value, settings), 'the denominator is 0');
}

/**
 * Returns a share of documents with its Wilson interval. If a document is right in only some of its repeats, returns the
 * mean over documents with the interval of `measureRatio`.
 */
export function measureShare(
  metric: string,
  scope: string,
  { documents, settings }: Sample,
  shareAt: (position: number) => number | null,
): Measurement {
  const series = ratioSeries(metric, scope, documents, (position) => partsOfShare(shareAt(position)));
  const { numerators } = series;
  if (settings.clusters !== undefined || !numerators.every(Number.isInteger))
    return measureSeries(series, settings);
  const bounds = () => wilsonInterval(sum(numerators), numerators.length, settings.confidence);
  return measured(
    series,
    settings,
    () => ({ bounds: bounds(), method: 'Wilson' }),
    'no document could be scored',
  );
}

/** Returns the share of one document as a numerator, with denominator 1, so that each document counts once. */
export function partsOfShare(share: number | null): Parts | null {
  return share === null ? null : [share, 1];
}

/** Returns the rate; `null` if the denominator is 0. */
export function ratioOf({ numerators, denominators }: RatioSeries): number | null {
  const denominator = sum(denominators);
  return denominator === 0 ? null : sum(numerators) / denominator;
}

function measured(
  series: RatioSeries,
  { confidence }: StatisticsSettings,
  boundsOf: (value: number) => { readonly bounds: Bounds | null; readonly method: string },
  undefinedBecause: string,
): Measurement {
  const { metric, scope, numerators, denominators, unscored } = series;
  const [numerator, denominator] = [sum(numerators), sum(denominators)];
  const value = denominator === 0 ? null : numerator / denominator;
  let n = 0;
  for (let i = 0; i < denominators.length; i++) if ((denominators[i] as number) > 0) n++;
  const result = { metric, scope, value, numerator, denominator, n, unscored, unit: 'share' as const };
  if (value === null) return { ...result, undefinedBecause };
  const { bounds, method } = boundsOf(value);
  return bounds === null ? result : { ...result, interval: toInterval(bounds, confidence, method) };
}

function ratioBounds(
  series: RatioSeries,
  value: number,
  settings: StatisticsSettings,
): { bounds: Bounds | null; method: string } {
  const { confidence, interval } = settings;
  const { numerators, denominators } = series;
  const clusters = clustersOf(series.positions, settings);
  const over = clusters === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  if (value === 0 || value === 1) {
    const units = countUnits(denominators, clusters);
    const bounds = wilsonInterval(value * units, units, confidence);
    return { bounds, method: `Wilson over ${over} (all equal)` };
  }
  const method = interval === 'analytic' && (value < 0 || value > 1) ? 'expanded' : interval;
  if (method !== 'analytic') {
    const { replicates } = settings;
    const seed = `${settings.seed}/${series.metric}/${series.scope}`;
    const parts = { numerators, denominators, clusters, confidence };
    return {
      bounds: bootstrapRatio({ ...parts, replicates, seed, method }),
      method: `bootstrap over ${over}, ${method}`,
    };
  }
  const whole = clusters === undefined ? wholeDocuments(series) : null;
  if (whole !== null) return { bounds: wilsonInterval(whole.right, whole.n, confidence), method: 'Wilson' };
  return {
    bounds: wilsonRatio({ numerators, denominators, clusters, confidence }),
    method: `Wilson at the effective number of ${over}`,
  };
}

/** Counts right documents; `null` unless each document is right or wrong as a whole with the same denominator. */
function wholeDocuments({
  numerators,
  denominators,
}: RatioSeries): { readonly right: number; readonly n: number } | null {
  const weight = denominators.find((part) => part > 0) ?? 1;
  let right = 0;
  let n = 0;
  for (let i = 0; i < numerators.length; i++) {
    if (denominators[i] === 0 && numerators[i] === 0) continue;
    if (denominators[i] !== weight || (numerators[i] !== 0 && numerators[i] !== weight)) return null;
    n++;
    if (numerators[i] === weight) right++;
  }
  return { right, n };
}

/** Counts the documents whose denominator is not 0. With clusters, counts the clusters of these documents. */
function countUnits(denominators: Float64Array, clusters: readonly string[] | undefined): number {
  if (clusters === undefined) return denominators.reduce((n, part) => (part === 0 ? n : n + 1), 0);
  return new Set(clusters.filter((_, i) => denominators[i] !== 0)).size;
}

/** Returns the cluster labels of the documents at these positions; `undefined` if every document is its own unit. */
export function clustersOf(
  positions: Int32Array,
  settings: StatisticsSettings,
): readonly string[] | undefined {
  const { clusters } = settings;
  return clusters && Array.from(positions, (position) => clusters[position] as string);
}

/** Returns a figure without an interval, such as a count. */
export function plainMeasurement(
  metric: string,
  scope: string,
  value: number | null,
  n: number,
  unit: Unit,
  unscored = 0,
): Measurement {
  const because =
    value === null ? { undefinedBecause: n === 0 ? 'no document has it' : 'the denominator is 0' } : {};
  return { metric, scope, value, n, unscored, unit, ...because };
}

export function toInterval({ low, high }: Bounds, confidence: number, method: string): Interval {
  return { low, high, confidence, method };
}
