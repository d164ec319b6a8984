/** Inverse document frequency on a scale where 1 is a word of one class only. */
export function relativeIdf(size: number, frequency: number): number {
  return Math.log((size + 1) / (Math.min(frequency, size) + 0.5)) / Math.log((size + 1) / 1.5);
}

/** Puts the rarity of every stem among the sets into `out`; a stem of all sets keeps a little weight. */
export function rarity(sets: readonly ReadonlySet<string>[], out: Map<string, number>): void {
  const frequency = new Map<string, number>();
  for (const set of sets) for (const stem of set) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  for (const [stem, count] of frequency) out.set(stem, Math.max(0.05, relativeIdf(sets.length, count)));
}
