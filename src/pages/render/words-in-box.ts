/** Edges of a box. The origin is the top left corner of the page, and y points down. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A word is in a box if their common area is at least this share of the smaller of the two areas. */
const leastShare = 0.5;

/**
 * Returns the words of a page that are in a box, in the order of the page. A word is in the box if their common area is
 * at least half of the smaller of the two areas. A box around a part of a word therefore returns the whole word.
 * Example: of the words "Total" at x 0 to 50 and "12.50" at x 60 to 100, a box from x 55 to 105 contains only "12.50".
 */
export function wordsInBox<Word extends { readonly box: Box }>(words: readonly Word[], box: Box): Word[] {
  const size = areaOf(box);
  if (size <= 0) return [];
  return words.filter((word) => {
    const smaller = Math.min(size, areaOf(word.box));
    return smaller > 0 && commonArea(word.box, box) >= leastShare * smaller;
  });
}

export function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function commonArea(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
