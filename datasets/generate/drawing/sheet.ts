import { type FontName, textWidth, wrapText } from './font-metrics.ts';

/** A mark on a page, in points from the top left corner, with y downwards. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Position of the baseline. */
      readonly y: number;
      readonly text: string;
      readonly font: FontName;
      readonly size: number;
      readonly colour: Colour;
    }
  | {
      readonly kind: 'rectangle';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: Colour | null;
      readonly stroke: Colour | null;
      readonly lineWidth: number;
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly colour: Colour;
      readonly lineWidth: number;
    };

/** Red, green and blue, each 0 to 1. */
export type Colour = readonly [number, number, number];
export const black: Colour = [0, 0, 0];
export const grey: Colour = [0.4, 0.4, 0.4];
export const paleGrey: Colour = [0.92, 0.92, 0.92];
export const white: Colour = [1, 1, 1];

export interface TextStyle {
  readonly font?: FontName;
  readonly size?: number;
  readonly align?: 'left' | 'right' | 'centre';
  readonly colour?: Colour;
}

/**
 * A page as a list of marks. A layout draws it once. It is then written as a PDF page, a scanned image or plain
 * text, so that all three contain the same words.
 */
export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly marks: Mark[] = [];

  constructor(width = 595, height = 842) {
    this.width = width;
    this.height = height;
  }

  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    if (text === '') return;
    const { font = 'sans', size = 10, align = 'left', colour = black } = style;
    const width = align === 'left' ? 0 : textWidth(text, font, size);
    const left = align === 'right' ? x - width : align === 'centre' ? x - width / 2 : x;
    this.marks.push({ kind: 'text', x: left, y, text, font, size, colour });
  }

  /** Draws lines below each other. Returns the baseline of the next line. */
  lines(x: number, y: number, lines: readonly string[], style: TextStyle = {}, leading = 1.3): number {
    let at = y;
    for (const line of lines) {
      this.text(x, at, line, style);
      at += (style.size ?? 10) * leading;
    }
    return at;
  }

  /** Draws wrapped text. Returns the baseline of the next line. */
  paragraph(
    x: number,
    y: number,
    width: number,
    text: string,
    style: TextStyle = {},
    leading = 1.35,
  ): number {
    return this.lines(x, y, wrapText(text, style.font ?? 'sans', style.size ?? 10, width), style, leading);
  }

  rule(x1: number, y: number, x2: number, colour: Colour = black, lineWidth = 0.6): void {
    this.marks.push({ kind: 'line', x1, y1: y, x2, y2: y, colour, lineWidth });
  }

  column(x: number, y1: number, y2: number, colour: Colour = black, lineWidth = 0.6): void {
    this.marks.push({ kind: 'line', x1: x, y1, x2: x, y2, colour, lineWidth });
  }

  box(x: number, y: number, width: number, height: number, stroke: Colour = black, lineWidth = 0.6): void {
    this.marks.push({ kind: 'rectangle', x, y, width, height, fill: null, stroke, lineWidth });
  }

  fill(x: number, y: number, width: number, height: number, fill: Colour): void {
    this.marks.push({ kind: 'rectangle', x, y, width, height, fill, stroke: null, lineWidth: 0 });
  }
}

/** Returns the sheet cropped to the height of its marks, for till receipts. */
export function cropped(sheet: Sheet, margin: number): Sheet {
  let lowest = 0;
  for (const mark of sheet.marks) {
    const bottom =
      mark.kind === 'text'
        ? mark.y
        : mark.kind === 'line'
          ? Math.max(mark.y1, mark.y2)
          : mark.y + mark.height;
    lowest = Math.max(lowest, bottom);
  }
  const cut = new Sheet(sheet.width, Math.ceil(lowest + margin));
  cut.marks.push(...sheet.marks);
  return cut;
}
