import { expect, it } from 'vitest';
import { parsePdfText } from '../../../../../../../src/service/engines/local/parse/parse-pdf-text.ts';
import { extract, text } from '../../../../../../fixtures/documents/text-document.ts';

const word = (of: string, left: number, top: number) => ({
  text: of,
  // The word is written from bottom to top on the original page, so its box is narrow and high.
  box: { left, top, right: left + 10, bottom: top + 8 * of.length },
  fontSize: 10,
  bold: false,
  direction: 270 as const,
  run: 0,
});

it('cites the position on the original page if the page was rotated', () => {
  const words = [word('Invoice', 100, 700), word('no:', 100, 668), word('A-771', 100, 620)];
  const page = parsePdfText({ width: 600, height: 800, words, imageShare: 0, images: [], messages: [] }, 1);
  expect(page.rotation).toBe(90);
  const { value, metadata } = extract({ type: 'PDF', pages: [page] }, { invoice_number: text() });
  expect(value.invoice_number).toBe('A-771');
  expect(metadata.invoice_number?.citations).toEqual([
    {
      page: 1,
      referenceText: 'A-771',
      polygon: [
        { x: 100, y: 620 },
        { x: 110, y: 620 },
        { x: 110, y: 660 },
        { x: 100, y: 660 },
      ],
      pageWidth: 600,
      pageHeight: 800,
    },
  ]);
});
