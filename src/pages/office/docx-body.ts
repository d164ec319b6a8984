import type { FlowReader } from '../flow/flow-reader.ts';
import type { XmlEvents } from '../flow/xml-events.ts';
import type { DocxNumbering } from './docx-numbering.ts';
import type { DocxStyles } from './docx-styles.ts';
import { withoutPrefix } from './package-parts.ts';

/**
 * Elements whose text is not part of the document: deleted text, moved text at its old place, fallbacks for old
 * programs, field instructions, and phonetic guides (`rt`).
 */
const hiddenElements = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText', 'rt']);
/** Characters for checkboxes and bullets, by their code in the symbol font. */
const symbols: Readonly<Record<string, string>> = {
  F0FE: '☒',
  F0FD: '☒',
  F0A8: '☐',
  F06F: '☐',
  F0FC: '✓',
  F0B7: '•',
};

interface Paragraph {
  style: string;
  numberId: string | undefined;
  numberLevel: number;
  outline: number | undefined;
  began: boolean;
  heading: number | undefined;
}

/** Converts the elements of a Word body, header or note to elements of `FlowReader`. */
export class DocxBody implements XmlEvents {
  pagesAreKnown = false;
  readonly #reader: FlowReader;
  readonly #styles: DocxStyles;
  readonly #numbering: DocxNumbering;
  readonly #links: ReadonlyMap<string, string>;
  readonly #paragraphs: Paragraph[] = [];
  readonly #path: string[] = [];
  #hiddenDepth = 0;
  #hiddenRun = false;
  #pendingCell = false;
  #span = 1;
  #continues = false;
  #headerRow = false;
  /** Properties of the current drawing as attributes of the HTML element `img`. */
  #picture: Readonly<Record<string, string>> = {};

  /** `links` maps relationship ids to the targets of the links in this body, header or note. */
  constructor(
    reader: FlowReader,
    styles: DocxStyles,
    numbering: DocxNumbering,
    links: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#links = links;
    this.#reader = reader;
    this.#styles = styles;
    this.#numbering = numbering;
  }

  open(prefixed: string, attributes: Readonly<Record<string, string>>): void {
    const name = withoutPrefix(prefixed);
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#hiddenDepth > 0 || hiddenElements.has(name)) {
      this.#hiddenDepth++;
      return;
    }
    if (parent === 'tabs') return;
    const value = attributes['w:val'] ?? '';
    if (this.#applyProperty(name, value)) return;
    if (name === 'p') this.#paragraphs.push(newParagraph());
    else if (name === 'tbl') this.#openCellBefore('table', {});
    else if (name === 'tr') {
      this.#reader.open('tr', {});
      this.#headerRow = false;
    } else if (name === 'tc') {
      this.#pendingCell = true;
      this.#span = 1;
      this.#continues = false;
    } else if (name === 'hyperlink') {
      this.#beginParagraph();
      this.#reader.open('a', { href: this.#links.get(attributes['r:id'] ?? '') ?? '' });
    } else if (name === 'drawing') this.#picture = {};
    else if (name === 'extent') this.#picture = sizeOf(attributes);
    else if (name === 'docPr') this.#picture = { ...this.#picture, ...alternativeText(attributes) };
    else if (name === 'blip' || name === 'chart') this.#addFigure();
    else if (name === 'r') this.#hiddenRun = false;
    else if (name === 'tab') this.#put('\t');
    else if (name === 'cr') this.#put('\n');
    else if (name === 'noBreakHyphen') this.#put('-');
    else if (name === 'sym') this.#put(symbols[(attributes['w:char'] ?? '').toUpperCase()] ?? '');
    else if (name === 'lastRenderedPageBreak') {
      this.pagesAreKnown = true;
      this.#reader.endPage();
    } else if (name === 'br') {
      // Word can store the same page break twice: as `br` and as `lastRenderedPageBreak`. The reader drops the empty
      // page between them.
      if (attributes['w:type'] === 'page') this.#reader.endPage();
      else this.#put('\n');
    }
  }

