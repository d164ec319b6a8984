import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { closeDocument, openDocument } from '../../../../src/pages/open/open-document.ts';
import { type PageWord, readPageWords } from '../../../../src/pages/render/page-words.ts';
import { drawLines } from '../../../fixtures/documents/sample-image.ts';

/**
 * Returns the words of a page on which the pieces are drawn after each other. `gap` is the space before a piece, in
 * font sizes.
 */
async function wordsOf(...pieces: [text: string, gap: number][]): Promise<string[]> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([400, 200]);
  let x = 40;
  for (const [text, gap] of pieces) {
    x += gap * 12;
    page.drawText(text, { x, y: 100, size: 12, font });
    x += font.widthOfTextAtSize(text, 12);
  }
  return (await readWords(await pdf.save())).map((word) => word.text);
}

async function readWords(bytes: Uint8Array, options?: { withFonts: boolean }): Promise<readonly PageWord[]> {
  const document = await openDocument(bytes, 'page.pdf');
  try {
    if (document.kind !== 'pdf') throw new Error('not a PDF');
    return (await readPageWords(document, 1, options)).words;
  } finally {
    await closeDocument(document);
  }
}

it('joins the pieces of a word with manual letter spacing', async () => {
  expect(await wordsOf(['RE-20', 0], ['201121', 0.01], ['/50', 0.01], ['8', 0.01])).toEqual([
    'RE-20201121/508',
  ]);
});

it('separates words with a space between them, drawn or not', async () => {
  expect(await wordsOf(['Total', 0], ['12.00', 0.28])).toEqual(['Total', '12.00']);
  expect(await wordsOf(['Total ', 0], ['12.00', 0])).toEqual(['Total', '12.00']);
});

it('tells bold words if it also reads the fonts', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 200]);
  for (const [at, font] of [StandardFonts.Helvetica, StandardFonts.HelveticaBold].entries())
    page.drawText(`Word${at}`, { x: 40, y: 100 - 40 * at, size: 12, font: await pdf.embedFont(font) });
  const bytes = await pdf.save();
  const plain = await readWords(bytes);
  const withFonts = await readWords(bytes, { withFonts: true });
  expect(withFonts.map(({ text, bold }) => [text, bold])).toEqual([
    ['Word0', false],
    ['Word1', true],
  ]);
  expect(plain).toEqual(withFonts.map((word) => ({ ...word, bold: false })));
});

it('measures the images of pages with few words, and those of pages without words unless scans are ignored', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const image = await pdf.embedPng(drawLines(['Total']).toBuffer('image/png'));
  for (const text of ['', 'Fax']) {
    const page = pdf.addPage([400, 100]);
    page.drawImage(image, { x: 0, y: 0, width: 400, height: 80 });
    if (text !== '') page.drawText(text, { x: 10, y: 85, size: 8, font });
  }
  const file = await openDocument(await pdf.save(), 'a.pdf');
  if (file.kind !== 'pdf') throw new Error('not a PDF');
  const shares = async (ignoresScans: boolean) => {
    const pages = [];
    for (const number of [1, 2]) pages.push(await readPageWords(file, number, { ignoresScans }));
    return pages.map(({ words, imageShare }) => [words.length, imageShare.toFixed(2)]);
  };
  expect(await shares(false)).toEqual([
    [0, '0.80'],
    [1, '0.80'],
  ]);
  expect(await shares(true)).toEqual([
    [0, '0.00'],
    [1, '0.80'],
  ]);
  await closeDocument(file);
});
