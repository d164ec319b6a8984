import type { Box, ParsedPage } from '../../../parsed-document.ts';

/** Rotation in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** Returns the position of a box after a clockwise rotation of its page. `page` has the original size. */
export function rotateBox(
  box: Box,
  page: { readonly width: number; readonly height: number },
  rotation: Rotation,
): Box {
  const { left, top, right, bottom } = box;
  const { width, height } = page;
  if (rotation === 90) return { left: height - bottom, top: left, right: height - top, bottom: right };
  if (rotation === 180)
    return { left: width - right, top: height - bottom, right: width - left, bottom: height - top };
  if (rotation === 270) return { left: top, top: width - right, right: bottom, bottom: width - left };
  return box;
}

/** Rotates a point about the centre of the page, clockwise. The angle is in radians. */
export function rotatePoint(
  x: number,
  y: number,
  page: { readonly width: number; readonly height: number },
  angle: number,
): { x: number; y: number } {
  const [dx, dy] = [x - page.width / 2, y - page.height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: page.width / 2 + dx * cos - dy * sin, y: page.height / 2 + dx * sin + dy * cos };
}

/** Returns the smallest upright box around a box that is rotated by the skew of its page. */
function skewBox(box: Box, page: { readonly width: number; readonly height: number }, skew: number): Box {
  const corners = [box.left, box.right].flatMap((x) =>
    [box.top, box.bottom].map((y) => rotatePoint(x, y, page, skew)),
  );
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Returns the position of a box on the original page, before the parser rotated it. Citations need this position. */
export function originalBox(page: ParsedPage, box: Box): Box {
  const skewed = page.skew === undefined ? box : skewBox(box, page, page.skew);
  return rotateBox(skewed, page, ((360 - (page.rotation ?? 0)) % 360) as Rotation);
}

/** Returns the size of the original page, before the parser rotated it. */
export function originalSize(page: ParsedPage): { width: number; height: number } {
  const swap = page.rotation === 90 || page.rotation === 270;
  return swap ? { width: page.height, height: page.width } : { width: page.width, height: page.height };
}
