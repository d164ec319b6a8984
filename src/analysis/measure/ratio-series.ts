import type { Interval, Measurement, Unit } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { wilsonRatio } from '../../stats/intervals/linearised-ratio.ts';
import { type Bounds, wilsonInterval } from '../../stats/intervals/share-interval.ts';
import { bootstrapRatio } from '../../stats/resampling/bootstrap-ratio.ts';
import type { StatisticsSettings } from './settings.ts';

/**
 * A rate as its parts per document: sum(numerators) / sum(denominators). A bootstrap samples documents.
 * Documents without a score are excluded; `unscored` is their number.
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

/** Returns the parts of a rate in one document; `null` if it could not be scored. */
export type PartsAt = (position: number) => Parts | null;

/** Collects the parts of a rate for these documents. */
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

/**
 * Returns the rate with its interval over documents, or over the clusters in `settings`. `n` counts the
 * documents with a part in the rate. If each document is right or wrong as a whole, the interval is Wilson's.
 * Otherwise it is Wilson's at the effective number of documents, or the bootstrap that the settings select. If
 * all documents are right or all are wrong, nothing varies, so the interval is Wilson's over the units.
 */
export function measureRatio(series: RatioSeries, settings: StatisticsSettings): Measurement {
  const numerator = sum(series.numerators);
  const denominator = sum(series.denominators);
  const { metric, scope, unscored } = series;
  const n = countPositive(series.denominators);
  if (denominator === 0) return undefinedShare(series, n, { numerator, denominator }, 'the denominator is 0');
  const value = numerator / denominator;
  const measured = { metric, scope, value, numerator, denominator, n, unscored, unit: 'share' as const };
  const { bounds, method } = ratioBounds(series, value, settings);
  return bounds === null
    ? measured
    : { ...measured, interval: toInterval(bounds, settings.confidence, method) };
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
    return {
      bounds: wilsonInterval(value * units, units, confidence),
      method: `Wilson over ${over} (all equal)`,
    };
  }
  if (interval === 'analytic' && value > 0 && value < 1) {
    const trials = clusters === undefined ? wholeDocuments(series) : null;
    return trials === null
      ? {
          bounds: wilsonRatio({ numerators, denominators, clusters, confidence }),
          method: `Wilson at the effective number of ${over}`,
        }
      : { bounds: wilsonInterval(trials.right, trials.n, confidence), method: 'Wilson' };
  }
  return {
    bounds: bootstrapRatio({
      numerators,
      denominators,
      clusters,
      confidence,
      replicates: settings.replicates,
      seed: `${settings.seed}/${series.metric}/${series.scope}`,
      method: interval === 'analytic' ? 'expanded' : interval,
    }),
    method: `bootstrap over ${over}, ${interval === 'analytic' ? 'expanded' : interval}`,
  };
}

/** Counts right documents if each one is right or wrong as a whole with the same denominator; otherwise returns `null`. */
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

/** Counts the documents with a part in the rate, or their clusters. */
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

/**
 * Returns a share of documents with its Wilson interval. If a document is right in only some of its repeats, returns the
 * mean over documents with the interval of `measureRatio`.
 */
export function measureShare(
  metric: string,
  scope: string,
  documents: Int32Array,
  shareAt: (position: number) => boolean | number | null,
  settings: StatisticsSettings,
): Measurement {
  const partsAt = (position: number): Parts | null => {
    const share = shareAt(position);
    return share === null ? null : [Number(share), 1];
  };
  const series = ratioSeries(metric, scope, documents, partsAt);
  if (settings.clusters !== undefined || !series.numerators.every(Number.isInteger))
    return measureRatio(series, settings);
  const n = series.numerators.length;
  const numerator = sum(series.numerators);
  const { unscored } = series;
  if (n === 0)
    return undefinedShare(series, n, { numerator: 0, denominator: 0 }, 'no document could be scored');
  const interval = toInterval(
    wilsonInterval(numerator, n, settings.confidence),
    settings.confidence,
    'Wilson',
  );
  return {
    metric,
    scope,
    value: numerator / n,
    numerator,
    denominator: n,
    n,
    unscored,
    unit: 'share',
    interval,
  };
}

function undefinedShare(
  { metric, scope, unscored }: RatioSeries,
  n: number,
  parts: Pick<Measurement, 'numerator' | 'denominator'>,
  undefinedBecause: string,
): Measurement {
  return { metric, scope, value: null, ...parts, n, unscored, unit: 'share', undefinedBecause };
}

/** Returns a number without an interval, such as a count or a mean of values that are not a sample. */
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

export function toInterval(
  bounds: { low: number; high: number },
  confidence: number,
  method: string,
): Interval {
  return { low: bounds.low, high: bounds.high, confidence, method };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] as number;
  return total;
}

function countPositive(values: Float64Array): number {
  let n = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > 0) n++;
  return n;
}
