import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkStreams } from '../../../../src/pages/open/check-streams.ts';
import { samplePdf } from '../../../fixtures/sample-pdf.ts';

/** Returns a stream object of a PDF. */
function stream(data: Buffer, filters: string): Buffer {
  const head = `4 0 obj\n<< /Length ${data.length} /Filter ${filters} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
}

test('rejects a stream that was deflated twice and exceeds the limit', async () => {
  // Zeros compress by a factor of 1,000 twice, from 2 MB to a few dozen bytes.
  const chunk = deflateSync(Buffer.alloc(2_000_000));
  const bomb = stream(deflateSync(chunk), '[/FlateDecode /FlateDecode]');
  expect(bomb.length).toBeLessThan(1000);
  await expect(checkStreams(bomb, 'bomb.pdf', 1_000_000)).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
  });
});

test('accepts a large ordinary stream', async () => {
  const data = deflateSync(Buffer.alloc(1_000_000, 'page'));
  await checkStreams(stream(Buffer.concat([data, Buffer.alloc(600_000)]), '/FlateDecode'), 'a.pdf');
});

test('rejects a stream one byte above the limit, and accepts one at the limit', async () => {
  const pdf = stream(deflateSync(Buffer.alloc(50_000)), '/FlateDecode');
  await checkStreams(pdf, 'a.pdf', 50_000);
  await expect(checkStreams(pdf, 'a.pdf', 49_999)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});

test('accepts a damaged stream, which the reader reports', async () => {
  await checkStreams(stream(Buffer.alloc(600_000, 7), '/FlateDecode'), 'a.pdf');
});

test('accepts an ordinary document', async () => {
  await checkStreams(await samplePdf([[{ text: 'Hello', x: 72, y: 72 }]]), 'a.pdf');
});
