import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';

/** Fonts of a sheet: the standard PDF fonts, so that no font file is embedded. */
export const fontNames = {
  sans: StandardFonts.Helvetica,
  'sans-bold': StandardFonts.HelveticaBold,
  'sans-italic': StandardFonts.HelveticaOblique,
  serif: StandardFonts.TimesRoman,
  'serif-bold': StandardFonts.TimesRomanBold,
  'serif-italic': StandardFonts.TimesRomanItalic,
  mono: StandardFonts.Courier,
  'mono-bold': StandardFonts.CourierBold,
} as const;
export type FontName = keyof typeof fontNames;
export type FontFamily = 'sans' | 'serif' | 'mono';

const metrics = await loadMetrics();

async function loadMetrics(): Promise<Map<FontName, PDFFont>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const loaded = new Map<FontName, PDFFont>();
  for (const [name, standard] of Object.entries(fontNames)) {
    loaded.set(name as FontName, document.embedStandardFont(standard));
  }
  return loaded;
}

/** Returns the width of a line of text in points. */
export function textWidth(text: string, font: FontName, size: number): number {
  return (metrics.get(font) as PDFFont).widthOfTextAtSize(text, size);
}

export function boldOf(family: FontFamily): FontName {
  return `${family}-bold`;
}

/** Splits a text into lines of at most the given width. A single word that is wider gets a separate line. */
export function wrapText(text: string, font: FontName, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, font, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines;
}
