import { createRequire } from 'node:module';
import path from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import type { Worker } from 'tesseract.js';
import type { RecognisedWord } from './recognised-word.ts';

let starting: Promise<Worker> | undefined;

async function start(): Promise<Worker> {
  const { createWorker } = await import('tesseract.js');
  const data = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  return createWorker('eng', 1, {
    langPath: path.join(data, '4.0.0'),
    gzip: true,
    cacheMethod: 'none',
    // Without a handler of its own the library throws outside any promise.
    errorHandler: () => {},
    logger: () => {},
  });
}

/** Reads an image with the small language model that is always installed. */
export async function readFast(canvas: Canvas): Promise<RecognisedWord[]> {
  starting ??= start();
  const worker = await starting;
  const { data } = await worker.recognize(await canvas.encode('png'), {}, { text: false, blocks: true });
  const words: RecognisedWord[] = [];
  for (const block of data.blocks ?? []) {
    for (const line of block.paragraphs.flatMap((paragraph) => paragraph.lines)) {
      // A word's own box hugs its ink ("on" is lower than "by"); the line's height is the height of the type.
      const height = medianHeight(line.words.map((word) => word.bbox.y1 - word.bbox.y0));
      for (const word of line.words) {
        const text = word.text.trim();
        if (text === '') continue;
        const { x0, y0, x1, y1 } = word.bbox;
        const grow = Math.max(0, height - (y1 - y0)) / 2;
        const box = { left: x0, top: y0 - grow, right: x1, bottom: y1 + grow };
        words.push({
          text,
          box,
          confidence: Math.max(0, Math.min(1, word.confidence / 100)),
          fontSize: height,
        });
      }
    }
  }
  return words;
}

function medianHeight(heights: readonly number[]): number {
  const sorted = [...heights].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Ends the reader's thread; the next call starts it anew. */
export async function disposeFastReader(): Promise<void> {
  const ending = starting;
  starting = undefined;
  await (await ending)?.terminate();
}
