import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { checkStreams } from '../../../../src/pages/open/check-streams.ts';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';
import { blankJpeg2000 } from '../../../fixtures/pages/decompression-bombs.ts';
import { ciphers, encryption } from '../../../fixtures/pages/encryption.ts';

/** Returns a stream object of a PDF. */
function stream(data: Buffer, entries: string): Buffer {
  const head = `4 0 obj\n<< /Length ${data.length} ${entries} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
}

/** Encodes bytes as ASCII85: four bytes as five characters, and a shorter last group as fewer. */
function ascii85(bytes: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.alloc(4);
    bytes.copy(group, 0, at, at + 4);
    let value = group.readUInt32BE(0);
    let characters = '';
    for (let digit = 0; digit < 5; digit++) {
      characters = String.fromCharCode(0x21 + (value % 85)) + characters;
      value = Math.floor(value / 85);
    }
    const length = Math.min(4, bytes.length - at);
    text += length === 4 && characters === '!!!!!' ? 'z' : characters.slice(0, length + 1);
  }
  return Buffer.from(`${text}~>`);
}

/** Compresses at the fastest level, because the tests need only the size of the content. */
const deflateSync = (data: Buffer): Buffer => zlib.deflateSync(data, { level: 1 });

/** Returns deflated zeros. Compresses them only once, because a flushed block can be repeated. */
function deflatedZeros(megabytes: number): Buffer {
  const block = zlib.deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: zlib.constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(megabytes).fill(block)]);
}

const flate = '/Filter /FlateDecode';
const MiB = 1024 * 1024;
const bomb = deflateSync(Buffer.alloc(9 * MiB));
const bombTwice = deflateSync(bomb);

test.each([
  ['deflated', stream(bomb, flate)],
  ['deflated twice', stream(bombTwice, '/Filter [/FlateDecode /FlateDecode]')],
  ['deflated, with the name of the filter in another object', stream(bomb, '/Filter 9 0 R')],
  [
    'deflated and written in hexadecimal digits',
    stream(Buffer.from(bomb.toString('hex')), '/Filter [/AHx /Fl]'),
  ],
  ['deflated and written in base 85', stream(ascii85(bomb), '/Filter [/ASCII85Decode /FlateDecode]')],
  [
    'deflated, with an escaped letter in the name of the filter',
    stream(bombTwice, '/Filter [/Fl#61teDecode /Fl]'),
  ],
  [
    'deflated twice, with the names of the filters in another object',
    Buffer.concat([
      stream(bombTwice, '/Filter 5 0 R'),
      Buffer.from('15 0 obj /None endobj 5 0 obj [/Fl /Fl] endobj'),
    ]),
  ],
  ['deflated and cut short', stream(bomb.subarray(0, -100), flate)],
])('rejects a bomb that is %s', async (_, pdf) => {
  await expect(checkStreams(pdf, 'bomb.pdf')).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});

test.each(ciphers)('rejects a bomb that is encrypted with %s and has no password', async (cipher) => {
  const { entries, encrypt } = encryption(cipher);
  const trailer = Buffer.from(`trailer << ${entries} >>`);
  const pdf = (data: Buffer) => Buffer.concat([stream(encrypt(4, data), flate), trailer]);
  await expect(checkStreams(pdf(bomb), 'bomb.pdf')).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
  await checkStreams(pdf(deflateSync(Buffer.from('q Q'))), 'a.pdf');
});

test.each([
  ['strings with escapes', (text: string) => text.replace(/<([\da-f]+)>/g, (_, hex) => literal(hex))],
  [
    'a dictionary in another object',
    (text: string) => text.replace(/(<<.*>>)(.*)/s, '9 0 R $2 19 0 obj << >> 9 0 obj $1'),
  ],
])('decrypts a PDF with %s', async (_, changed) => {
  const { entries, encrypt } = encryption('rc4-128');
  const pdf = Buffer.concat([stream(encrypt(4, bomb), flate), Buffer.from(changed(entries), 'latin1')]);
  await expect(checkStreams(pdf, 'bomb.pdf')).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});

test.each([
  '/V 1 /R 2 /CF << /StdCF << /CFM /AESV2 >> >> /O <00> /U <00>',
  '/V 2 /R 3 /Length -8 /O <00> /U <00>',
  '/V 2 /R 3 /Length 999999999 /O () /U ()',
  '/V 5 /R 6 /CF << /StdCF << /CFM /AESV3 >> >> /U <00> /UE <00>',
  `/V 5 /R 6 /U () /UE <${'00'.repeat(32)}>`,
])('leaves an impossible encryption dictionary to the PDF library: %s', async (entries) => {
  const trailer = Buffer.from(`trailer << /Encrypt << ${entries} >> >>`);
  const data = Buffer.from(Array.from({ length: 200 }, (_, i) => (i * i) % 251));
  await checkStreams(Buffer.concat([stream(data, flate), trailer]), 'a.pdf');
});

/** Writes bytes, given in hexadecimal digits, as a PDF string in round brackets. */
function literal(hex: string): string {
  const bytes = [...Buffer.from(hex, 'hex')];
  const escaped = bytes.map((byte, index) =>
    byte === 10
      ? '\\n'
      : index % 3 === 0
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte),
  );
  return `(${escaped.map((part) => (/^[()\\]$/.test(part) ? `\\${part}` : part)).join('')})`;
}

test('rejects many streams that are small by themselves', async () => {
  const small = stream(deflateSync(Buffer.alloc(MiB)), flate);
  await checkStreams(Buffer.concat(Array(8).fill(small)), 'a.pdf');
  await expect(checkStreams(Buffer.concat(Array(9).fill(small)), 'a.pdf')).rejects.toThrow(
    /its compressed content is too large: found \d+ bytes that expand to more than 8388608 bytes/,
  );
});

test('rejects a stream one byte above the limit, and accepts one at the limit', async () => {
  const withSize = (size: number): Buffer => stream(deflateSync(Buffer.alloc(size)), flate);
  await checkStreams(withSize(8 * MiB), 'a.pdf');
  await expect(checkStreams(withSize(8 * MiB + 1), 'a.pdf')).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
  });
});

test('accepts a blank image of an A4 page at 300 dots per inch, and rejects one of 100 megapixels', async () => {
  const image = '/Subtype /Image /Filter /FlateDecode';
  await checkStreams(stream(deflateSync(Buffer.alloc(2480 * 3508 * 3, 255)), image), 'a.pdf');
  const large = stream(deflatedZeros(100), image);
  await expect(checkStreams(large, 'a.pdf')).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});

test('rejects a JPEG 2000 image with far more pixels than data, even in an encrypted PDF', async () => {
  const image = '/Subtype /Image /Filter /JPXDecode';
  await checkStreams(stream(blankJpeg2000(4_700), image), 'a.pdf');
  const bomb = blankJpeg2000(4_800);
  const tooLarge = /a JPEG 2000 image is too large: found \d+ bytes that expand to more than 67108864 bytes/;
  await expect(checkStreams(stream(bomb, image), 'a.pdf')).rejects.toThrow(tooLarge);
  const { entries, encrypt } = encryption('aes-128');
  const encrypted = Buffer.concat([stream(encrypt(4, bomb), image), Buffer.from(`trailer << ${entries} >>`)]);
  await expect(checkStreams(encrypted, 'a.pdf')).rejects.toThrow(tooLarge);
  // The image is truncated after the marker of its size.
  await checkStreams(stream(bomb.subarray(0, 20), image), 'a.pdf');
});

test('accepts a large ordinary stream', async () => {
  // Random digits compress as little as the numbers of a drawing.
  const data = deflateSync(Buffer.from(randomBytes(5 * MiB).toString('hex')));
  await checkStreams(stream(data, flate), 'a.pdf');
});

test('accepts a damaged stream, which the reader reports', async () => {
  await checkStreams(stream(Buffer.alloc(600_000, 7), flate), 'a.pdf');
});

test('accepts an ordinary document', async () => {
  await checkStreams(await samplePdf([[{ text: 'Hello', x: 72, y: 72 }]]), 'a.pdf');
});
