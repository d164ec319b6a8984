import { afterAll, expect, test } from 'vitest';
import {
  disposeFastReader,
  readFast,
} from '../../../../../../../src/service/engines/local/parse/ocr/fast-reader.ts';
import { resized } from '../../../../../../../src/service/engines/local/parse/ocr/image-analysis.ts';
import { drawLines } from '../../../../../../fixtures/documents/sample-image.ts';

afterAll(disposeFastReader);

// `performance` uses this reader if the optional models are not installed.
test('enlarges a small image for a thorough reading, and returns boxes in the pixels of the original', async () => {
  const large = drawLines(['Invoice number 20417', 'Total due 1,284.50']);
  const small = await resized(large, large.width / 2, large.height / 2);
  const { words, rotation } = await readFast(small, true);
  expect(rotation).toBe(0);
  expect(words.map((word) => word.text).join(' ')).toBe('Invoice number 20417 Total due 1,284.50');
  // Drawn at x 60 of 900 pixels, shown at half the size.
  expect(Math.abs((words[0]?.box.left ?? 0) - 30)).toBeLessThan(4);
});
