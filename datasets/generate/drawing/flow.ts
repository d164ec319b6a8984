import { boldOf, type FontFamily, wrapText } from './font-metrics.ts';
import { Sheet } from './sheet.ts';

/** Draws the header of a page. Returns the baseline at which the content continues. */
export type PageStart = (sheet: Sheet, pageNumber: number) => number;

export const marginLeft = 56;
export const marginRight = 539;

/** Content that continues from one page to the next. */
export class Flow {
  readonly sheets: Sheet[] = [];
  readonly bottom: number;
  readonly #start: PageStart;
  y = 0;

  constructor(start: PageStart, bottom = 770) {
    this.#start = start;
    this.bottom = bottom;
    this.turn();
  }

  get sheet(): Sheet {
    return this.sheets.at(-1) as Sheet;
  }

  fits(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** Starts a new page. */
  turn(): void {
    const sheet = new Sheet();
    this.sheets.push(sheet);
    this.y = this.#start(sheet, this.sheets.length);
  }

  /** Starts a new page if the height does not fit on the current page. */
  need(height: number): void {
    if (!this.fits(height)) this.turn();
  }

  /** Draws wrapped text on as many pages as needed. */
  paragraph(
    text: string,
    style: { family: FontFamily; size: number; bold?: boolean; indent?: number; after?: number },
  ): void {
    const font = style.bold ? boldOf(style.family) : style.family;
    const left = marginLeft + (style.indent ?? 0);
    const leading = style.size * 1.4;
    // Keeps a heading from being alone at the bottom of a page.
    if (style.bold) this.need(leading * 4);
    for (const line of wrapText(text, font, style.size, marginRight - left)) {
      this.need(leading);
      this.sheet.text(left, this.y, line, { font, size: style.size });
      this.y += leading;
    }
    this.y += style.after ?? style.size * 0.7;
  }
}
