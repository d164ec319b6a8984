import type { Canvas } from '@napi-rs/canvas';
import type { Box, ParsedPage, ReadingEffort } from '../../parsed-document.ts';
import { arrangeWords } from '../arrange-words.ts';
import { readAccurately } from './accurate-reader.ts';
import { disposeFastReader, readFast } from './fast-reader.ts';
import { disposeReadingModels, readingModels } from './reading-models.ts';
import type { RecognisedWord } from './recognised-word.ts';

/** Reads the print on an image; `scale` is its pixels a point. */
export async function readImage(
  canvas: Canvas,
  { number, scale, effort }: { number: number; scale: number; effort: ReadingEffort },
): Promise<ParsedPage> {
  const models = effort === 'performance' ? await readingModels() : undefined;
  const words: RecognisedWord[] = models ? await readAccurately(canvas, models) : await readFast(canvas);
  const inPoints = (box: Box): Box => ({
    left: box.left / scale,
    top: box.top / scale,
    right: box.right / scale,
    bottom: box.bottom / scale,
  });
  return {
    number,
    width: canvas.width / scale,
    height: canvas.height / scale,
    source: 'ocr',
    lines: arrangeWords(
      words.map((word) => ({ ...word, box: inPoints(word.box), fontSize: word.fontSize / scale })),
    ),
  };
}

/** Frees the recognition engines of this thread; the next page starts them anew. */
export async function disposeReaders(): Promise<void> {
  await Promise.all([disposeFastReader(), disposeReadingModels()]);
}
