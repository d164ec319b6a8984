import { createRequire } from 'node:module';
import path from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import type { Line, Worker } from 'tesseract.js';
import { rotated } from '../../../../../pages/render/render-page.ts';
import { type SkewedLine, skewOf } from './deskew-words.ts';
import { hasContent, isRotated, sharpened } from './image-analysis.ts';
import type { Recognised, RecognisedWord } from './recognised-word.ts';
import { median } from './separate-words.ts';

let starting: Promise<Worker> | undefined;

async function start(): Promise<Worker> {
  const { createWorker } = await import('tesseract.js');
  const data = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  return createWorker('eng', 1, {
    langPath: path.join(data, '4.0.0'),
    gzip: true,
    cacheMethod: 'none',
    // Without this handler, the library throws an error that no promise can catch.
    errorHandler: () => {},
    logger: () => {},
  });
}

/** Reads an image with the small OCR model, which is always installed. `thorough` sharpens the image first. */
export async function readFast(canvas: Canvas, thorough: boolean): Promise<Recognised> {
  const image = thorough ? await sharpened(canvas) : canvas;
  const scale = image.width / canvas.width;
  const library = await import('@napi-rs/canvas');
  const isSideways = await isRotated(canvas);
  let best: Recognised = { words: [], rotation: 0, skew: 0 };
  // Tries the likely rotations first, because reading rotated text is slow.
  for (const rotation of isSideways ? ([90, 270, 0] as const) : ([0, 180] as const)) {
    const { words, skew } = await readUpright(rotated(image, rotation, library));
    if (best.words.length === 0 || confidentLetters(words) > confidentLetters(best.words) * 1.5)
      best = { words, rotation, skew };
    if (isLegible(words) || (words.length === 0 && !hasContent(canvas))) break;
  }
  const rotation = best.words.length === 0 ? 0 : best.rotation;
  return { words: scaledDown(best.words, scale), rotation, skew: best.skew };
}

async function readUpright(canvas: Canvas): Promise<{ words: RecognisedWord[]; skew: number }> {
  const worker = await reader();
  const { data } = await worker.recognize(await canvas.encode('png'), {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines),
  );
  const skew = skewOf(lines.map(skewOfLine).filter(({ length }) => length > canvas.width * 0.15));
  return { words: lines.flatMap((line) => wordsOf(line, skew)), skew };
}

function skewOfLine({ baseline: { x0, y0, x1, y1 } }: Line): SkewedLine {
  return { angle: Math.atan2(y1 - y0, Math.max(1, x1 - x0)), length: x1 - x0 };
}

function wordsOf(line: Line, skew: number): RecognisedWord[] {
  // Subtracts the rise of the line, because the upright box around a skewed word is taller than the text.
  const typeHeight = ({ bbox: { x0, y0, x1, y1 } }: Line['words'][number]): number =>
    Math.max((y1 - y0) * 0.4, y1 - y0 - (x1 - x0) * Math.abs(Math.tan(skew)));
  // Uses the height of the line, because the height of a word depends on its letters: "on" is lower than
  // "by".
  const height = median(line.words.map(typeHeight));
  return line.words.flatMap((word) => {
    const text = word.text.trim();
    if (text === '') return [];
    const { x0, y0, x1, y1 } = word.bbox;
    const grow = (Math.max(height, typeHeight(word)) - (y1 - y0)) / 2;
    const box = { left: x0, top: y0 - grow, right: x1, bottom: y1 + grow };
    return [{ text, box, confidence: Math.max(0, Math.min(1, word.confidence / 100)), fontSize: height }];
  });
}

async function reader(): Promise<Worker> {
  starting ??= start();
  try {
    return await starting;
  } catch (thrown) {
    // Lets the next page try to start the reader again.
    starting = undefined;
    throw thrown;
  }
}

/** Returns whether at least 8 letters were read, and at least 40 % of them with confidence. */
function isLegible(words: readonly RecognisedWord[]): boolean {
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  return letters >= 8 && confidentLetters(words) >= letters * 0.4;
}

function confidentLetters(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, word) => sum + (word.confidence >= 0.6 ? word.text.length : 0), 0);
}

function scaledDown(words: readonly RecognisedWord[], scale: number): RecognisedWord[] {
  if (scale === 1) return [...words];
  return words.map((word) => ({
    ...word,
    fontSize: word.fontSize / scale,
    box: {
      left: word.box.left / scale,
      top: word.box.top / scale,
      right: word.box.right / scale,
      bottom: word.box.bottom / scale,
    },
  }));
}

/** Ends the reader's thread. The next call starts it again. */
export async function disposeFastReader(): Promise<void> {
  const ending = starting;
  starting = undefined;
  const worker = await ending?.catch(() => undefined);
  await worker?.terminate();
}
