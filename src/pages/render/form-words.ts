import type { PDFPageProxy } from 'pdfjs-dist';
import { type PdfFile, pdfPage } from '../open/pdf-file.ts';
import { boxOnPage, type PdfRectangle } from './page-box.ts';
import { estimatedWidth } from './split-run.ts';
import type { Box } from './words-in-box.ts';

/** A word of a filled form field, with its estimated box in points from the top left corner of the displayed page. */
export interface FormWord {
  readonly text: string;
  readonly box: Box;
  /** Font size in points. */
  readonly fontSize: number;
}

/** A form field of a PDF page, or a text that was typed onto the page. */
export interface FormField {
  /** `note` is a text that was typed onto the page, outside the form fields. */
  readonly kind: 'text' | 'choice' | 'checkbox' | 'note';
  /**
   * Full name of the field in the PDF. The name of a checkbox also contains its export value, if this value is a word
   * other than `Yes` and `Off`. Empty if `kind` is `note`.
   */
  readonly name: string;
  /** Text that a PDF viewer shows when the pointer is over the field, often a question. Empty if the PDF has none. */
  readonly tooltip: string;
  /** Whether a checkbox or radio button is on. Absent for other fields. */
  readonly checked?: boolean;
  /** Area of the field, in points from the top left corner of the displayed page. */
  readonly box: Box;
  /** Words of the value in reading order. A checkbox has one word: a ballot box with or without a cross. */
  readonly words: readonly FormWord[];
}

/** Members of an annotation that the library returns. `rect` is in PDF coordinates: y points up. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
  readonly rect: PdfRectangle;
  readonly annotationFlags?: number;
  readonly hidden?: boolean;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** Value of the form field if this checkbox or radio button is on. */
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
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
/** Ballot boxes that stand for the state of a checkbox. */
const [on, off] = ['\u2612', '\u2610'];

/** Returns the words of the filled form fields of a PDF page: texts, choices and typed notes. */
export async function readFormWords(file: PdfFile, number: number): Promise<FormWord[]> {
  const fields = await readFormFields(file, number);
  return fields.filter(({ kind }) => kind !== 'checkbox').flatMap(({ words }) => words);
}

/**
 * Returns the form fields of a PDF page, also empty ones. The text layer does not contain the values of form fields. A
 * form stores the text of a field and not the place of its words, so the boxes are estimated from the letter widths of
 * a typical font. Omits hidden fields, passwords, push buttons and signatures.
 */
export async function readFormFields(file: PdfFile, number: number): Promise<FormField[]> {
  const page = await pdfPage(file, number);
  try {
    const annotations = (await page.getAnnotations()) as readonly Annotation[];
    return annotations.filter(isShown).flatMap((annotation) => {
      const kind = kindOf(annotation);
      return kind === undefined ? [] : [fieldOf(annotation, kind, page)];
    });
  } finally {
    page.cleanup();
  }
}

function isShown({ annotationFlags = 0, hidden, password }: Annotation): boolean {
  return !hidden && !password && (annotationFlags & notShown) === 0;
}

function kindOf(annotation: Annotation): FormField['kind'] | undefined {
  const { subtype, fieldType, checkBox, radioButton } = annotation;
  if (subtype === 'FreeText') return 'note';
  if (subtype !== 'Widget') return undefined;
  if (fieldType === 'Tx') return 'text';
  if (fieldType === 'Ch') return 'choice';
  return checkBox || radioButton ? 'checkbox' : undefined;
}

function fieldOf(annotation: Annotation, kind: FormField['kind'], page: PDFPageProxy): FormField {
  const { rect, fieldName = '', alternativeText = '' } = annotation;
  const box = boxOnPage(page, rect);
  const base = { kind, name: fieldName, tooltip: alternativeText.trim(), box };
  if (kind !== 'checkbox') return { ...base, words: wordsOf(annotation, kind, page) };
  const own = annotation.checkBox ? annotation.exportValue : annotation.buttonValue;
  const checked = own != null && annotation.fieldValue === own;
  const fontSize = Math.min(box.bottom - box.top, box.right - box.left);
  const name =
    own != null && /\p{L}{3}/u.test(own) && !/^(?:yes|off)$/i.test(own) ? `${fieldName}.${own}` : fieldName;
  return { ...base, name, checked, words: [{ text: checked ? on : off, box, fontSize }] };
}

function wordsOf(field: Annotation, kind: FormField['kind'], page: PDFPageProxy): FormWord[] {
  const [x1, y1, x2, y2] = field.rect;
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const lines = [kind === 'note' ? field.contentsObj?.str : field.fieldValue]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(/\r\n?|\n/));
  if (lines.every((line) => line.trim() === '')) return [];
  const size = sizeOf(field, height, lines.length);
  const down = field.multiLine || lines.length > 1 ? padding : (height - lineHeight * size) / 2;
  return lines.flatMap((line, row) => {
    const top = Math.max(y1, y2) - down - row * lineHeight * size;
    return placedWords(line, field, width, size).map(({ text, start, end }) => {
      const left = Math.min(x1, x2);
      return {
        text,
        box: boxOnPage(page, [left + start, top, left + end, top - lineHeight * size]),
        fontSize: size,
      };
    });
  });
}

/** Returns the font size of a field. A size of 0 means that the text is fitted to the field. */
function sizeOf({ defaultAppearanceData }: Annotation, height: number, lines: number): number {
  const given = defaultAppearanceData?.fontSize ?? 0;
  return given > 0 ? given : Math.max(4, Math.min(12, height / (lineHeight * lines)));
}

interface PlacedWord {
  readonly text: string;
  /** Distances from the left edge of the field, in points. */
  readonly start: number;
  readonly end: number;
}

/** Returns the words of a line with their distances from the left edge of the field. */
function placedWords(line: string, field: Annotation, width: number, size: number): PlacedWord[] {
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
