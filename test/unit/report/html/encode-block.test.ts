import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBlock } from '../../../../src/report/html/encode-block.ts';

test.each([0, 1, 255, 256, 16_383, 16_384, 200_000])(
  'the decoded block of %i bytes is the text',
  async (size) => {
    const text = 'a"€\u2028'.repeat(size).slice(0, size);
    const block = await encodeBlock(text);
    expect(inflateRawSync(Buffer.from(block, 'base64')).toString()).toBe(text);
  },
);

test('a short text is stored without compression', async () => {
  const block = await encodeBlock('{"a":1}');
  expect(Buffer.from(block, 'base64').toString('latin1')).toBe('\x01\x07\x00\xf8\xff{"a":1}');
});
