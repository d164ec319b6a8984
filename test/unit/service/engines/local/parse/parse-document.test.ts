import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { rotated } from '../../../../../../src/pages/render/render-page.ts';
import { disposeReadingModels } from '../../../../../../src/service/engines/local/parse/ocr/reading-models.ts';
import { parseDocument } from '../../../../../../src/service/engines/local/parse/parse-document.ts';
import type { ParsedPage, ReadingEffort } from '../../../../../../src/service/engines/parsed-document.ts';
import { drawLines } from '../../../../../fixtures/documents/sample-image.ts';
import { samplePdf } from '../../../../../fixtures/documents/sample-pdf.ts';
import { long } from '../../../../../fixtures/long-form.ts';
import { contentPdf, stream } from '../../../../../fixtures/pages/decompression-bombs.ts';
import { damagedScans, imagePdf, noise, scanJpeg } from '../../../../../fixtures/pages/scans.ts';

const shared = path.resolve(import.meta.dirname, '../../../../../../../shared/data');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const texts = (page: ParsedPage | undefined) => page?.lines.map((line) => line.text) ?? [];
// The text is short, because the reading time grows with its length.
const printed = ['INVOICE 20417', '14 March 2024', 'North gate', 'Total due\t1,284.50'];

afterAll(disposeReadingModels);

/** Checks the properties that every parsed page has, regardless of its source. */
function expectSound(page: ParsedPage): void {
  for (const line of page.lines) {
    expect(line.text).toBe(line.words.map((word) => word.text).join(' '));
    expect(line.block).toBeGreaterThanOrEqual(0);
    for (const { box, confidence, text } of line.words) {
      expect(text).not.toMatch(/\s/);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(box.left).toBeLessThan(box.right);
      expect(box.top).toBeLessThan(box.bottom);
      expect(box.right).toBeLessThanOrEqual(page.width + 5);
      expect(box.bottom).toBeLessThanOrEqual(page.height + 5);
    }
  }
}

describe('a PDF with text', () => {
  test('separates label and amount on one row, and keeps a paragraph together', async () => {
    const bytes = await samplePdf([
      [
        { text: 'Northern Supplies', x: 72, y: 72, size: 18, bold: true },
        { text: 'This agreement is made between the two', x: 72, y: 140, size: 10 },
        { text: 'parties named above on the date below.', x: 72, y: 152, size: 10 },
        { text: 'Total', x: 72, y: 300, size: 10 },
        { text: '12.50', x: 400, y: 300, size: 10 },
      ],
    ]);
    const { type, pages } = await parseDocument(bytes, 'a.pdf', { effort: 'light' });
    const [page] = pages;
    expect(type).toBe('PDF');
    expect(page?.source).toBe('text');
    expect(texts(page)).toEqual([
      'Northern Supplies',
      'This agreement is made between the two',
      'parties named above on the date below.',
      'Total',
      '12.50',
    ]);
    const blocks = page?.lines.map((line) => line.block) ?? [];
    expect(blocks[1]).toBe(blocks[2]);
    expect(new Set(blocks).size).toBe(4);
    expect(page?.lines[0]?.words[0]).toMatchObject({ bold: true, fontSize: 18, confidence: 1 });
    expectSound(page as ParsedPage);
  });

  test('with two columns of running text is read column by column', async () => {
    const column = (x: number, name: string) =>
      [
        'one and some words here',
        'two and some words here',
        'three and words follow',
        'four and words follow',
      ].map((text, index) => ({ text: `${name} ${text}`, x, y: 100 + index * 14, size: 10 }));
    const bytes = await samplePdf([[...column(72, 'left'), ...column(330, 'right')]]);
    const { pages } = await parseDocument(bytes, 'a.pdf', { effort: 'light' });
    expect(texts(pages[0]).map((text) => text.split(' ')[0])).toEqual([
      ...Array(4).fill('left'),
      ...Array(4).fill('right'),
    ]);
  });

  test('with vertical text is rotated, and the page states the angle', async () => {
    const bytes = await samplePdf([
      [
        { text: 'First line of the landscape table', x: 100, y: 700, turn: 90 },
        { text: 'Second line of the landscape table', x: 120, y: 700, turn: 90 },
      ],
    ]);
    const [page] = (await parseDocument(bytes, 'a.pdf', { effort: 'light' })).pages;
    expect(page?.rotation).toBe(90);
    expect([page?.width, page?.height]).toEqual([792, 612]);
    expect(texts(page)).toEqual(['First line of the landscape table', 'Second line of the landscape table']);
    expectSound(page as ParsedPage);
  });

  test('is read up to the requested number of pages', async () => {
    const page = (name: string) => [
      { text: `This is page ${name} of a document with enough words`, x: 72, y: 72 },
    ];
    const bytes = await samplePdf([page('one'), page('two'), page('three')]);
    expect((await parseDocument(bytes, 'a.pdf', { effort: 'light', pages: 2 })).pages).toHaveLength(2);
  });

  test('with an empty page has no lines on it', async () => {
    const [page] = (await parseDocument(await samplePdf([[]]), 'a.pdf', { effort: 'light' })).pages;
    expect(page?.lines).toEqual([]);
  });
});

