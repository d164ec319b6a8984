import type { Canvas } from '@napi-rs/canvas';
import type { Box, ParsedPage, ReadingEffort } from '../../../parsed-document.ts';
import { arrangeWords } from '../layout/arrange-words.ts';
import { readAccurately } from './accurate-reader.ts';
import { deskewWords } from './deskew-words.ts';
import { disposeFastReader, readFast } from './fast-reader.ts';
import { disposeReadingModels, readingModels } from './reading-models.ts';

/** Reads the text on an image. `scale` is the number of pixels per point. */
export async function readImage(
  canvas: Canvas,
  { number, scale, effort }: { number: number; scale: number; effort: ReadingEffort },
): Promise<ParsedPage> {
  const models = effort === 'performance' ? await readingModels() : undefined;
  const {
    words: found,
    rotation,
    skew,
  } = models ? await readAccurately(canvas, models) : await readFast(canvas, effort === 'performance');
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

/** Frees the OCR engines of this process. The next page starts them again. */
export async function disposeReaders(): Promise<void> {
  await Promise.all([disposeFastReader(), disposeReadingModels()]);
}
