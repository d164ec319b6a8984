import { turnPoint } from '../layout/rotate-box.ts';
import type { RecognisedWord } from './recognised-word.ts';

/** A line of print with the angle at which it leans, in radians clockwise. */
export interface SkewedLine {
  readonly angle: number;
  readonly length: number;
}

/** Below this a line stays within its own height over the width of a page. */
const leastSkew = 0.004;
/** So many lines must agree before a page counts as askew. */
const leastLines = 4;

/** The angle at which the lines of a page lean: the median by length; 0 where they are level or do not say. */
export function skewOf(lines: readonly SkewedLine[]): number {
  if (lines.length < leastLines) return 0;
  const sorted = [...lines].sort((a, b) => a.angle - b.angle);
  const half = sorted.reduce((sum, line) => sum + line.length, 0) / 2;
  let sum = 0;
  const middle = sorted.find((line) => {
    sum += line.length;
    return sum >= half;
  });
  const skew = middle?.angle ?? 0;
  return Math.abs(skew) < leastSkew ? 0 : skew;
}

/** The words of a page that leans, where they would lie if it were level: only then do rows and columns stand out. */
export function levelWords(
  words: readonly RecognisedWord[],
  page: { readonly width: number; readonly height: number },
  skew: number,
): RecognisedWord[] {
  if (skew === 0) return [...words];
  return words.map((word) => {
    const { left, top, right, bottom } = word.box;
    const centre = turnPoint((left + right) / 2, (top + bottom) / 2, page, -skew);
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