describe('a PDF with damaged content', () => {
  const read = (bytes: Uint8Array) => parseDocument(bytes, 'a.pdf', { effort: 'light' });
  const noiseEntries = '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode';
  const sentence = 'The text layer of this page has all words of the letter, and the image is decoration.';
  const corrupt = (reason: string) => ({
    code: 'DOCUMENT_CORRUPT',
    message: expect.stringContaining(reason),
  });

  test('is read from its text layer if only its background image is damaged', async () => {
    const [page] = (await read(imagePdf(noiseEntries, noise, 0.9, [sentence, sentence, sentence]))).pages;
    expect(page?.source).toBe('text');
    expect(texts(page).join(' ')).toContain(sentence);
  });

  test('is read if a page with few words has a damaged logo', async () => {
    const logo = imagePdf(noiseEntries, noise, 0.1, ['Page 2']);
    expect(texts((await read(logo)).pages[0])).toEqual(['Page 2']);
  });

  test('fails if a short text, such as a fax header, is above a damaged scan', async () => {
    const fax = imagePdf(noiseEntries, noise, 0.9, [
      'Fax of 14 March 2024 from 0203 555 0143 to 0161 555 0199',
    ]);
    await expect(read(fax)).rejects.toMatchObject(corrupt('page 1: an image cannot be decoded: JPXDecode'));
  });

  test('fails with the number of the page that has the damaged image', async () => {
    const pdf = await PDFDocument.load(await samplePdf([[{ text: sentence, x: 20, y: 20, size: 8 }]]));
    const image = await pdf.embedJpg(scanJpeg.subarray(0, scanJpeg.length / 2));
    pdf.addPage([450, 112]).drawImage(image, { x: 0, y: 0, width: 450, height: 112 });
    await expect(read(await pdf.save())).rejects.toMatchObject(
      corrupt('a.pdf: not a readable PDF: page 2: the data of an image (DCTDecode) ends too early'),
    );
  });

  test('fails if the text of a page is cut off', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, line) => `BT /F1 9 Tf 20 ${800 - line * 12} Td (${sentence} ${line}) Tj ET`,
    );
    const content = deflateSync(Buffer.from(lines.join('\n')));
    const pdf = (data: Buffer) => contentPdf([stream('/Filter /FlateDecode', data)]);
    expect(texts((await read(pdf(content))).pages[0])).toHaveLength(60);
    await expect(read(pdf(content.subarray(0, content.length / 2)))).rejects.toMatchObject(
      corrupt('page 1: compressed data (FlateDecode) is damaged'),
    );
    await expect(read(pdf(noise))).rejects.toMatchObject(corrupt('page 1: compressed data cannot be read'));
  });

  test('is read up to the page before the damaged one if no further page is requested', async () => {
    const pdf = await PDFDocument.load(await samplePdf([[{ text: sentence, x: 20, y: 20, size: 8 }]]));
    const damaged = await PDFDocument.load(damagedScans['JBIG2 image of noise']?.[0] as Buffer);
    const [page] = await pdf.copyPages(damaged, [0]);
    if (page) pdf.addPage(page);
    const bytes = await pdf.save();
    expect((await parseDocument(bytes, 'a.pdf', { effort: 'light', pages: 1 })).pages).toHaveLength(1);
    await expect(read(bytes)).rejects.toMatchObject(
      corrupt('page 2: an image cannot be decoded: JBIG2Decode'),
    );
  });
});

