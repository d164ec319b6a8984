import type { PDFPageProxy } from 'pdfjs-dist';
import { type PdfFile, pdfPage } from '../open/pdf-file.ts';
import { estimatedWidth } from './split-run.ts';
import type { Box } from './words-in-box.ts';

/** A word of a filled form field, with its estimated box in points from the top left corner of the page as shown. */
export interface FormWord {
  readonly text: string;
  readonly box: Box;
}

/** Members of a form field that the library returns. `rect` is in PDF coordinates: y points up. */
interface FormField {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly rect: readonly [number, number, number, number];
  readonly annotationFlags?: number;
  readonly hidden?: boolean;
  readonly password?: boolean;
  readonly comb?: boolean;
  readonly maxLen?: number;
  readonly multiLine?: boolean;
  /** 0 left, 1 centre, 2 right. */
  readonly textAlignment?: number | null;
  readonly defaultAppearanceData?: { readonly fontSize?: number };
}

/** Flags of an annotation that is not shown: hidden, or not for the screen. */
const notShown = 2 | 32;
const padding = 2;
const lineHeight = 1.15;

/**
 * Returns the words of the filled form fields of a PDF page: texts and choices. The text layer does not
 * contain these words. A form stores the text of a field and not the place of its words, so the boxes are
 * estimated from the letter widths of a typical font.
 */
export async function readFormWords(file: PdfFile, number: number): Promise<FormWord[]> {
  const page = await pdfPage(file, number);
  try {
    const fields = (await page.getAnnotations()) as readonly FormField[];
    return fields.filter(isFilledText).flatMap((field) => wordsOf(field, page));
  } finally {
    page.cleanup();
  }
}

function isFilledText({ subtype, fieldType, annotationFlags = 0, hidden, password }: FormField): boolean {
  const isText = subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch');
  return isText && !hidden && !password && (annotationFlags & notShown) === 0;
}

function wordsOf(field: FormField, page: PDFPageProxy): FormWord[] {
  const [x1, y1, x2, y2] = field.rect;
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const viewport = page.getViewport({ scale: 1 });
  const lines = [field.fieldValue]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(/\r\n?|\n/));
  if (lines.every((line) => line.trim() === '')) return [];
  const size = sizeOf(field, height, lines.length);
  const down = field.multiLine || lines.length > 1 ? padding : (height - lineHeight * size) / 2;
  return lines.flatMap((line, row) => {
    const top = down + row * lineHeight * size;
    return placedWords(line, field, width, size).map(({ text, start, end }) => {
      const corners = [
        viewport.convertToViewportPoint(Math.min(x1, x2) + start, Math.max(y1, y2) - top),
        viewport.convertToViewportPoint(Math.min(x1, x2) + end, Math.max(y1, y2) - top - lineHeight * size),
      ] as [number, number][];
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      const box = {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs),
        bottom: Math.max(...ys),
      };
      return { text, box };
    });
  });
}

/** Returns the font size of a field. A size of 0 means that the text is fitted to the field. */
function sizeOf({ defaultAppearanceData }: FormField, height: number, lines: number): number {
  const given = defaultAppearanceData?.fontSize ?? 0;
  return given > 0 ? given : Math.max(4, Math.min(12, height / (lineHeight * lines)));
}

interface PlacedWord {
  readonly text: string;
  /** Distances from the left edge of the field. */
  readonly start: number;
  readonly end: number;
}

/** Returns the words of a line with their distances from the left edge of the field. */
function placedWords(line: string, field: FormField, width: number, size: number): PlacedWord[] {
  const { comb, maxLen = 0, textAlignment } = field;
  // In a comb field, each letter has its own box, and all boxes have the same width.
  const pitch = comb && maxLen > 0 ? width / maxLen : null;
  const widthOf = (text: string) => (pitch === null ? estimatedWidth(text) * size : text.length * pitch);
  const rest = width - widthOf(line);
  const left =
    pitch !== null ? 0 : textAlignment === 1 ? rest / 2 : textAlignment === 2 ? rest - padding : padding;
  return Array.from(line.matchAll(/\S+/g), ({ 0: text, index }) => {
    const start = Math.max(0, left) + widthOf(line.slice(0, index));
    return { text, start, end: start + widthOf(text) };
  });
}
