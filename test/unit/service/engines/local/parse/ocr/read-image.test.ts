import { afterEach, expect, test, vi } from 'vitest';
import { readImage } from '../../../../../../../src/service/engines/local/parse/ocr/read-image.ts';
import { disposeReadingModels } from '../../../../../../../src/service/engines/local/parse/ocr/reading-models.ts';
import { resized } from '../../../../../../../src/service/engines/local/parse/ocr/resized.ts';
import { drawLines } from '../../../../../../fixtures/documents/sample-image.ts';

afterEach(async () => {
  await disposeReadingModels();
  vi.unstubAllEnvs();
});

const lines = ['Invoice number 20417', 'Total due 1,284.50'];

/** Reads the drawn lines at half their size, with one runtime. */
async function readWith(runtime: string) {
  vi.stubEnv('GOLDSET_OCR_RUNTIME', runtime);
  const large = drawLines(lines);
  const small = await resized(large, large.width / 2, large.height / 2);
  return readImage(small, { number: 1, scale: 1, effort: 'light' });
}

test('reads a small image, with boxes in the pixels of the image', async () => {
  const page = await readWith('');
  expect(page.lines.map(({ text }) => text)).toEqual(lines);
  // Drawn at x 60 of 900 pixels, shown at half the size.
  expect(Math.abs((page.lines[0]?.words[0]?.box.left ?? 0) - 30)).toBeLessThan(4);
});

test('reads the same text with the native runtime and with WebAssembly', async () => {
  const native = await readWith('native');
  await disposeReadingModels();
  const webAssembly = await readWith('webassembly');
  const words = (page: typeof native) => page.lines.flatMap((line) => line.words);
  expect(words(webAssembly).map(({ text }) => text)).toEqual(words(native).map(({ text }) => text));
  for (const [index, word] of words(webAssembly).entries())
    expect(Math.abs(word.confidence - (words(native)[index]?.confidence ?? 0))).toBeLessThan(1e-4);
});

test('tries again to load the networks after it failed', async () => {
  await expect(readWith('gpu')).rejects.toThrow('GOLDSET_OCR_RUNTIME is "gpu"');
  expect((await readWith('')).lines).toHaveLength(2);
});
