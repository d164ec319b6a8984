import { commonSubsequence } from '../../base/collections.ts';

/** Consecutive characters that are all in both texts, or all in only one of them. */
export interface Run {
  readonly text: string;
  readonly same: boolean;
}

/**
 * Maximum number of characters that are compared exactly. The common start and the common end of the texts do not
 * count. In longer texts, all characters between the common start and the common end are marked as different.
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
