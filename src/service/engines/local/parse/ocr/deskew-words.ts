import type { Box } from '../../../parsed-document.ts';
import { rotatePoint } from '../layout/rotate-box.ts';

/** Skew of a line of text, in radians clockwise, and length of the line. */
export interface SkewedLine {
  readonly angle: number;
  readonly length: number;
}

/**
 * Minimum skew in radians. A smaller skew raises or lowers the end of a line by less than the height of the
 * line.
 */
const minSkew = 0.004;
/** Minimum number of lines from which the skew of a page is computed. */
const minLines = 4;

/**
 * Returns the skew of a page: the median angle of its lines, weighted by their lengths. Returns 0 if the skew is
 * small or there are too few lines.
 */
export function skewOf(lines: readonly SkewedLine[]): number {
  if (lines.length < minLines) return 0;
  const sorted = [...lines].sort((a, b) => a.angle - b.angle);
  const half = sorted.reduce((sum, line) => sum + line.length, 0) / 2;
  let sum = 0;
  const middle = sorted.find((line) => {
    sum += line.length;
    return sum >= half;
  });
  const skew = middle?.angle ?? 0;
  return Math.abs(skew) < minSkew ? 0 : skew;
}

/** Returns the words or pictures of a page at their positions after deskewing. Rows and columns are then straight. */
export function deskewWords<T extends { readonly box: Box }>(
  words: readonly T[],
  page: { readonly width: number; readonly height: number },
  skew: number,
): T[] {
  if (skew === 0) return [...words];
  return words.map((word) => {
    const { left, top, right, bottom } = word.box;
    const centre = rotatePoint((left + right) / 2, (top + bottom) / 2, page, -skew);
    const [width, height] = [(right - left) / Math.cos(skew) / 2, (bottom - top) / 2];
    const box = {
      left: centre.x - width,
      top: centre.y - height,
      right: centre.x + width,
      bottom: centre.y + height,
    };
    return { ...word, box };
  });
}
