import type { Canvas } from '@napi-rs/canvas';
import type { Box, ParsedPage, ReadingEffort } from '../../../parsed-document.ts';
import { arrangeWords } from '../layout/arrange-words.ts';
import { deskewWords } from './deskew-words.ts';
import { readingModels } from './reading-models.ts';
import { recogniseWords } from './recognise-words.ts';

/**
 * Longest side, in pixels, of the image in which text is detected. 10-point text on an A4 page is then about 11 pixels
 * high (`light`) or 15 pixels high (`performance`).
 */
const detectionSides: Readonly<Record<ReadingEffort, number>> = { light: 960, performance: 1280 };

/** Reads the text on an image. `scale` is the number of pixels per point. */
export async function readImage(
  canvas: Canvas,
  { number, scale, effort }: { number: number; scale: number; effort: ReadingEffort },
): Promise<ParsedPage> {
  const models = await readingModels();
  const { words: found, rotation, skew } = await recogniseWords(canvas, models, detectionSides[effort]);
  const swap = rotation === 90 || rotation === 270;
  const [width, height] = swap ? [canvas.height, canvas.width] : [canvas.width, canvas.height];
  const words = deskewWords(found, { width, height }, skew);
  const inPoints = (box: Box): Box => ({
    left: box.left / scale,
    top: box.top / scale,
    right: box.right / scale,
    bottom: box.bottom / scale,
  });
  return {
    number,
    width: width / scale,
    height: height / scale,
    source: 'ocr',
    lines: arrangeWords(
      words.map((word) => ({ ...word, box: inPoints(word.box), fontSize: word.fontSize / scale })),
    ),
    ...(rotation === 0 ? {} : { rotation }),
    ...(skew === 0 ? {} : { skew }),
  };
}
