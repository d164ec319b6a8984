import type { Parts } from '../../model/score/metrics.ts';

/**
 * The parts of one document in a rate, as the means of the parts that its completed repeats have in it: repeats are no new
 * documents. A repeat that could not be scored (`null`) is left out; `null` if none could be. Source: metrics.md section 8.
 *
 * Example: 3 of 4 leaves right in one repeat, 2 of 4 in the next: [2.5, 4].
 */
export function averageRepeats<T>(repeats: readonly T[], of: (repeat: T) => Parts | null): Parts | null {
  return meanParts(repeats.map(of));
}

/** The means of the parts that are known; `null` if none is. */
export function meanParts(parts: readonly (Parts | null)[]): Parts | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0
    ? null
    : [meanOf(known.map(([top]) => top)), meanOf(known.map(([, base]) => base))];
}

/** The share of the repeats for which the answer is yes; `null` if none could be scored. */
export function shareOfRepeats<T>(repeats: readonly T[], of: (repeat: T) => boolean | null): number | null {
  const parts = averageRepeats(repeats, (repeat) => {
    const answer = of(repeat);
    return answer === null ? null : [answer ? 1 : 0, 1];
  });
  return parts === null ? null : parts[0];
}

/** Equal numbers have themselves as mean, to the last bit: equal repeats change no figure. */
function meanOf(values: readonly number[]): number {
  const first = values[0] as number;
  if (values.every((value) => value === first)) return first;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
