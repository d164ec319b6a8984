import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkStreams } from '../../../../src/pages/open/check-streams.ts';
import { samplePdf } from '../../../fixtures/sample-pdf.ts';

/** A stream object as it stands in a PDF. */
function stream(data: Buffer, filters: string): Buffer {
  const head = `4 0 obj\n<< /Length ${data.length} /Filter ${filters} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
}

test('refuses a stream that was deflated twice and grows beyond the limit', async () => {
  // Zeros pack a thousandfold, and so do the packed zeros: 2 MB in a few dozen bytes.
  const chunk = deflateSync(Buffer.alloc(2_000_000));
  const bomb = stream(deflateSync(chunk), '[/FlateDecode /FlateDecode]');
  expect(bomb.length).toBeLessThan(1000);
  await expect(checkStreams(bomb, 'bomb.pdf', 1_000_000)).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
  });
});

test('lets a large but ordinary stream pass', async () => {
  const data = deflateSync(Buffer.alloc(1_000_000, 'page'));
  await checkStreams(stream(Buffer.concat([data, Buffer.alloc(600_000)]), '/FlateDecode'), 'a.pdf');
});

test('refuses a stream a byte beyond the limit, and not one at it', async () => {
  const pdf = stream(deflateSync(Buffer.alloc(50_000)), '/FlateDecode');
  await checkStreams(pdf, 'a.pdf', 50_000);
  await expect(checkStreams(pdf, 'a.pdf', 49_999)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});

test('leaves a damaged stream to the reader', async () => {
  await checkStreams(stream(Buffer.alloc(600_000, 7), '/FlateDecode'), 'a.pdf');
});

test('lets a usual document pass', async () => {
  await checkStreams(await samplePdf([[{ text: 'Hello', x: 72, y: 72 }]]), 'a.pdf');
});
