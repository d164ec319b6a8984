import type { Canvas } from '@napi-rs/canvas';
import { rotated } from '../../../../../pages/render/render-page.ts';
import type { Rotation } from '../layout/rotate-box.ts';
import { detectPrint, type PrintRegion } from './detect-print.ts';
import type { ReadingModels } from './reading-models.ts';
import { cropLine, lineInput, recogniseLine } from './recognise-line.ts';

export interface UprightImage {
  readonly canvas: Canvas;
  /** Clockwise rotation, in degrees, that made the image upright. */
  readonly rotation: Rotation;
  readonly regions: readonly PrintRegion[];
}

/** Number of lines that are used to decide whether the image is upside down. The longest lines are used. */
const sampledLines = 8;
const networkWidth = 192;

/** Rotates an image until its lines are upright, and detects its text regions, as `detectPrint` does. */
export async function findRotation(
  canvas: Canvas,
  models: ReadingModels,
  maxSide: number,
): Promise<UprightImage> {
  const detect = (page: Canvas) => detectPrint(page, models.detect, maxSide);
  let rotation: Rotation = 0;
  let image = canvas;
  let regions = await detect(image);
  if (areVertical(regions)) {
    rotation = 90;
    image = rotated(canvas, rotation, await import('@napi-rs/canvas'));
    regions = await detect(image);
  }
  const longest = [...regions].sort((a, b) => b.width / b.height - a.width / a.height).slice(0, sampledLines);
  const crops = await Promise.all(longest.map((region) => cropLine(image, region)));
  if (!(await areUpsideDown(crops, models))) return { canvas: image, rotation, regions };
  rotation = rotation === 0 ? 180 : 270;
  image = rotated(canvas, rotation, await import('@napi-rs/canvas'));
  return { canvas: image, rotation, regions: await detect(image) };
}

/** Returns whether at least three regions are taller than wide and contain most of the text area. */
function areVertical(regions: readonly PrintRegion[]): boolean {
  const area = (chosen: readonly PrintRegion[]) =>
    chosen.reduce((sum, { width, height }) => sum + width * height, 0);
  const upright = regions.filter((region) => region.height > region.width * 1.5);
  return upright.length >= 3 && area(upright) > area(regions) * 0.6;
}

/**
 * Returns whether the lines are upside down. If a small network considers at least half of the lines upside down, the
 * recogniser reads each line as it is and rotated by 180 degrees. The direction with the higher total confidence
 * decides.
 */
async function areUpsideDown(crops: readonly Canvas[], models: ReadingModels): Promise<boolean> {
  if (crops.length === 0) return false;
  let upright = 0;
  for (const crop of crops) {
    if (!(await looksUpsideDown(crop, models))) upright++;
    if (upright * 2 > crops.length) return false;
  }
  const library = await import('@napi-rs/canvas');
  let [asItIs, turnedOver] = [0, 0];
  for (const crop of crops) {
    asItIs += await totalConfidence(crop, models);
    turnedOver += await totalConfidence(rotated(crop, 180, library), models);
  }
  return turnedOver > asItIs;
}

async function looksUpsideDown(crop: Canvas, models: ReadingModels): Promise<boolean> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const shown = createCanvas(networkWidth, crop.height);
  const context = shown.getContext('2d');
  // Fills the space after a short line with grey, because grey is 0 in the input of the network.
  context.fillStyle = '#808080';
  context.fillRect(0, 0, networkWidth, crop.height);
  context.drawImage(crop, 0, 0, Math.min(networkWidth, crop.width), crop.height);
  const pixels = context.getImageData(0, 0, networkWidth, crop.height).data;
  const { data } = await models.upsideDown(lineInput(pixels), [1, 3, crop.height, networkWidth]);
  return (data[1] ?? 0) > 0.8;
}

async function totalConfidence(crop: Canvas, models: ReadingModels): Promise<number> {
  const words = await recogniseLine(crop, models);
  return words.reduce((sum, word) => sum + word.confidence * word.text.length, 0);
}
