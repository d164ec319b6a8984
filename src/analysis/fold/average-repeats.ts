import type { Parts } from '../../model/score/metrics.ts';

/**
 * Returns the mean numerator and the mean denominator of a rate over the repeats of one document. A document with
 * several repeats thus counts once. Ignores repeats without a score. Returns `null` if no repeat has a score. Example:
 * 3 of 4 leaves right in one repeat and 2 of 4 in the next give [2.5, 4].
 */
export function averageRepeats<T>(repeats: readonly T[], of: (repeat: T) => Parts | null): Parts | null {
  const known = repeats.map(of).filter((part) => part !== null);
  return known.length === 0
    ? null
    : [meanOf(known.map(([top]) => top)), meanOf(known.map(([, base]) => base))];
}

/** Returns the share of the scored repeats for which `of` is true; `null` if no repeat has a score. */
export function shareOfRepeats<T>(repeats: readonly T[], of: (repeat: T) => boolean | null): number | null {
  const parts = averageRepeats(repeats, (repeat) => {
    const value = of(repeat);
    return value === null ? null : [value ? 1 : 0, 1];
  });
  return parts === null ? null : parts[0];
}

/** Returns the mean. If all numbers are equal, returns this number without a rounding error. */
function meanOf(values: readonly number[]): number {
  const first = values[0] as number;
  if (values.every((value) => value === first)) return first;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
