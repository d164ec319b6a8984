import type { Segment } from '../layout/text-layout.ts';

/** The search for the space between two text columns advances in steps of this width, in points. */
const step = 4;
/** Minimum number of lines in a text column. */
const minLines = 5;
/** Minimum mean number of words per line in a text column. A table column has fewer words. */
const minWords = 2;
/** Maximum share of texts that cross the space between two columns, such as a title above both columns. */
const maxCrossing = 0.06;

/** Returns the x position between two text columns of a page, or `undefined` if the page has one column. */
export function findGutter(segments: readonly Segment[], pageWidth: number): number | undefined {
  if (segments.length < 2 * minLines) return undefined;
  const steps = Math.min(400, Math.ceil(pageWidth / step));
  const crossing = new Array<number>(steps).fill(0);
  for (const { box } of segments) {
    const last = Math.min(steps - 1, Math.floor(box.right / step));
    for (let at = Math.max(0, Math.floor(box.left / step)); at <= last; at++)
      crossing[at] = (crossing[at] ?? 0) + 1;
  }
  let best: { x: number; width: number } | undefined;
  let from = -1;
  for (let at = Math.floor(steps * 0.2); at < Math.ceil(steps * 0.8); at++) {
    const isFree = (crossing[at] ?? 0) <= maxCrossing * segments.length;
    if (isFree && from < 0) from = at;
    if (!isFree || at + 1 === Math.ceil(steps * 0.8)) {
      const width = from < 0 ? 0 : at - from;
      const x = (from + width / 2) * step;
      if (width >= 2 && (best === undefined || width > best.width) && hasTextOnBothSides(segments, x))
        best = { x, width };
      from = -1;
    }
  }
  return best?.x;
}

function hasTextOnBothSides(segments: readonly Segment[], x: number): boolean {
  return [segments.filter(({ box }) => box.right <= x), segments.filter(({ box }) => box.left >= x)].every(
    (side) => {
      const words = side.reduce((sum, { tokens }) => sum + tokens.length, 0);
      return side.length >= minLines && words >= minWords * side.length;
    },
  );
}
