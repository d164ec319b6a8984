import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { missingPixels } from '../../../../src/pages/image/image-end.ts';
import { openDocument } from '../../../../src/pages/open/open-document.ts';
import { drawLines } from '../../../fixtures/documents/sample-image.ts';
import { bmpFile } from '../../../fixtures/pages/image-files.ts';

const canvas = drawLines(['INVOICE NUMBER 20417', 'Total due 1,284.50'], { width: 500 });

/** A GIF of 4 x 2 pixels, with a comment and a table of two colours. */
const gif = Buffer.concat([
  Buffer.from('GIF89a\x04\0\x02\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
  Buffer.from('\x21\xfe\x05hello\0', 'latin1'),
  Buffer.from('\x2c\0\0\0\0\x04\0\x02\0\0\x02\x03\x84\x51\x05\0\x3b', 'latin1'),
]);

const files: Readonly<Record<string, Buffer>> = {
  png: canvas.toBuffer('image/png'),
  jpg: canvas.toBuffer('image/jpeg', 80),
  webp: canvas.toBuffer('image/webp', 80),
  bmp: bmpFile(canvas),
  gif,
};

describe.each(Object.entries(files))('missingPixels of a %s file', (type, file) => {
  it('accepts a whole file, and bytes after its end', () => {
    expect(missingPixels(file, type)).toBeUndefined();
    expect(missingPixels(Buffer.concat([file, Buffer.alloc(99)]), type)).toBeUndefined();
  });

  it.each([0.4, 0.7, 0.95])('rejects the first %f of a file, which the library would draw', async (share) => {
    const part = file.subarray(0, Math.floor(file.length * share) - 2);
    expect(missingPixels(part, type)).toBe(`it is cut off after ${part.length} bytes`);
    if (type !== 'gif')
      await expect(openDocument(part, `a.${type}`)).rejects.toMatchObject({
        code: 'DOCUMENT_CORRUPT',
        message: `a.${type}: not a readable ${type.toUpperCase()}: it is cut off after ${part.length} bytes`,
      });
  });
});

it('rejects a PNG whose pixels do not match their checksum', () => {
  const png = Buffer.from(files.png as Buffer);
  const at = png.indexOf('IDAT') + 400;
  png.writeUInt8((png[at] ?? 0) ^ 1, at);
  expect(missingPixels(png, 'png')).toBe('its pixels are damaged');
});

it('ignores the checksum of other PNG chunks', () => {
  const text = Buffer.from('tEXtAuthor\0x');
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, text.length - 4]), text, Buffer.alloc(4)]);
  expect(chunk.readUInt32BE(chunk.length - 4)).not.toBe(crc32(text));
  const png = createCanvas(4, 4).toBuffer('image/png');
  expect(missingPixels(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), 'png')).toBeUndefined();
});

it('does not take the end of the preview picture in the headers of a JPEG for its end', () => {
  const jpg = files.jpg as Buffer;
  const preview = Buffer.from([0xff, 0xe1, 0, 8, 0xff, 0xd8, 1, 2, 0xff, 0xd9]);
  const whole = Buffer.concat([jpg.subarray(0, 2), preview, jpg.subarray(2)]);
  expect(missingPixels(whole, 'jpg')).toBeUndefined();
  const part = whole.subarray(0, whole.length / 2);
  expect(missingPixels(part, 'jpg')).toBe(`it is cut off after ${part.length} bytes`);
});
