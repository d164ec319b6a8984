import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { type FontName, fontNames } from './font-metrics.ts';
import type { Colour, Mark, Sheet } from './sheet.ts';

/** Creation date in all generated files, because their bytes must not depend on the clock. */
const madeOn = new Date('2026-01-01T00:00:00Z');

/** A page of a PDF: drawn marks (with a text layer) or an image of a page (without a text layer). */
export type PdfPageSource = { readonly sheet: Sheet } | { readonly sheet: Sheet; readonly jpeg: Uint8Array };

export async function pdfBytes(pages: readonly PdfPageSource[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setProducer('goldset datasets');
  document.setCreationDate(madeOn);
  document.setModificationDate(madeOn);
  const fonts = new Map<FontName, PDFFont>();
  for (const source of pages) {
    const { sheet } = source;
    const page = document.addPage([sheet.width, sheet.height]);
    if ('jpeg' in source) {
      const image = await document.embedJpg(source.jpeg);
      page.drawImage(image, { x: 0, y: 0, width: sheet.width, height: sheet.height });
      continue;
    }
    for (const mark of sheet.marks) {
      if (mark.kind === 'text' && !fonts.has(mark.font)) {
        fonts.set(mark.font, document.embedStandardFont(fontNames[mark.font]));
      }
      draw(page, mark, fonts);
    }
  }
  return document.save();
}

function draw(page: PDFPage, mark: Mark, fonts: ReadonlyMap<FontName, PDFFont>): void {
  const top = page.getHeight();
  if (mark.kind === 'text') {
    page.drawText(mark.text, {
      x: mark.x,
      y: top - mark.y,
      size: mark.size,
      font: fonts.get(mark.font) as PDFFont,
      color: colourOf(mark.colour),
    });
  } else if (mark.kind === 'line') {
    page.drawLine({
      start: { x: mark.x1, y: top - mark.y1 },
      end: { x: mark.x2, y: top - mark.y2 },
      thickness: mark.lineWidth,
      color: colourOf(mark.colour),
    });
  } else {
    page.drawRectangle({
      x: mark.x,
      y: top - mark.y - mark.height,
      width: mark.width,
      height: mark.height,
      ...(mark.fill === null ? {} : { color: colourOf(mark.fill) }),
      ...(mark.stroke === null ? {} : { borderColor: colourOf(mark.stroke), borderWidth: mark.lineWidth }),
    });
  }
}

function colourOf(colour: Colour): ReturnType<typeof rgb> {
  return rgb(colour[0], colour[1], colour[2]);
}