// The receipt has four long lines, because the angle of a page is computed from at least four.
const receipt = [
  ['12 Quay Street, Leith, Edinburgh', ''],
  ['Wholemeal rye bread, sliced', '8.60'],
  ['Green apples, one kilogram', '3.15'],
  ['Mountain cheese, whole milk', '12.40'],
  ['TOTAL', '24.15'],
  ['CASH', '30.00'],
];

async function photograph(degrees: number): Promise<Uint8Array> {
  const canvas = createCanvas(700, 472);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 700, 472);
  context.translate(350, 236);
  context.rotate((degrees * Math.PI) / 180);
  context.fillStyle = '#000';
  context.font = '24px sans-serif';
  for (const [index, [name = '', price = '']] of receipt.entries()) {
    context.textAlign = 'left';
    context.fillText(name, -250, -130 + index * 52);
    context.textAlign = 'right';
    context.fillText(price, 250, -130 + index * 52);
  }
  return canvas.encode('png');
}

// Rotation, skew and a second reading are independent of the effort. Therefore, only `npm run test:long` reads such
// pages with the slower effort.
const everyPage = (effort: ReadingEffort) => long || effort === 'light';

describe.each<ReadingEffort>(['light', 'performance'])('an image read with effort %s', (effort) => {
  test('has words with their positions', async () => {
    const bytes = drawLines(printed).toBuffer('image/png');
    const { type, pages } = await parseDocument(bytes, 'a.png', { effort });
    const [page] = pages;
    expect(type).toBe('IMG');
    expect(page?.source).toBe('ocr');
    expect(texts(page)).toEqual([...printed.slice(0, 3), 'Total due', '1,284.50']);
    const amount = page?.lines.at(-1)?.words[0];
    // The amount is drawn 540 pixels from the left. The page is as wide as the image, which has 900 pixels.
    expect(Math.abs(((amount?.box.left ?? 0) / (page?.width ?? 1)) * 900 - 540)).toBeLessThan(8);
    expect(amount?.confidence).toBeGreaterThan(0.7);
    expectSound(page as ParsedPage);
  });

  test.runIf(long)('that is upside down is rotated', async () => {
    const library = await import('@napi-rs/canvas');
    const bytes = rotated(drawLines(printed), 180, library).toBuffer('image/png');
    const [page] = (await parseDocument(bytes, 'a.png', { effort })).pages;
    expect(page?.rotation).toBe(180);
    expect(texts(page)).toContain(printed[0]);
  });

  test.runIf(everyPage(effort))('that is on its side is rotated', async () => {
    const library = await import('@napi-rs/canvas');
    // The page needs enough lines to distinguish rows from columns.
    const bytes = rotated(drawLines([...printed, 'Thank you']), 90, library).toBuffer('image/png');
    const [page] = (await parseDocument(bytes, 'a.png', { effort })).pages;
    expect(page?.rotation).toBe(270);
    expect(texts(page)).toContain(printed[0]);
  });

  test.runIf(everyPage(effort))('gives the same result twice for a PDF without a text layer', async () => {
    const pdf = await PDFDocument.create();
    const image = await pdf.embedPng(drawLines(printed.slice(0, 2)).toBuffer('image/png'));
    pdf.addPage([450, 112]).drawImage(image, { x: 0, y: 0, width: 450, height: 112 });
    const bytes = await pdf.save();
    const first = await parseDocument(bytes, 'a.pdf', { effort });
    expect(first.pages[0]?.source).toBe('ocr');
    expect(texts(first.pages[0])).toContain(printed[0]);
    expect(await parseDocument(bytes, 'a.pdf', { effort })).toEqual(first);
  });

  test.runIf(everyPage(effort))('that is a skewed photograph has its rows', async () => {
    // At this angle, the amount is lower than the label of the next row.
    const [page] = (await parseDocument(await photograph(7), 'photo.png', { effort })).pages;
    const heights = new Map<string, number>();
    for (const word of page?.lines.flatMap((line) => line.words) ?? [])
      heights.set(word.text, (word.box.top + word.box.bottom) / 2);
    const apart = (a: string, b: string): number =>
      Math.abs((heights.get(a) ?? -999) - (heights.get(b) ?? 999));
    expect(page?.skew).toBeCloseTo((7 * Math.PI) / 180, 1);
    expect(apart('TOTAL', '24.15')).toBeLessThan(8);
    expect(apart('CASH', '30.00')).toBeLessThan(8);
  });

  test('without content has no lines', async () => {
    const [page] = (await parseDocument(drawLines([]).toBuffer('image/png'), 'a.png', { effort })).pages;
    expect(page?.lines).toEqual([]);
  });
});

