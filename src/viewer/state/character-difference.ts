/** A sequence of characters that are all in both texts, or all in only one of them. */
export interface Run {
  readonly text: string;
  readonly same: boolean;
}

/**
 * Maximum number of characters to compare exactly, without the common start and end. In longer texts, only
 * the common start and end count as equal.
 */
const longest = 160;

/** Marks the characters of `text` that are not in the longest common subsequence with `other`. */
export function markDifference(text: string, other: string): Run[] {
  const a = [...text];
  const b = [...other];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const middle = a.slice(start, a.length - end);
  const against = b.slice(start, b.length - end);
  const small = middle.length <= longest && against.length <= longest;
  const kept = small ? commonPart(middle, against) : middle.map(() => false);
  const flags = [...a.slice(0, start).map(() => true), ...kept, ...a.slice(a.length - end).map(() => true)];
  return joinRuns(a, flags);
}

function commonPart(a: readonly string[], b: readonly string[]): boolean[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] =
        a[i] === b[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  const flags = new Array<boolean>(a.length).fill(false);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const at = i * width + j;
    if (a[i] === b[j]) {
      flags[i++] = true;
      j++;
    } else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) i++;
    else j++;
  }
  return flags;
}

function joinRuns(characters: readonly string[], flags: readonly boolean[]): Run[] {
  const runs: { text: string; same: boolean }[] = [];
  characters.forEach((character, number) => {
    const same = flags[number] ?? false;
    const last = runs.at(-1);
    if (last && last.same === same) last.text += character;
    else runs.push({ text: character, same });
  });
  return runs;
}
