import { commonSubsequence } from '../../base/collections.ts';

/** Consecutive characters that are all in both texts, or all in only one of them. */
export interface Run {
  readonly text: string;
  readonly same: boolean;
}

/**
 * Largest number of characters to compare exactly, without the characters that both texts start and end with. In longer
 * texts, all characters between this common start and end count as different.
 */
const longest = 160;

/** Marks the characters of `text` that are not in the longest common subsequence with `other`. */
export function markDifference(text: string, other: string): Run[] {
  const characters = [...text];
  const kept = new Set(commonSubsequence(characters, [...other], longest).map(([at]) => at));
  const runs: { text: string; same: boolean }[] = [];
  characters.forEach((character, number) => {
    const same = kept.has(number);
    const last = runs.at(-1);
    if (last && last.same === same) last.text += character;
    else runs.push({ text: character, same });
  });
  return runs;
}
