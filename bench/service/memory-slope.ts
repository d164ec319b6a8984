import { studentTQuantile } from '../../src/stats/numeric/distributions.ts';

export interface Slope {
  readonly perMinute: number;
  /** Lower end of the two-sided 95 % confidence interval of `perMinute`. `high` is the upper end. */
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the least-squares slope of values over time, with a confidence interval. Multiplies the standard error by
 * sqrt((1 + r) / (1 - r)), because consecutive values depend on each other. r is the lag-1 autocorrelation of the
 * residuals, limited to the range from 0 to 0.9.
 */
export function slopeOf(points: readonly { readonly minute: number; readonly value: number }[]): Slope {
  const n = points.length;
  const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / n;
  const [x, y] = [points.map(({ minute }) => minute), points.map(({ value }) => value)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const squares = x.reduce((total, value) => total + (value - meanX) ** 2, 0);
  const perMinute =
    x.reduce((total, value, index) => total + (value - meanX) * ((y[index] ?? 0) - meanY), 0) / squares;
  const residuals = x.map((value, index) => (y[index] ?? 0) - meanY - perMinute * (value - meanX));
  const squared = residuals.reduce((total, value) => total + value ** 2, 0);
  const lagged = residuals
    .slice(1)
    .reduce((total, value, index) => total + value * (residuals[index] ?? 0), 0);
  const r = squared === 0 ? 0 : Math.min(0.9, Math.max(0, lagged / squared));
  const error = Math.sqrt(squared / (n - 2) / squares) * Math.sqrt((1 + r) / (1 - r));
  const margin = studentTQuantile(0.975, n - 2) * error;
  return { perMinute, low: perMinute - margin, high: perMinute + margin };
}
