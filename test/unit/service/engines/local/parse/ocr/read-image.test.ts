import { afterEach, expect, test, vi } from 'vitest';
import { readImage } from '../../../../../../../src/service/engines/local/parse/ocr/read-image.ts';
import { disposeReadingModels } from '../../../../../../../src/service/engines/local/parse/ocr/reading-models.ts';
import { resized } from '../../../../../../../src/service/engines/local/parse/ocr/resized.ts';
import { drawLines } from '../../../../../../fixtures/documents/sample-image.ts';

afterEach(async () => {
  await disposeReadingModels();
  vi.unstubAllEnvs();
});

const lines = ['Invoice 20417', 'Total 1,284.50'];

/** Draws the lines, halves the size of the image, and reads it with one runtime. */
async function readWith(runtime: string) {
  vi.stubEnv('GOLDSET_OCR_RUNTIME', runtime);
  const large = drawLines(lines);
  const small = await resized(large, large.width / 2, large.height / 2);
  return readImage(small, { number: 1, scale: 1, effort: 'light' });
}

test('reads a small image with the native runtime and with WebAssembly, also after loading the networks failed', async () => {
  await expect(readWith('gpu')).rejects.toThrow('GOLDSET_OCR_RUNTIME is "gpu"');
  const native = await readWith('native');
  expect(native.lines.map(({ text }) => text)).toEqual(lines);
  // The text is drawn 60 pixels from the left, and the image is read at half its size.
  expect(Math.abs((native.lines[0]?.words[0]?.box.left ?? 0) - 30)).toBeLessThan(4);
  await disposeReadingModels();
  const webAssembly = await readWith('webassembly');
  const words = (page: typeof native) => page.lines.flatMap((line) => line.words);
  expect(words(webAssembly).map(({ text }) => text)).toEqual(words(native).map(({ text }) => text));
  for (const [index, word] of words(webAssembly).entries())
    expect(Math.abs(word.confidence - (words(native)[index]?.confidence ?? 0))).toBeLessThan(1e-4);
});
