import type { PDFPageProxy } from 'pdfjs-dist';
import type { Box } from './words-in-box.ts';

/** Returns the smallest box that contains all points. */
export function boxAroundPoints(points: readonly { readonly x: number; readonly y: number }[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/**
 * Two opposite corners of a box in PDF coordinates, in which y points up: x and y of one corner, then x and y
 * of the other.
 */
export type PdfRectangle = readonly [number, number, number, number];

/** Converts a box from PDF coordinates to points from the top left corner of the displayed page. */
export function boxOnPage(page: PDFPageProxy, [x1, y1, x2, y2]: PdfRectangle): Box {
  const viewport = page.getViewport({ scale: 1 });
  const corners = [viewport.convertToViewportPoint(x1, y1), viewport.convertToViewportPoint(x2, y2)];
  return boxAroundPoints(corners.map(([x, y]) => ({ x, y })));
}
