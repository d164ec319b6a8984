import { Random } from '../../base/random.ts';

/** If at most this many units differ, the test uses all sign patterns (2^13 = 8,192 patterns for 14 units). */
export const enumerationLimit = 14;

/**
 * Sign patterns of a test. A pattern gives every unit a plus or a minus. In pattern 0, the identity, every sign is a
 * plus. The signs of a unit in all patterns are stored as the bits of `words` 32-bit numbers.
 */
export interface SignPatterns {
  /** Number of patterns, including the identity. */
  readonly count: number;
  readonly words: number;
  /** Whether all possible patterns are used. If not, the patterns are a random selection. */
  readonly isExact: boolean;
  /** Writes the signs of the differing unit `row` into `words`, starting at index `at`. A 1 bit is a plus. */
  readonly write: (row: number, words: Int32Array, at: number) => void;
}

/**
 * Returns the sign patterns for the differing units with these ids. Up to 14 units, returns all 2^(units - 1) patterns
 * that give the first unit a plus. The negatives of these patterns are not needed, because their sums have the same
 * size. For more units, returns the identity and `flips` - 1 random patterns. The signs of a unit come from a generator
 * seeded with (seed, "flip", id), so they do not depend on the other units.
 */
export function signPatterns(ids: readonly string[], flips: number, seed: string): SignPatterns {
  const isExact = ids.length <= enumerationLimit;
  const count = isExact ? 2 ** Math.max(0, ids.length - 1) : flips;
  const words = Math.ceil(count / 32);
  return { count, words, isExact, write: isExact ? enumerated : drawn };

  function drawn(row: number, into: Int32Array, at: number): void {
    new Random(`${seed}/flip/${ids[row]}`).fill(into, at, words);
    into[at] = (into[at] as number) | 1;
  }

  function enumerated(row: number, into: Int32Array, at: number): void {
    for (let word = 0; word < words; word++) {
      let signs = 0;
      for (let lane = 0; lane < 32; lane++)
        if (row === 0 || (((word * 32 + lane) >>> (row - 1)) & 1) === 0) signs |= 1 << lane;
      into[at + word] = signs;
    }
  }
}
