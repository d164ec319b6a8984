import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readAttachments } from '../../../../src/pages/open/attachments.ts';
import { closeDocument, openDocument } from '../../../../src/pages/open/open-document.ts';
import { readPageWords } from '../../../../src/pages/render/page-words.ts';
import { pageSize, renderPage } from '../../../../src/pages/render/render-page.ts';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';

const text = (value: string) => new TextEncoder().encode(value);
const code = async (bytes: Uint8Array, name: string) =>
  openDocument(bytes, name).then(
    () => 'opened',
    (error: { code: string }) => error.code,
  );

/**
 * Inserts a pHYs chunk with the resolution. The chunk comes after the signature (8 bytes) and the IHDR chunk (25
 * bytes).
 */
function withResolution(png: Buffer, dotsPerInch: number): Buffer {
  const body = Buffer.alloc(13);
  body.write('pHYs', 'latin1');
  body.writeUInt32BE(Math.round(dotsPerInch / 0.0254), 4);
  body.writeUInt32BE(Math.round(dotsPerInch / 0.0254), 8);
  body.writeUInt8(1, 12);
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 17);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

describe('openDocument rejects', () => {
  test('a file without bytes', async () => {
    expect(await code(new Uint8Array(), 'a.pdf')).toBe('DOCUMENT_EMPTY');
  });
  test('a file with only white space', async () => {
    expect(await code(text(' \n\t\f '), 'a.txt')).toBe('DOCUMENT_EMPTY');
  });
  test('a truncated PDF', async () => {
    expect(await code((await samplePdf([[]])).slice(0, 60), 'a.pdf')).toBe('DOCUMENT_CORRUPT');
  });
  test('an HTML page with the name of a PDF', async () => {
    expect(await code(text('<!DOCTYPE html><html><body>404</body></html>'), 'a.pdf')).toBe(
      'DOCUMENT_CORRUPT',
    );
  });
  test('a PDF with a password', async () => {
    const locked = readFileSync(new URL('../../../fixtures/pages/locked.pdf', import.meta.url));
    expect(await code(locked, 'locked.pdf')).toBe('DOCUMENT_PASSWORD');
  });
  test('an image that ends after its header', async () => {
    const png = createCanvas(40, 30).toBuffer('image/png');
    expect(await code(png.subarray(0, 20), 'a.png')).toBe('DOCUMENT_CORRUPT');
    expect(await code(png.subarray(0, 45), 'a.png')).toBe('DOCUMENT_CORRUPT');
  });
  test('an image with too many pixels, before decoding it', async () => {
    const png = Buffer.from(createCanvas(4, 4).toBuffer('image/png'));
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    expect(await code(png, 'bomb.png')).toBe('DOCUMENT_TOO_LARGE');
  });
  test('an image of size 0', async () => {
    const png = Buffer.from(createCanvas(4, 4).toBuffer('image/png'));
    png.writeUInt32BE(0, 16);
    expect(await code(png, 'flat.png')).toBe('DOCUMENT_EMPTY');
  });
  test('bytes of an unknown type', async () => {
    expect(await code(Uint8Array.from([0, 1, 2, 3]), 'a.pdf')).toBe('DOCUMENT_TYPE_UNKNOWN');
  });
  test('and names the file in the message', async () => {
    await expect(openDocument(new Uint8Array(), 'inbox/a.pdf')).rejects.toThrow('inbox/a.pdf');
  });
});

