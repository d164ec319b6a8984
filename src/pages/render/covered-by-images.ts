import type { PDFPageProxy } from 'pdfjs-dist';

/** Areas of the images on a page as shares of the page, 0 to 1. */
export interface ImageShares {
  readonly largest: number;
  /** Sum of the shares of all images. If images overlap, each of them counts in full. */
  readonly total: number;
}

/** Returns the shares of a page that its images cover. `area` is the area of the page. */
export async function imageShares(page: PDFPageProxy, area: number): Promise<ImageShares> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const list = await page.getOperatorList();
  const images: ReadonlySet<number> = new Set([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const stack: number[] = [];
  // Area of the unit square under the current transform. PDF draws each image as a unit square.
  let scale = 1;
  let largest = 0;
  let total = 0;
  for (const [index, operation] of list.fnArray.entries()) {
    const args = list.argsArray[index] as unknown;
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) stack.push(scale);
    if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) scale = stack.pop() ?? 1;
    if (operation === OPS.transform) scale *= determinant(args);
    if (operation === OPS.paintFormXObjectBegin)
      scale *= determinant(Array.isArray(args) ? args[0] : undefined);
    if (!images.has(operation)) continue;
    largest = Math.max(largest, scale);
    total += scale;
  }
  return { largest: Math.min(1, largest / area), total: Math.min(1, total / area) };
}

function determinant(matrix: unknown): number {
  if (matrix === null || typeof matrix !== 'object') return 1;
  const [a = 1, b = 0, c = 0, d = 1] = Array.from(matrix as ArrayLike<number>);
  return Math.abs(a * d - b * c);
}
