import { sum } from '../../base/collections.ts';
import type { Interval, Measurement, Unit } from '../../model/score/measurement.ts';
import { type Parts, perLeafOf } from '../../model/score/metrics.ts';
import { ratioInterval } from '../../stats/intervals/linearised-ratio.ts';
import { type Bounds, shareInterval, unseenShare, withUnseen } from '../../stats/intervals/share-interval.ts';
import { bootstrapRatio } from '../../stats/resampling/bootstrap-ratio.ts';
import { lendArrays } from './lend-arrays.ts';
import type { StatisticsSettings } from './settings.ts';

/**
 * The rate sum(numerators) / sum(denominators). Each scored document has one numerator and one denominator. `unscored`
 * counts the documents without a score.
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

/**
 * Takes the position of a document, and returns the numerator and denominator that the document adds to a rate; `null`
 * if the document was not scored.
 */
export type PartsAt = (position: number) => Parts | null;

/** Collects the numerators and denominators of all scored documents. */
export function ratioSeries(
  metric: string,
  scope: string,
  documents: Int32Array,
  partsAt: PartsAt,
): RatioSeries {
  const memory = Array.from({ length: 3 }, () => new ArrayBuffer(8 * documents.length));
  return seriesIn(memory, { metric, scope, documents, partsAt });
}

/** What a series measures: a metric, the part of each document (`scope`) and the documents. */
interface SeriesSource {
  readonly metric: string;
  readonly scope: string;
  readonly documents: Int32Array;
  readonly partsAt: PartsAt;
}

function seriesIn(
  [first, second, third]: readonly ArrayBuffer[],
  { metric, scope, documents, partsAt }: SeriesSource,
): RatioSeries {
  const positions = new Int32Array(first as ArrayBuffer, 0, documents.length);
  const numerators = new Float64Array(second as ArrayBuffer, 0, documents.length);
  const denominators = new Float64Array(third as ArrayBuffer, 0, documents.length);
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

/** The documents on which a figure is measured, and the settings of its interval. */
export interface Sample {
  readonly documents: Int32Array;
  readonly settings: StatisticsSettings;
}

/**
 * Returns the rate with its interval over documents, or over the clusters in `settings`. `n` counts the documents with
 * a denominator above 0. The interval is computed by `ratioInterval`, or by the bootstrap that the settings select.
 */
export function measureRatio(
  metric: string,
  scope: string,
  { documents, settings }: Sample,
  partsAt: PartsAt,
): Measurement {
  return lendArrays(3, documents.length, (memory) =>
    measureSeries(seriesIn(memory, { metric, scope, documents, partsAt }), settings),
  );
}

/** Does the same as `measureRatio`, for numerators and denominators that were already collected. */
export function measureSeries(series: RatioSeries, settings: StatisticsSettings): Measurement {
  return measured(series, (value) => ratioBounds(series, value, settings), 'the denominator is 0');
}

/**
 * Returns a share of documents with its Wilson interval. If there are clusters, or if a document is right in only some
 * of its repeats, returns the mean over documents with the interval of `measureRatio`.
 */
export function measureShare(
  metric: string,
  scope: string,
  { documents, settings }: Sample,
  shareAt: (position: number) => number | null,
): Measurement {
  const partsAt = (position: number) => partsOfShare(shareAt(position));
  return lendArrays(3, documents.length, (memory) => {
    const series = seriesIn(memory, { metric, scope, documents, partsAt });
    const { numerators } = series;
    if (settings.clusters !== undefined || !numerators.every(Number.isInteger))
      return measureSeries(series, settings);
    const { confidence } = settings;
    const n = numerators.length;
    const bounds = () => shareInterval(sum(numerators), n, confidence);
    return measured(
      series,
      () => rateInterval(bounds(), confidence, 'Wilson', { n, of: 'documents' }),
      'no document could be scored',
    );
  });
}

/**
 * Returns a share that was measured in one document as a numerator with denominator 1, so that all documents have the
 * same weight. Returns `null` for an unknown share.
 */
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
  intervalOf: (value: number) => Interval | null,
  undefinedBecause: string,
): Measurement {
  const { metric, scope, numerators, denominators, unscored } = series;
  let [numerator, denominator, n] = [0, 0, 0];
  for (let i = 0; i < denominators.length; i++) {
    const weight = denominators[i] as number;
    numerator += numerators[i] as number;
    denominator += weight;
    if (weight > 0) n++;
  }
  const value = denominator === 0 ? null : numerator / denominator;
  const result = { metric, scope, value, numerator, denominator, n, unscored, unit: 'share' as const };
  if (value === null) return { ...result, undefinedBecause };
  const interval = intervalOf(value);
  return interval === null ? result : { ...result, interval };
}

function ratioBounds(series: RatioSeries, value: number, settings: StatisticsSettings): Interval | null {
  const { confidence, interval: method } = settings;
  const { numerators, denominators } = series;
  const clusters = clustersOf(series.positions, settings);
  const over = clusters === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  const parts = { numerators, denominators, clusters, confidence };
  const inRange = value >= 0 && value <= 1;
  const analytic = inRange ? ratioInterval({ ...parts, perLeaf: perLeafOf(series.metric) }) : null;
  // If all documents are right, or all are wrong, a bootstrap interval has no width.
  if (analytic !== null && (method === 'analytic' || value === 0 || value === 1)) {
    const name = analytic.isShare
      ? clusters === undefined
        ? 'Wilson'
        : `Wilson over ${over}`
      : `Clopper-Pearson at the effective number of ${over}`;
    return rateInterval(analytic, confidence, name, { n: analytic.units, of: over });
  }
  const { replicates } = settings;
  const seed = `${settings.seed}/${series.metric}/${series.scope}`;
  const drawn = bootstrapRatio({
    ...parts,
    replicates,
    seed,
    method: method === 'analytic' ? 'expanded' : method,
  });
  const name = `bootstrap over ${over}, ${method === 'analytic' ? 'expanded' : method}`;
  if (drawn === null || analytic === null) return drawn && toInterval(drawn, confidence, name);
  return rateInterval(withUnseen(drawn, analytic.units, confidence), confidence, name, {
    n: analytic.units,
    of: over,
  });
}

/** With fewer documents or clusters than this, the interval has a note on the limits of small samples. */
const fewUnits = 50;

/** Returns the interval of a rate between 0 and 1 that was measured on `n` documents or clusters. */
function rateInterval(
  bounds: Bounds,
  confidence: number,
  method: string,
  { n, of }: { readonly n: number; readonly of: string },
): Interval {
  const interval = toInterval(bounds, confidence, method);
  return n < fewUnits ? { ...interval, unseen: { share: unseenShare(n, confidence), of } } : interval;
}

/** Returns the cluster of each document at these positions. Returns `undefined` if there are no clusters. */
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
    value === null
      ? { undefinedBecause: n === 0 ? 'there is no document to measure' : 'the denominator is 0' }
      : {};
  return { metric, scope, value, n, unscored, unit, ...because };
}

export function toInterval({ low, high }: Bounds, confidence: number, method: string): Interval {
  return { low, high, confidence, method };
}
