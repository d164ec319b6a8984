import { f1, precision, recall } from '../metrics/rates.ts';
import type { Counts } from '../model/ledger.ts';
import type { Interval, Measurement, Unit } from '../model/measurement.ts';
import { bootstrapRatio } from '../stats/bootstrap-ratio.ts';
import { wilsonInterval } from '../stats/wilson-interval.ts';
import type { StatisticsSettings } from './statistics-settings.ts';

/**
 * A rate as its parts per document: the rate is sum(numerators) / sum(denominators), and the document is what a
 * bootstrap draws. Items that could not be scored are not in it; `unscored` says how many.
 */
export interface RatioSeries {
  readonly metric: string;
  readonly scope: string;
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
  readonly unscored: number;
}

export type RatioName = 'precision' | 'recall' | 'f1';

const rates = { precision, recall, f1 } as const;

/** Numerator and denominator of a rate from the counts of one document. */
export function ratioParts(
  name: RatioName,
  counts: Counts,
): readonly [numerator: number, denominator: number] {
  const { numerator, denominator } = rates[name](counts);
  return [numerator, denominator];
}

export function ratioSeries(
  metric: string,
  scope: string,
  parts: readonly (readonly [number, number] | null)[],
): RatioSeries {
  const scored = parts.filter((part) => part !== null);
  return {
    metric,
    scope,
    numerators: Float64Array.from(scored, (part) => part[0]),
    denominators: Float64Array.from(scored, (part) => part[1]),
    unscored: parts.length - scored.length,
  };
}

/**
 * The rate with its percentile interval from a bootstrap over documents; n counts the documents that have a part in it.
 * Where every document is right, or none is, there is nothing to draw from and a bootstrap would give an interval without width: Wilson over documents then.
 */
export function measureRatio(series: RatioSeries, settings: StatisticsSettings): Measurement {
  const numerator = sum(series.numerators);
  const denominator = sum(series.denominators);
  const { metric, scope, unscored } = series;
  const n = series.denominators.filter((part) => part > 0).length;
  if (denominator === 0) {
    return {
      metric,
      scope,
      value: null,
      numerator,
      denominator,
      n,
      unscored,
      unit: 'share',
      undefinedBecause: 'the denominator is 0',
    };
  }
  const value = numerator / denominator;
  const measured = { metric, scope, value, numerator, denominator, n, unscored, unit: 'share' as const };
  if (value === 0 || value === 1) {
    const bounds = wilsonInterval(value * n, n, settings.confidence);
    return {
      ...measured,
      interval: toInterval(bounds, settings.confidence, 'Wilson over documents (all alike)'),
    };
  }
  const bounds = bootstrapRatio({
    numerators: series.numerators,
    denominators: series.denominators,
    confidence: settings.confidence,
    replicates: settings.replicates,
    seed: `${settings.seed}/${metric}/${scope}`,
  });
  if (bounds === null) return measured;
  return { ...measured, interval: toInterval(bounds, settings.confidence, 'document bootstrap, percentile') };
}

/** A proportion of documents with its Wilson interval. */
export function measureShare(
  metric: string,
  scope: string,
  answers: readonly (boolean | null)[],
  settings: StatisticsSettings,
): Measurement {
  const scored = answers.filter((answer) => answer !== null);
  const n = scored.length;
  const numerator = scored.filter(Boolean).length;
  const unscored = answers.length - n;
  if (n === 0) {
    return {
      metric,
      scope,
      value: null,
      numerator: 0,
      denominator: 0,
      n,
      unscored,
      unit: 'share',
      undefinedBecause: 'no document could be scored',
    };
  }
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

/** A number without an interval: a count, a mean of something that is not sampled. */
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
  for (const value of values) total += value;
  return total;
}