describe('a PDF', () => {
  test('has words with boxes measured from the top left corner', async () => {
    const document = await openDocument(
      await samplePdf([
        [
          { text: 'Total due', x: 72, y: 100, size: 10 },
          { text: '12.50', x: 300, y: 100, size: 10, bold: true },
        ],
      ]),
      'a.pdf',
    );
    if (document.kind !== 'pdf') throw new Error('not a PDF');
    const { words, width, height } = await readPageWords(document, 1, { withFonts: true });
    await closeDocument(document);
    expect([width, height]).toEqual([612, 792]);
    expect(words.map((word) => [word.text, word.bold])).toEqual([
      ['Total', false],
      ['due', false],
      ['12.50', true],
    ]);
    const [total, due, amount] = words;
    expect(total?.box.left).toBeCloseTo(72, 1);
    // The baseline is 100 points from the top, and the font size is 10 points. Ascenders extend 8 points above the
    // baseline, and descenders 2.2 points below it.
    expect(total?.box.top).toBeCloseTo(92, 1);
    expect(total?.box.bottom).toBeCloseTo(102.2, 1);
    // In Helvetica of 10 points, `Total` and the space after it are 25.01 points wide.
    expect(Math.abs((due?.box.left ?? 0) - (72 + 25.01))).toBeLessThan(1.5);
    expect(amount?.box.left).toBeCloseTo(300, 1);
    expect(amount?.fontSize).toBeCloseTo(10, 3);
  });

  test('with its own rotation has words at their shown positions', async () => {
    const document = await openDocument(
      await samplePdf([[{ text: 'Turned', x: 100, y: 50 }]], { rotate: 90 }),
      'a.pdf',
    );
    if (document.kind !== 'pdf') throw new Error('not a PDF');
    const { words, width, height } = await readPageWords(document, 1);
    await closeDocument(document);
    expect([width, height]).toEqual([792, 612]);
    expect(words[0]?.direction).toBe(90);
    // After the clockwise rotation, 50 points from the top becomes 50 points from the right.
    expect(words[0]?.box.right).toBeGreaterThan(792 - 50);
    expect(words[0]?.box.left).toBeLessThan(792 - 50);
    expect(words[0]?.box.top).toBeCloseTo(100, 1);
  });

  test('has a word that was drawn twice only once', async () => {
    const twice = [
      { text: 'Bold', x: 72, y: 100 },
      { text: 'Bold', x: 72.4, y: 100 },
    ];
    const document = await openDocument(await samplePdf([twice]), 'a.pdf');
    if (document.kind !== 'pdf') throw new Error('not a PDF');
    expect((await readPageWords(document, 1)).words).toHaveLength(1);
    await closeDocument(document);
  });

  test('is drawn at the requested width', async () => {
    const document = await openDocument(
      await samplePdf([[{ text: 'Ink', x: 72, y: 100, size: 60 }]]),
      'a.pdf',
    );
    const png = await renderPage(document, 1, { maxWidth: 306 });
    const rotated = await renderPage(document, 1, { maxWidth: 306, format: 'jpeg', rotation: 90 });
    await closeDocument(document);
    expect([png.width, png.height]).toEqual([306, 396]);
    expect([...png.bytes.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect([rotated.width, rotated.height]).toEqual([396, 306]);
    expect([...rotated.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });

  test('is not drawn above the limit of pixels', async () => {
    const document = await openDocument(await samplePdf([[]]), 'a.pdf');
    await expect(renderPage(document, 1, { scale: 200 })).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      fix: 'Store the document again with smaller pages.',
    });
    await closeDocument(document);
  });

  test('with a page of invalid size throws an error for that page', async () => {
    const document = await openDocument(await samplePdf([[]], { size: [200_000, 200_000] }), 'a.pdf');
    await expect(pageSize(document, 1)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    await closeDocument(document);
  });

  test('has its embedded files as attachments', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    await pdf.attach(text('<a>1</a>'), 'data.xml', { mimeType: 'text/xml', description: 'figures' });
    const document = await openDocument(await pdf.save(), 'a.pdf');
    const attachments = await readAttachments(document);
    await closeDocument(document);
    expect(attachments).toHaveLength(1);
    expect(attachments[0]).toMatchObject({ name: 'data.xml', description: 'figures' });
    expect(new TextDecoder().decode(attachments[0]?.bytes)).toBe('<a>1</a>');
  });
});

test('a text above the limit of characters is rejected', async () => {
  await expect(openDocument(text('a'.repeat(8_000_001)), 'a.txt')).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
    fix: 'Store the document again as several smaller documents.',
  });
});

describe('an image', () => {
  test('with a declared resolution has the size of its paper', async () => {
    const png = createCanvas(600, 300).encodeSync('png');
    const document = await openDocument(withResolution(png, 300), 'a.png');
    const size = await pageSize(document, 1);
    expect(size?.width).toBeCloseTo(144, 0);
    expect(size?.height).toBeCloseTo(72, 0);
  });

  test('without resolution has the size of an A4 page, or of a receipt if it is long', async () => {
    const sheet = await openDocument(createCanvas(700, 1000).encodeSync('png'), 'a.png');
    const receipt = await openDocument(createCanvas(400, 1600).encodeSync('png'), 'a.png');
    expect((await pageSize(sheet, 1))?.height).toBeCloseTo(842);
    expect((await pageSize(receipt, 1))?.width).toBeCloseTo(300);
  });
});

describe('a text', () => {
  test('is decoded by its byte order mark, otherwise as UTF-8, otherwise as Windows-1252', async () => {
    const read = async (bytes: Uint8Array) => {
      const document = await openDocument(bytes, 'a.txt');
      return document.kind === 'text' ? document.text : '';
    };
    expect(await read(Uint8Array.from([0xff, 0xfe, 0x41, 0, 0xe9, 0]))).toBe('Aé');
    expect(await read(text('5 €\r\nnext'))).toBe('5 €\nnext');
    expect(await read(Uint8Array.from([0x35, 0x20, 0x80]))).toBe('5 €');
  });

  test('of XML is decoded with its declared encoding, otherwise like plain text', async () => {
    const read = async (bytes: Uint8Array) => {
      const document = await openDocument(bytes, 'a.xml');
      return document.kind === 'text' ? document.text : '';
    };
    const latin = (stated: string, sum: number[]) =>
      Uint8Array.from([...text(`<?xml version="1.0"${stated}?><sum>5 `), ...sum, ...text('</sum>')]);
    expect(await read(latin(' encoding="ISO-8859-15"', [0xa4]))).toContain('5 €');
    expect(await read(latin('', [0x80]))).toContain('5 €');
  });

  test('has one page per form feed, except for one at the end', async () => {
    expect((await openDocument(text('one\ftwo\f\n'), 'a.txt')).pageCount).toBe(2);
  });
});