describe('plain text', () => {
  test('keeps columns on a grid, and separates pages at form feeds', async () => {
    const text = 'Item      Price\nTea\t  4.00\n\fSecond page';
    const { type, pages } = await parseDocument(bytesOf(text), 'a.txt', { effort: 'light' });
    expect(type).toBe('TXT');
    expect(pages.map((page) => page.source)).toEqual(['plain', 'plain']);
    expect(texts(pages[0])).toEqual(['Item', 'Price', 'Tea', '4.00']);
    // A tab moves to column 8, so both texts start at column 10. A column is 6 points wide.
    expect(pages[0]?.lines[1]?.box.left).toBe(60);
    expect(pages[0]?.lines[3]?.box.left).toBe(60);
    expect(texts(pages[1])).toEqual(['Second page']);
  });

  test('from XML has one line per element with text', async () => {
    const xml = '<?xml version="1.0"?><x:Order><x:ID>17</x:ID><Note a="b">five &amp; six</Note></x:Order>';
    const { type, pages } = await parseDocument(bytesOf(xml), 'a.xml', { effort: 'light' });
    expect(type).toBe('XML');
    expect(texts(pages[0])).toEqual(['ID: 17', 'Note: five & six']);
  });

  test('from HTML omits scripts and keeps the cells of a row apart', async () => {
    const html =
      '<html><head><title>t</title></head><script>x()</script><p>Hello</p><tr><td>Tea<td>4.00</tr></html>';
    const { pages } = await parseDocument(bytesOf(html), 'a.html', { effort: 'light' });
    expect(texts(pages[0])).toEqual(['Hello', 'Tea', '4.00']);
  });
});

describe.skipIf(!existsSync(path.join(shared, 'sroie/img')))('a photographed receipt', () => {
  test('is read with most of its lines', async () => {
    const file = path.join(shared, 'sroie/img/458.jpg');
    const photo = await loadImage(file);
    // `npm test` reads only the upper half, which takes half the time.
    const height = long ? photo.height : photo.height / 2;
    const canvas = createCanvas(photo.width, height);
    canvas.getContext('2d').drawImage(photo, 0, 0);
    const image = long ? readFileSync(file) : canvas.toBuffer('image/jpeg', 95);
    const gold = readFileSync(path.join(shared, 'sroie/box/458.csv'), 'utf8')
      .split('\n')
      .map((row) => row.trim().split(','))
      .filter((row) => Number(row[5]) < height)
      .map((row) => row.slice(8).join(','))
      .map(letters)
      .filter((text) => text !== '');
    const found = async (effort: ReadingEffort) => {
      const { pages } = await parseDocument(image, 'receipt.jpg', { effort });
      const all = letters(texts(pages[0]).join(''));
      return gold.filter((text) => all.includes(text)).length / gold.length;
    };
    expect(await found('light')).toBeGreaterThan(0.7);
    if (long) expect(await found('performance')).toBeGreaterThan(0.9);
  });
});

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
