import PDFDocument from 'pdfkit';
import type { Paper } from '../../model/report/paper.ts';
import { fontFiles } from './font-files.ts';
import { needsPicture, pictureWidth, textPicture } from './text-picture.ts';
import { type Measure, plainText, wrapText } from './wrap-text.ts';

/** Colours of the report on white. Texts have a contrast of at least 4.5 to 1. */
export const colors = {
  ink: '#1c2127',
  quiet: '#56606a',
  line: '#c9d0d6',
  ground: '#ffffff',
  panel: '#f3f5f7',
  candidate: '#1f5fa8',
  baseline: '#6b7580',
  better: '#00715a',
  worse: '#b8430a',
  amber: '#8a5a00',
  stop: '#a3231f',
} as const;

export interface TextStyle {
  /** Font size in points. Default: 9.5. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** Colour behind the text. */
  readonly ground?: string;
  /** Maximum number of lines. Default: 1. If the text is longer, the last line ends with `…`. */
  readonly lines?: number;
}

/** Position and width of a text. All lengths are in points from the upper left corner of the page. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Box extends TextPlace {
  readonly height: number;
}

interface PdfFacts {
  readonly title: string;
  readonly subject: string;
  readonly creator: string;
  readonly createdAt: Date;
  readonly paper: Paper;
  /** Number of pages. The caller starts each page with `startPage`. */
  readonly pages: number;
}

const sizes = { a4: [595.28, 841.89], letter: [612, 792] } as const;
export const margin = 40;
const footerHeight = 24;
const lineHeight = 1.3;

/**
 * Draws the pages of a tagged PDF file. Every text has a maximum number of lines, so that the content of one page
 * always fits on this page. Equal drawings give equal bytes.
 */
export class PdfPages {
  readonly #doc: PDFKit.PDFDocument;
  readonly #facts: PdfFacts;
  #page: PDFKit.PDFStructureElement | null = null;
  #number = 0;

  constructor(facts: PdfFacts) {
    const { title, subject, creator, createdAt, paper } = facts;
    this.#facts = facts;
    this.#doc = new PDFDocument({
      size: [...sizes[paper]],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: 'en-GB',
      info: {
        Title: plainText(title),
        Subject: plainText(subject),
        Creator: creator,
        Producer: creator,
        CreationDate: createdAt,
        ModDate: createdAt,
      },
    });
    this.#doc.registerFont('regular', fontFiles.regular);
    this.#doc.registerFont('bold', fontFiles.bold);
  }

  /** The area of a page without margins and footer. */
  get area(): Box {
    const [width, height] = sizes[this.#facts.paper];
    return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin - footerHeight };
  }

  /** Starts a page with a bookmark and a footer. */
  startPage(name: string): void {
    this.#endPage();
    this.#doc.addPage();
    this.#number++;
    this.#doc.outline.addItem(name);
    this.#page = this.#doc.struct('Sect', { title: name });
    this.#doc.addStructure(this.#page);
    this.#footer();
  }

  /**
   * Draws a text with a tag for its role, such as `P` or `H1`. Omits lines that would be in the footer. Returns the
   * vertical position below the text.
   */
  text(tag: string, text: string, place: TextPlace, style: TextStyle = {}): number {
    const { y, height } = this.area;
    const room = Math.floor((y + height + 4 - place.y) / this.#heightOf(1, style));
    const lines = this.#linesOf(text, place.width, { ...style, lines: Math.min(style.lines ?? 1, room) });
    if (lines.length === 0) return place.y;
    const pictures = lines.some(needsPicture);
    const options = pictures ? { actual: lines.join(' ') } : {};
    this.#page?.add(this.#doc.struct(tag, options, () => this.#draw(lines, place, style)));
    return place.y + this.#heightOf(lines.length, style);
  }

  /** Returns the height that a text takes, in points. */
  textHeight(text: string, width: number, style: TextStyle = {}): number {
    return this.#heightOf(this.#linesOf(text, width, style).length, style);
  }

  /** Returns the width of a text on one line. */
  textWidth(text: string, style: TextStyle = {}): number {
    return this.#measure(plainText(text), style)(plainText(text));
  }

  /** Draws a JPEG image at the top of a box, as large as the box permits. */
  image(
    bytes: Uint8Array,
    alt: string,
    { x, y, width, height }: Box,
    align: 'left' | 'right' = 'left',
  ): void {
    const fit = {
      fit: [width, height] as [number, number],
      align: align === 'right' ? ('right' as const) : undefined,
    };
    const draw = () => {
      this.#doc.image(Buffer.from(bytes), x, y, fit);
    };
    this.#page?.add(this.#doc.struct('Figure', { alt: plainText(alt) }, draw));
  }

  /** Draws shapes that a screen reader skips. */
  shapes(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    this.#doc.save();
    draw(this.#doc);
    this.#doc.restore();
    this.#doc.endMarkedContent();
  }

  async finish(): Promise<Buffer> {
    this.#endPage();
    this.#doc.end();
    return Buffer.concat(await Array.fromAsync(this.#doc as unknown as AsyncIterable<Buffer>));
  }

  #endPage(): void {
    this.#page?.end();
    this.#page = null;
  }

  #footer(): void {
    const { x, y, width, height } = this.area;
    const style = { size: 8, color: colors.quiet };
    const number = `Page ${this.#number} of ${this.#facts.pages}`;
    const numberWidth = this.textWidth(number, style);
    const place = { x, y: y + height + 12, width: width - numberWidth - 20 };
    const { title, subject } = this.#facts;
    this.#doc.markContent('Artifact', { type: 'Pagination' });
    this.#draw(this.#linesOf(`${title} · ${subject}`, place.width, style), place, style);
    this.#draw([number], { ...place, x: x + width - numberWidth }, style);
    this.#doc.endMarkedContent();
  }

  #linesOf(text: string, width: number, style: TextStyle): string[] {
    return wrapText(text, width, style.lines ?? 1, this.#measure(text, style));
  }

  #measure(text: string, { size = 9.5, bold = false }: TextStyle): Measure {
    if (needsPicture(text)) return (part) => pictureWidth(part, { size, bold });
    this.#doc.font(bold ? 'bold' : 'regular').fontSize(size);
    return (part) => this.#doc.widthOfString(part);
  }

  #heightOf(lines: number, { size = 9.5 }: TextStyle): number {
    return lines * size * lineHeight;
  }

  #draw(lines: readonly string[], { x, y }: TextPlace, style: TextStyle): void {
    const { size = 9.5, bold = false, color = colors.ink, ground = colors.ground } = style;
    for (const [i, line] of lines.entries()) {
      const top = y + i * size * lineHeight;
      if (needsPicture(line)) {
        const picture = textPicture(line, { size, bold, color, ground });
        this.#doc.image(picture.bytes, x, top, { width: picture.width, height: picture.height });
      } else {
        this.#doc
          .font(bold ? 'bold' : 'regular')
          .fontSize(size)
          .fillColor(color);
        this.#doc.text(line, x, top, { lineBreak: false });
      }
    }
  }
}
