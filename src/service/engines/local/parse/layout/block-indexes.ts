import type { Segment } from './row-index.ts';

/**
 * Returns the index of the block (such as a paragraph) of each line segment. Two segments join one block if
 * they are aligned, have a similar font size, and each is the only segment directly above or below the other.
 * Blocks are numbered in the order of their first segments.
 */
export function blockIndexes(segments: readonly Segment[]): number[] {
  const above = segments.map(() => [] as number[]);
  const below = segments.map(() => [] as number[]);
  const byTop = segments.map((_, index) => index).sort((a, b) => topOf(segments, a) - topOf(segments, b));
  for (const [position, index] of byTop.entries()) {
    const upper = segments[index] as Segment;
    for (let next = position + 1; next < byTop.length; next++) {
      const other = byTop[next] as number;
      const lower = segments[other] as Segment;
      if (lower.box.top > upper.box.bottom + upper.fontSize) break;
      if (!follows(upper, lower)) continue;
      below[index]?.push(other);
      above[other]?.push(index);
    }
  }
  const root = segments.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (root[at] !== at) {
      root[at] = root[root[at] as number] as number;
      at = root[at] as number;
    }
    return at;
  };
  for (const [index, followers] of below.entries()) {
    const only = followers.length === 1 ? (followers[0] as number) : undefined;
    if (only === undefined || above[only]?.length !== 1) continue;
    if (!aligned(segments[index] as Segment, segments[only] as Segment)) continue;
    root[find(only)] = find(index);
  }
  const numbers = new Map<number, number>();
  return segments.map((_, index) => {
    const block = find(index);
    const number = numbers.get(block) ?? numbers.size;
    numbers.set(block, number);
    return number;
  });
}

function topOf(segments: readonly Segment[], index: number): number {
  return (segments[index] as Segment).box.top;
}

/** Returns whether the lower segment is directly below the upper segment, in another row. */
function follows(upper: Segment, lower: Segment): boolean {
  if (lower.row === upper.row) return false;
  const gap = lower.box.top - upper.box.bottom;
  const size = Math.min(upper.fontSize, lower.fontSize);
  if (gap > size * 0.75 || gap < -size * 0.6) return false;
  const shared = Math.min(upper.box.right, lower.box.right) - Math.max(upper.box.left, lower.box.left);
  return shared > Math.min(size, (lower.box.right - lower.box.left) * 0.2);
}

function aligned(upper: Segment, lower: Segment): boolean {
  const size = Math.max(upper.fontSize, lower.fontSize);
  if (size > 1.4 * Math.min(upper.fontSize, lower.fontSize)) return false;
  const left = Math.abs(upper.box.left - lower.box.left);
  const right = Math.abs(upper.box.right - lower.box.right);
  // The left edges may differ by up to three font sizes, because the first line of a paragraph can be indented.
  return left < size * 3 || right < size * 1.5 || Math.abs(left - right) < size * 3;
}