  close(prefixed: string): void {
    const name = withoutPrefix(prefixed);
    this.#path.pop();
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth--;
      return;
    }
    if (name === 'p') this.#endParagraph();
    else if (name === 'tbl') this.#reader.close('table');
    else if (name === 'tr') this.#reader.close('tr');
    else if (name === 'hyperlink') this.#reader.close('a');
    else if (name === 'tc') {
      this.#openCell();
      this.#reader.close('td');
    }
  }

  text(text: string): void {
    if (this.#hiddenDepth === 0 && this.#path.at(-1) === 't') this.#put(text);
  }

  /** Applies an element that sets a property. Returns whether the property was applied. */
  #applyProperty(name: string, value: string): boolean {
    const paragraph = this.#paragraphs.at(-1);
    if (name === 'gridSpan') this.#span = Number(value) || 1;
    else if (name === 'vMerge') this.#continues = value !== 'restart';
    else if (name === 'tblHeader') this.#headerRow = isOn(value);
    else if (name === 'vanish') this.#hiddenRun = isOn(value) && this.#path.includes('r');
    else if (paragraph === undefined || paragraph.began) return false;
    else if (name === 'pStyle') paragraph.style = value;
    else if (name === 'numId') paragraph.numberId = value;
    else if (name === 'ilvl') paragraph.numberLevel = Number(value) || 0;
    else if (name === 'outlineLvl') paragraph.outline = Number(value);
    else if (name === 'pageBreakBefore') {
      if (value !== '0' && value !== 'false') this.#reader.endPage();
    } else return false;
    return true;
  }

  #put(text: string): void {
    if (text === '' || this.#hiddenRun) return;
    this.#beginParagraph();
    this.#reader.addText(text);
  }

  /** Starts the paragraph. Called before its first text, when all properties of the paragraph are known. */
  #beginParagraph(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || paragraph.began) return;
    this.#openCell();
    paragraph.began = true;
    const level = this.#styles.headingLevel(paragraph.style);
    const outline =
      paragraph.outline !== undefined && paragraph.outline < 9 ? paragraph.outline + 1 : undefined;
    paragraph.heading = level ?? outline;
    this.#reader.open(elementOf(paragraph.heading), {});
    const listed = this.#styles.numbering(paragraph.style);
    const id = paragraph.numberId ?? listed?.id;
    if (id === undefined || id === '0') return;
    const place = {
      id,
      level: paragraph.numberId === undefined ? (listed?.level ?? 0) : paragraph.numberLevel,
    };
    const mark = this.#numbering.next(place);
    if (mark === '' || paragraph.heading !== undefined) this.#reader.addText(mark);
    else this.#reader.beginItem(place.level, mark);
  }

  #addFigure(): void {
    this.#reader.open('img', this.#picture);
    this.#reader.close('img');
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph?.began === true) this.#reader.close(elementOf(paragraph.heading));
  }

  #openCellBefore(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#openCell();
    this.#reader.open(name, attributes);
  }

  /** Opens a cell. Called before its first content, when the number of its columns is known. */
  #openCell(): void {
    if (!this.#pendingCell) return;
    this.#pendingCell = false;
    const span = { colspan: String(this.#span) };
    this.#reader.open(this.#headerRow ? 'th' : 'td', this.#continues ? { ...span, continues: '' } : span);
  }
}

/** Returns whether a property that can be on or off is on. A property without a value is on. */
function isOn(value: string): boolean {
  return value !== '0' && value !== 'false';
}

const unitsPerPixel = 9525;

function sizeOf({ cx, cy }: Readonly<Record<string, string>>): Record<string, string> {
  return { width: String(Number(cx) / unitsPerPixel), height: String(Number(cy) / unitsPerPixel) };
}

function alternativeText({ descr, title }: Readonly<Record<string, string>>): Record<string, string> {
  const text = [descr, title].find((one) => one !== undefined && one.trim() !== '');
  return text === undefined ? {} : { alt: text };
}

function newParagraph(): Paragraph {
  return {
    style: '',
    numberId: undefined,
    numberLevel: 0,
    outline: undefined,
    began: false,
    heading: undefined,
  };
}

function elementOf(heading: number | undefined): string {
  return heading === undefined ? 'p' : `h${Math.min(6, heading)}`;
}
