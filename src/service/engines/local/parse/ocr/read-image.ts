import type { Canvas } from '@napi-rs/canvas';
import type { Box, ParsedPage, ParsedWord, ReadingEffort } from '../../../parsed-document.ts';
import { arrangeWords } from '../layout/arrange-words.ts';
import { arrangeTurned } from '../layout/turned-lines.ts';
import { deskewWords } from './deskew-words.ts';
import { readingModels } from './reading-models.ts';
import { recogniseWords } from './recognise-words.ts';
import type { RecognisedWord } from './recognised-word.ts';

/**
 * Longest side, in pixels, of the image in which text is detected. 10-point text on an A4 page is then about 11 pixels
 * high (`light`) or 15 pixels high (`performance`).
 */
const detectionSides: Readonly<Record<ReadingEffort, number>> = { light: 960, performance: 1280 };

/** Reads the text on an image, and finds its pictures. `scale` is the number of pixels per point. */
export async function readImage(
  canvas: Canvas,
  { number, scale, effort }: { number: number; scale: number; effort: ReadingEffort },
): Promise<ParsedPage> {
  const models = await readingModels();
  const found = await recogniseWords(canvas, models, detectionSides[effort]);
  const { rotation, skew } = found;
  const swap = rotation === 90 || rotation === 270;
  const [width, height] = swap ? [canvas.height, canvas.width] : [canvas.width, canvas.height];
  const page = { width, height };
  const inPoints = (box: Box): Box => ({
    left: box.left / scale,
    top: box.top / scale,
    right: box.right / scale,
    bottom: box.bottom / scale,
  });
  const parsedWord = (word: RecognisedWord): ParsedWord => ({
    ...word,
    box: inPoints(word.box),
    fontSize: word.fontSize / scale,
  });
  const lines = arrangeWords(deskewWords(found.words, page, skew).map(parsedWord));
  const next = lines.reduce((last, line) => Math.max(last, line.block + 1), 0);
  // Stamps and notes in the margin follow at the end, because they would otherwise split rows.
  const turned = arrangeTurned(
    found.turned.map(({ word, angle, levelBox }) => ({
      word: parsedWord(deskewWords([word], page, skew)[0] as RecognisedWord),
      angle,
      levelBox: inPoints(levelBox),
    })),
    next,
  );
  const pictures = found.pictures.map((box) => ({ text: '', box }));
  const figures = deskewWords(pictures, page, skew).map(({ text, box }) => ({ text, box: inPoints(box) }));
  return {
    number,
    width: width / scale,
    height: height / scale,
    source: 'ocr',
    lines: [...lines, ...turned],
    ...(figures.length === 0 ? {} : { figures }),
    ...(rotation === 0 ? {} : { rotation }),
    ...(skew === 0 ? {} : { skew }),
  };
}
