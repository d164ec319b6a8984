/** Returns the inverse document frequency, scaled so that a word of only one class has 1. */
export function relativeIdf(size: number, frequency: number): number {
  return Math.log((size + 1) / (Math.min(frequency, size) + 0.5)) / Math.log((size + 1) / 1.5);
}

/** Adds the rarity of every stem of the sets to `out`. A stem of all sets keeps a small weight. */
export function rarity(sets: readonly ReadonlySet<string>[], out: Map<string, number>): void {
  const frequency = new Map<string, number>();
  for (const set of sets) for (const stem of set) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  for (const [stem, count] of frequency) out.set(stem, Math.max(0.05, relativeIdf(sets.length, count)));
}
