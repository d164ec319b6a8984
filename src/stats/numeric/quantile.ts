import { requireArgument } from '../../base/require-argument.ts';
import { checkNumbers } from './sum-by-cluster.ts';

/**
 * Returns a quantile by linear interpolation between sorted values (Hyndman and Fan 1996, type 7). Inputs:
 * values in any order and unit, q in [0, 1]. The result has the unit of the values. Returns `null` for empty
 * input. For a single value, every quantile is this value. Reference values from numpy's default.
 * @example
 * quantile([10, 20, 40], 0.75) // => 30
 */
export function quantile(values: ArrayLike<number>, q: number): number | null {
  checkNumbers(values);
  if (values.length === 0) return null;
  return quantileOfSorted(Float64Array.from(values).sort(), q);
}

/** Does the same as `quantile` for values that are already sorted and not empty. */
export function quantileOfSorted(sorted: ArrayLike<number>, q: number): number {
  requireArgument(
    sorted.length > 0 && q >= 0 && q <= 1,
    `values must not be empty and q must be in [0, 1], got ${sorted.length} values and q = ${q}`,
  );
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const low = sorted[below] as number;
  if (below === position) return low;
  const high = sorted[below + 1] as number;
  return low + (high - low) * (position - below);
}
