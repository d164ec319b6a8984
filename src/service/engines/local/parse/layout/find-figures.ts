import type { PageText } from '../../../../../pages/render/page-words.ts';
import type { Box } from '../../../parsed-document.ts';

/** Minimum width and height of a picture in points. */
const minSide = 24;
/** A picture that covers more than this share of the page is its background. */
const backgroundShare = 0.8;
/** Maximum number of words on a picture. A picture with more words is the background of a text. */
const maxWords = 25;

/**
 * Returns the boxes of the pictures of a PDF page, from top to bottom. Joins images that touch each other, because
 * programs can divide a picture into strips. Omits lines, small symbols, and backgrounds of text.
 */
export function findFigures({ images, words, width, height }: PageText): Box[] {
  const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
  const visible = images
    .map((box) => ({
      left: Math.max(0, box.left),
      top: Math.max(0, box.top),
      right: Math.min(width, box.right),
      bottom: Math.min(height, box.bottom),
    }))
    .filter((box) => box.left < box.right && box.top < box.bottom);
  return joinTouching(visible.slice(0, maxImages))
    .filter((box) => {
      const isLarge = box.right - box.left >= minSide && box.bottom - box.top >= minSide;
      if (!isLarge || area(box) > width * height * backgroundShare) return false;
      const inside = words.filter(({ box: { left, right, top, bottom } }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return x > box.left && x < box.right && y > box.top && y < box.bottom;
      });
      return inside.length <= maxWords;
    })
    .sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Maximum number of images per page that are compared with each other. */
const maxImages = 1_000;

function joinTouching(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (let box of boxes) {
    for (;;) {
      const at = joined.findIndex((other) => touches(other, box));
      if (at < 0) break;
      const [other] = joined.splice(at, 1) as [Box];
      box = {
        left: Math.min(box.left, other.left),
        top: Math.min(box.top, other.top),
        right: Math.max(box.right, other.right),
        bottom: Math.max(box.bottom, other.bottom),
      };
    }
    joined.push(box);
  }
  return joined;
}

function touches(a: Box, b: Box): boolean {
  return a.left <= b.right + 1 && b.left <= a.right + 1 && a.top <= b.bottom + 1 && b.top <= a.bottom + 1;
}
