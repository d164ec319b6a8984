import type { PDFPageProxy } from 'pdfjs-dist';
import { boxAroundPoints } from './page-box.ts';
import type { Box } from './words-in-box.ts';

/** Areas of the images on a page as shares of the page, 0 to 1. */
export interface ImageShares {
  readonly largest: number;
  /**
   * Sum of the areas of all images, as a share of the page and at most 1. If images overlap, each image counts in full.
   */
  readonly total: number;
}

/**
 * Returns the share of a page that its largest image covers, and the share that all its images cover. `area` is the
 * area of the page.
 */
export async function imageShares(page: PDFPageProxy, area: number): Promise<ImageShares> {
  const areas = (await imageTransforms(page)).map(([a, b, c, d]) => Math.abs(a * d - b * c));
  let [largest, total] = [0, 0];
  for (const covered of areas) {
    largest = Math.max(largest, covered);
    total += covered;
  }
  return { largest: Math.min(1, largest / area), total: Math.min(1, total / area) };
}

/**
 * Returns the boxes of the images on a page in drawing order, in points from the top left corner of the page.
 * Returns no boxes if the page cannot be prepared for drawing.
 */
export async function imageBoxes(page: PDFPageProxy): Promise<Box[]> {
  const view = page.getViewport({ scale: 1 }).transform as unknown as Transform;
  const transforms = await imageTransforms(page).catch(() => []);
  return transforms.map((transform) => {
    const [a, b, c, d, e, f] = combined(view, transform);
    return boxAroundPoints([
      { x: e, y: f },
      { x: e + a, y: f + b },
      { x: e + c, y: f + d },
      { x: e + a + c, y: f + b + d },
    ]);
  });
}

type Transform = readonly [number, number, number, number, number, number];
const identity: Transform = [1, 0, 0, 1, 0, 0];

/** Returns the transform of each image. PDF draws each image as a unit square under the current transform. */
async function imageTransforms(page: PDFPageProxy): Promise<Transform[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const list = await page.getOperatorList();
  const images: ReadonlySet<number> = new Set([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const found: Transform[] = [];
  const stack: Transform[] = [];
  let current = identity;
  for (const [index, operation] of list.fnArray.entries()) {
    const args = list.argsArray[index] as unknown;
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) stack.push(current);
    if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) current = stack.pop() ?? identity;
    if (operation === OPS.transform) current = combined(current, transformOf(args));
    if (operation === OPS.paintFormXObjectBegin)
      current = combined(current, transformOf(Array.isArray(args) ? args[0] : undefined));
    if (images.has(operation)) found.push(current);
  }
  return found;
}

function transformOf(matrix: unknown): Transform {
  if (matrix === null || typeof matrix !== 'object') return identity;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(matrix as ArrayLike<number>);
  return [a, b, c, d, e, f];
}

/** Returns the transform that applies `inner` first and then `outer`. */
function combined([a, b, c, d, e, f]: Transform, [g, h, i, j, k, l]: Transform): Transform {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
