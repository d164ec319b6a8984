import type { Canvas } from '@napi-rs/canvas';
import { correctConfusions } from './correct-confusions.ts';
import { skewOf } from './deskew-words.ts';
import type { PrintRegion } from './detect-print.ts';
import { findRotation } from './find-rotation.ts';
import type { ReadingModels } from './reading-models.ts';
import { cropLine, recogniseLine } from './recognise-line.ts';
import type { Recognised, RecognisedWord } from './recognised-word.ts';

/** Minimum confidence of a line. A line with a lower confidence is noise that was read as text. */
const minConfidence = 0.5;

/**
 * Reads an image with two networks: one detects text regions on an image with sides of at most `maxSide` pixels, and
 * the other recognises the text of each region.
 */
export async function recogniseWords(
  canvas: Canvas,
  models: ReadingModels,
  maxSide: number,
): Promise<Recognised> {
  const upright = await findRotation(canvas, models, maxSide);
  const words: RecognisedWord[] = [];
  for (const region of upright.regions) words.push(...(await readRegion(upright.canvas, region, models)));
  // Uses only long regions, because the angle of a short region is inaccurate.
  const skewed = upright.regions
    .filter((region) => region.width > 5 * region.height)
    .map((region) => ({ angle: region.angle, length: region.width }));
  return { words, rotation: upright.rotation, skew: skewOf(skewed) };
}

async function readRegion(
  canvas: Canvas,
  region: PrintRegion,
  models: ReadingModels,
): Promise<RecognisedWord[]> {
  const found = await recogniseLine(await cropLine(canvas, region), models);
  const letters = found.reduce((sum, word) => sum + word.text.length, 0);
  const confidence = found.reduce((sum, word) => sum + word.confidence * word.text.length, 0);
  if (letters === 0 || confidence / letters < minConfidence) return [];
  const cos = Math.cos(region.angle);
  const sin = Math.sin(region.angle);
  // About a quarter of the height of a detected region is margin.
  const type = region.height * 0.76;
  return found.map((word) => {
    const along = [word.from - 0.5, word.to - 0.5].map((share) => share * region.width);
    const [x0 = 0, x1 = 0] = along.map((distance) => region.centreX + distance * cos);
    const middle = region.centreY + (((along[0] as number) + (along[1] as number)) / 2) * sin;
    return {
      text: correctConfusions(word.text),
      confidence: word.confidence,
      fontSize: type,
      box: { left: x0, top: middle - type / 2, right: x1, bottom: middle + type / 2 },
    };
  });
}
