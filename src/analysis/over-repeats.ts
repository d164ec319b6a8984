import type { ScoredItem, ScoredVersion } from './scored-run.ts';

/** One document's numerator and denominator in a rate. */
export type Parts = readonly [numerator: number, denominator: number];

/** The completed repeats of an item, the one that is shown first. */
export function repeatsOf(scored: ScoredVersion): readonly ScoredVersion[] {
  return [scored, ...(scored.others ?? [])];
}

/**
 * One document's parts in a rate, as the means of the parts that its completed repeats have in it: repeats are no new
 * documents. A repeat that could not be scored (null) is left out; null where none could be. Source: metrics.md section 8.
 *
 * Example: 3 of 4 leaves right in one repeat, 2 of 4 in the next: [2.5, 4].
 */
export function overRepeats(
  scored: ScoredVersion | undefined,
  of: (repeat: ScoredVersion) => Parts | null,
): Parts | null {
  return scored === undefined ? null : meanParts(repeatsOf(scored).map(of));
}

export function meanParts(parts: readonly (Parts | null)[]): Parts | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0
    ? null
    : [meanOf(known.map(([top]) => top)), meanOf(known.map(([, base]) => base))];
}

/** The share of an item's completed repeats that answer yes; null where none could be scored. */
export function shareOfRepeats(
  scored: ScoredVersion | undefined,
  of: (repeat: ScoredVersion) => boolean | null,
): number | null {
  const parts = overRepeats(scored, (repeat) => {
    const answer = of(repeat);
    return answer === null ? null : [answer ? 1 : 0, 1];
  });
  return parts === null ? null : parts[0];
}

/** The most completed repeats that any item has of this version. */
export function mostRepeats(items: readonly ScoredItem[], version: number): number {
  return items.reduce(
    (most, { versions }) => Math.max(most, 1 + (versions[version]?.others?.length ?? 0)),
    1,
  );
}

/** Equal numbers have themselves as mean, to the last bit: repeats that are alike change no figure. */
function meanOf(values: readonly number[]): number {
  const first = values[0] as number;
  if (values.every((value) => value === first)) return first;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
