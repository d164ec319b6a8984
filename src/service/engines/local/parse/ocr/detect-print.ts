import type { Canvas } from '@napi-rs/canvas';
import { freeMemory } from './free-memory.ts';
import { inputValues, networkInput } from './network-input.ts';
import type { Network } from './reading-models.ts';
import { resized } from './resized.ts';

/** A text region of an image: a slightly rotated box, in pixels. */
export interface PrintRegion {
  readonly centreX: number;
  readonly centreY: number;
  /** Extent along the line of text. */
  readonly width: number;
  readonly height: number;
  /** Rotation in radians clockwise. */
  readonly angle: number;
}

const pixelThreshold = 0.3;
const regionThreshold = 0.55;
/**
 * Factor by which boxes grow, because the network marks less than the whole text. Each side of a box moves
 * outwards by area · growth / perimeter.
 */
const growth = 1.6;
/** Mean and standard deviation that normalise the colours of the input, in the order blue, green, red. */
const mean = [0.406, 0.456, 0.485] as const;
const deviation = [0.225, 0.224, 0.229] as const;
const detectorValues = inputValues(
  (colour, channel) => (colour / 255 - (mean[channel] as number)) / (deviation[channel] as number),
);

/**
 * Returns the text regions of an image. The network gets the image in a size of at most `maxSide` pixels per
 * side.
 */
export async function detectPrint(canvas: Canvas, detect: Network, maxSide: number): Promise<PrintRegion[]> {
  const shrink = Math.min(1, maxSide / Math.max(canvas.width, canvas.height));
  const width = Math.max(32, Math.round((canvas.width * shrink) / 32) * 32);
  const height = Math.max(32, Math.round((canvas.height * shrink) / 32) * 32);
  const { data } = (await resized(canvas, width, height)).getContext('2d').getImageData(0, 0, width, height);
  const map = (await detect(networkInput(data, detectorValues), [1, 3, height, width])).data;
  const scaleX = canvas.width / width;
  const scaleY = canvas.height / height;
  const regions = regionsOf(map, width, height);
  freeMemory(data, map);
  return regions.map((region) => ({
    centreX: region.centreX * scaleX,
    centreY: region.centreY * scaleY,
    width: region.width * scaleX,
    height: region.height * scaleY,
    angle: region.angle,
  }));
}

/**
 * Returns a box for each connected region in which the pixels probably show text. `map` has the probability
 * per pixel.
 */
export function regionsOf(map: Float32Array, width: number, height: number): PrintRegion[] {
  const seen = new Uint8Array(width * height);
  const regions: PrintRegion[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] as number) < pixelThreshold) continue;
    const pixels = connected(map, seen, start, width, height);
    const region = boxAround(pixels, map, width);
    if (region) regions.push(region);
  }
  return regions;
}

function connected(
  map: Float32Array,
  seen: Uint8Array,
  start: number,
  width: number,
  height: number,
): number[] {
  const pixels = [start];
  seen[start] = 1;
  for (let next = 0; next < pixels.length; next++) {
    const pixel = pixels[next] as number;
    const x = pixel % width;
    const y = (pixel - x) / width;
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const neighbour = ny * width + nx;
        if (seen[neighbour] || (map[neighbour] as number) < pixelThreshold) continue;
        seen[neighbour] = 1;
        pixels.push(neighbour);
      }
    }
  }
  return pixels;
}

function boxAround(pixels: readonly number[], map: Float32Array, width: number): PrintRegion | undefined {
  if (pixels.length < 6) return undefined;
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  for (const pixel of pixels) {
    sum += map[pixel] as number;
    sumX += pixel % width;
    sumY += Math.floor(pixel / width);
  }
  if (sum / pixels.length < regionThreshold) return undefined;
  const angle = slopeOf(pixels, sumX / pixels.length, sumY / pixels.length, width);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const pixel of pixels) {
    const x = (pixel % width) + 0.5;
    const y = Math.floor(pixel / width) + 0.5;
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along - 0.5);
    right = Math.max(right, along + 0.5);
    top = Math.min(top, across - 0.5);
    bottom = Math.max(bottom, across + 0.5);
  }
  const [w, h] = [right - left, bottom - top];
  if (Math.min(w, h) < 2.5) return undefined;
  const grow = (w * h * growth) / (2 * (w + h));
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centreX: along * cos - across * sin,
    centreY: along * sin + across * cos,
    width: w + 2 * grow,
    height: h + 2 * grow,
    angle,
  };
}

/** Maximum angle of a line of a skewed page, in radians. Text at a larger angle is a stamp or a note. */
export const maxSkew = 0.3;
/** Maximum angle of tilted text. Text at a larger angle is vertical, and its region is upright. */
const maxTilt = 1.3;

/** Returns the angle of a long region, from the positions of its pixels. Returns 0 for a short or vertical region. */
function slopeOf(pixels: readonly number[], meanX: number, meanY: number, width: number): number {
  let [xx, xy, yy] = [0, 0, 0];
  for (const pixel of pixels) {
    const x = (pixel % width) - meanX;
    const y = Math.floor(pixel / width) - meanY;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  if (Math.abs(angle) < maxSkew) return xx >= yy * 9 ? angle : 0;
  // The sums of squares along and across the region are (total ± difference) / 2.
  const [total, difference] = [xx + yy, Math.hypot(xx - yy, 2 * xy)];
  const isLong = total + difference >= (total - difference) * 9;
  return isLong && Math.abs(angle) < maxTilt ? angle : 0;
}
