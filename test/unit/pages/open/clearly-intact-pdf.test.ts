import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { checkDocument } from '../../../../src/pages/open/check-document.ts';
import { isClearlyIntactPdf } from '../../../../src/pages/open/clearly-intact-pdf.ts';
import { times } from '../../../fixtures/long-form.ts';
import { decompressionBombs } from '../../../fixtures/pages/decompression-bombs.ts';
import { damagedPageTrees, intactPdf, pdfOfObjects } from '../../../fixtures/pages/page-trees.ts';

const folder = path.join(import.meta.dirname, '../../../../datasets/invoices/files');
// These files have their page tree in an object stream.
const invoices = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => readFileSync(path.join(folder, name)));
const text = Buffer.from(intactPdf).toString('latin1');
const changed = (part: string, other: string): boolean => {
  expect(text).toContain(part);
  return isClearlyIntactPdf(Buffer.from(text.replace(part, other), 'latin1'));
};
/** Returns a PDF whose pages have this content stream and these entries. */
const withContent = (dictionary: string, data: Uint8Array, page = '/MediaBox [0 0 200 200]'): Uint8Array =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R] /Count 1 ${page} >>`,
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    `<< /Length ${data.length} ${dictionary} >>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`,
  ]);

it('is the case for ordinary PDFs', () => {
  expect(isClearlyIntactPdf(intactPdf)).toBe(true);
  expect(invoices.every(isClearlyIntactPdf)).toBe(true);
});

describe('a PDF is in doubt', () => {
  it.each(Object.entries(damagedPageTrees))('with %s', (_name, bytes) => {
    expect(isClearlyIntactPdf(bytes)).toBe(false);
  });

  // An image of 20 MB is no bomb.
  const bombs = Object.keys(decompressionBombs).filter((name) => /(?<!image)\.pdf$/.test(name));
  it.each(bombs)('if it is the decompression bomb %s', (name) => {
    expect(isClearlyIntactPdf(Buffer.from(decompressionBombs[name]?.(20_000_000) ?? ''))).toBe(false);
  });

  it('if a stream has several, other or hidden filters', () => {
    const data = deflateSync('BT ET');
    expect(isClearlyIntactPdf(withContent('/Filter [ /FlateDecode ]', data))).toBe(true);
    for (const filter of [
      '/Filter [/FlateDecode /FlateDecode]',
      '/Filter /LZWDecode',
      '/Filter 4 0 R',
      '/Filter /DCTDecode /F#69lter /FlateDecode',
    ])
      expect([filter, isClearlyIntactPdf(withContent(filter, data))]).toEqual([filter, false]);
    // An object whose number is written in another way.
    expect(changed('4 0 obj', '4  0 obj')).toBe(false);
  });

  it('if the size of a page is unusual or missing', () => {
    for (const [box, expected] of [
      ['/MediaBox [0 0 14400 1]', true],
      ['/MediaBox [200 200 0 0] /CropBox [9 9 99 99]', true],
      ['/MediaBox [0 0 14401 100]', false],
      ['/MediaBox [0 0 0 200]', false],
      ['/MediaBox [0 0 200]', false],
      ['/MediaBox 5 0 R', false],
      ['/MediaBox [0 0 200 200] /CropBox [300 0 400 200]', false],
      ['/MediaBox [0 0 200 200] /MediaBox [0 0 200 200]', false],
      ['', false],
    ] as const)
      expect([box, isClearlyIntactPdf(withContent('', Buffer.from('BT ET'), box))]).toEqual([box, expected]);
    expect(changed('/Contents 4 0 R', '/UserUnit 2   ')).toBe(false);
  });

  it('if its end is missing, a dictionary does not end, or it is encrypted', () => {
    expect(changed('startxref', 'startxxxx')).toBe(false);
    expect(changed('>> >> >>', '>>      ')).toBe(false);
    expect(changed('trailer\n<<', 'trailer\n<< /Encrypt 9 0 R')).toBe(false);
  });
});

it('means that the PDF library opens the file, for files that were damaged at random', async () => {
  const random = new Random('damage');
  const found = { intact: 0, doubtful: 0 };
  for (let index = 0; index < times(200, 3000); index++) {
    const bytes = Buffer.from(random.pick([intactPdf, ...invoices.slice(0, 5)]));
    const at = random.integer(bytes.length);
    const kind = random.integer(3);
    if (kind === 0) bytes[at] = random.integer(256);
    if (kind === 1) bytes.fill(random.integer(256), at, Math.min(bytes.length, at + random.integer(60)));
    const damaged = kind === 2 ? bytes.subarray(0, at) : bytes;
    if (!isClearlyIntactPdf(damaged)) {
      found.doubtful++;
      continue;
    }
    found.intact++;
    await expect(checkDocument(damaged, 'a.pdf')).resolves.toBeUndefined();
  }
  expect(found.intact).toBeGreaterThan(10);
  expect(found.doubtful).toBeGreaterThan(10);
});
