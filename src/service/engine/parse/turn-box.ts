import type { Box, ParsedPage } from '../parsed-document.ts';

/** Degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** Where a box of a page of that size lies after the page is turned clockwise. */
export function turnBox(
  box: Box,
  page: { readonly width: number; readonly height: number },
  turn: Rotation,
): Box {
  const { left, top, right, bottom } = box;
  const { width, height } = page;
  if (turn === 90) return { left: height - bottom, top: left, right: height - top, bottom: right };
  if (turn === 180)
    return { left: width - right, top: height - bottom, right: width - left, bottom: height - top };
  if (turn === 270) return { left: top, top: width - right, right: bottom, bottom: width - left };
  return box;
}

/** A box of a parsed page on the page as it is shown: what a citation must hold when the page was turned for reading. */
export function shownBox(page: ParsedPage, box: Box): Box {
  return turnBox(box, page, ((360 - (page.rotation ?? 0)) % 360) as Rotation);
}

/** The size of a parsed page as it is shown. */
export function shownSize(page: ParsedPage): { width: number; height: number } {
  const swap = page.rotation === 90 || page.rotation === 270;
  return swap ? { width: page.height, height: page.width } : { width: page.width, height: page.height };
}
