import { checkNesting } from '../input/document-errors.ts';
import type { FlowBuilder } from './flow-builder.ts';
import { LinkCollector } from './link-collector.ts';
import { TableBuilder } from './table-builder.ts';

const hiddenElements = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'svg',
  'iframe',
  'object',
]);
const blocks = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

/** Minimum width and height of a picture in pixels. Smaller pictures are decoration. */
const minFigureSide = 24;

interface OpenTable {
  readonly builder: TableBuilder;
  /**
   * Whether the table contains another table, and therefore only arranges content. The cells of such a layout table
   * become paragraphs.
   */
  isLayout: boolean;
  inCell: boolean;
  columns: number;
  rows: number;
  continues: boolean;
  isHeader: boolean;
  /** Whether the table was created implicitly, for a row or cell that is outside a table. */
  readonly implied: boolean;
}

export interface FlowReaderOptions {
  readonly keepsTabs?: boolean;
}

/**
 * Converts nested elements to headings, paragraphs and tables. Element names are those of HTML. Readers of other
 * formats translate their elements to these names.
 */
export class FlowReader {
  readonly #flow: FlowBuilder;
  readonly #file: string;
  readonly #keepsTabs: boolean;
  readonly #tables: OpenTable[] = [];
  readonly #lists: (number | null)[] = [];
  readonly #links = new LinkCollector();
  #depth = 0;
  #hiddenDepth = 0;
  #preformattedDepth = 0;
  #heading = 0;
  #mark = '';
  /** Nesting depth of the list item that starts with the next paragraph. */
  #listLevel: number | undefined;
  #text = '';
  /**
   * Last character of `#text`. Stored separately, because access to a character of a text that was built from pieces is
   * slow.
   */
  #last = '';
  #pageEnds = false;

  constructor(flow: FlowBuilder, file: string, { keepsTabs = false }: FlowReaderOptions = {}) {
    this.#flow = flow;
    this.#file = file;
    this.#keepsTabs = keepsTabs;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    checkNesting(++this.#depth, this.#file, 'elements');
    if (this.#hiddenDepth > 0 || isHidden(name, attributes)) {
      this.#hiddenDepth++;
      return;
    }
    if (name === 'br') this.#append('\n');
    if (name === 'a') this.#links.open(attributes.href ?? '');
    if (name === 'img') this.#addFigure(attributes);
    if (name === 'input') this.#addInput(attributes);
    if (name === 'table') this.#beginTable();
    else if (name === 'tr') this.#beginRow();
    else if (name === 'td' || name === 'th') this.#beginCell(name, attributes);
    else if (blocks.has(name) || isHeading(name)) this.#endBlock();
    if (name === 'pre') this.#preformattedDepth++;
    if (isHeading(name)) this.#heading = Number(name[1]);
    if (name === 'ul' || name === 'ol')
      this.#lists.push(name === 'ol' ? Number(attributes.start ?? 1) || 1 : null);
    if (name === 'li') this.beginItem(Math.max(0, this.#lists.length - 1), this.#nextMark());
  }

  close(name: string): void {
    this.#depth--;
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth--;
      return;
    }
    if (name === 'td' || name === 'th') this.#endCell();
    else if (name === 'table') this.#endTable();
    else if (blocks.has(name) || isHeading(name)) this.#endBlock();
    if (name === 'a') this.#links.close();
    if (name === 'pre') this.#preformattedDepth = Math.max(0, this.#preformattedDepth - 1);
    if (isHeading(name)) this.#heading = 0;
    if (name === 'ul' || name === 'ol') this.#lists.pop();
  }

  /**
   * Makes the next paragraph a list item. `mark` is the bullet or number of the item, with a space at the end. In a
   * table cell, the mark becomes part of the text.
   */
  beginItem(level: number, mark: string): void {
    const table = this.#tables.at(-1);
    if (table?.inCell === true && !table.isLayout) return this.#append(mark);
    this.#mark = mark;
    this.#listLevel = level;
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0) return;
    this.#flow.count(text.length);
    if (this.#preformattedDepth > 0) return this.#append(text);
    const folded = text.replace(/[ \t\r\n\f]+/g, ' ');
    this.#append(/^\s?$/.test(this.#last) ? folded.trimStart() : folded);
  }

  /** Adds text with its line breaks, and with its tabs if `keepsTabs` is set. `text` replaces both by spaces. */
  addText(text: string): void {
    if (this.#hiddenDepth > 0) return;
    this.#flow.count(text.length);
    this.#append(text);
  }

  /** Starts the next page. Inside a table, the next page starts at the next row. */
  endPage(): void {
    if (this.#tables.length > 0) {
      this.#pageEnds = true;
      return;
    }
    this.#flush();
    this.#flow.endPage();
  }

  finish(): void {
    while (this.#tables.length > 0) this.#endTable();
    this.#endBlock();
  }

  #append(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#last = text.at(-1) ?? '';
    this.#links.count(text);
  }

  #clear(): void {
    this.#text = '';
    this.#last = '';
    this.#links.clear();
  }

  /** Ends a paragraph, or a line inside a table cell. */
  #endBlock(): void {
    const table = this.#tables.at(-1);
    if (table?.inCell === true && !table.isLayout) {
      if (this.#last !== '' && this.#last !== '\n') this.#append('\n');
      return;
    }
    if (table?.implied === true && !table.inCell) this.#endTable();
    this.#flush();
  }

  #flush(): void {
    const text = this.#preformattedDepth > 0 ? this.#text.replace(/^\n/, '').trimEnd() : this.#tidied();
    const mark = this.#heading > 0 ? '' : this.#mark;
    const links = this.#links.take(mark);
    this.#clear();
    if (text === '') return;
    const listLevel = this.#listLevel;
    this.#mark = '';
    this.#listLevel = undefined;
    if (this.#heading > 0) this.#flow.add({ kind: 'heading', level: this.#heading, text, ...links });
    else
      this.#flow.add({
        kind: 'paragraph',
        text: mark + text,
        indent: (listLevel ?? Math.max(0, this.#lists.length - 1)) * 2,
        ...(listLevel === undefined ? {} : { listLevel }),
        ...links,
        ...(this.#preformattedDepth > 0 ? { preformatted: true } : {}),
      });
  }

  #beginTable(implied = false): void {
    const outer = this.#tables.at(-1);
    if (outer !== undefined && !outer.isLayout) this.#flattenLayoutTable(outer);
    this.#flush();
    this.#tables.push({
      builder: new TableBuilder(this.#flow),
      isLayout: false,
      inCell: false,
      columns: 1,
      rows: 1,
      continues: false,
      isHeader: false,
      implied,
    });
  }

  /**
   * Marks a table as a layout table when another table starts inside it. The earlier cells of the layout table become
   * paragraphs.
   */
  #flattenLayoutTable(table: OpenTable): void {
    table.isLayout = true;
    for (const text of table.builder.takeTexts()) this.#flow.add({ kind: 'paragraph', text });
  }

  #beginRow(): void {
    if (this.#tables.length === 0) {
      this.#flush();
      this.#beginTable(true);
    }
    const table = this.#tables.at(-1) as OpenTable;
    if (table.inCell) this.#endCell();
    if (this.#pageEnds && this.#tables.length === 1) this.#breakTable(table);
    if (table.isLayout) this.#flush();
    else table.builder.beginRow();
  }

  #breakTable(table: OpenTable): void {
    const part = table.builder.finish();
    if (part !== undefined) this.#flow.add(part);
    this.#pageEnds = false;
    this.#flow.endPage();
  }

  #beginCell(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#tables.length === 0) this.#beginRow();
    const table = this.#tables.at(-1) as OpenTable;
    if (table.inCell) this.#endCell();
    if (table.isLayout) this.#flush();
    else this.#clear();
    table.inCell = true;
    table.columns = Number(attributes.colspan ?? 1);
    table.rows = Number(attributes.rowspan ?? 1);
    table.continues = attributes.continues !== undefined;
    table.isHeader = name === 'th';
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined || !table.inCell) return;
    table.inCell = false;
    if (table.isLayout) return this.#flush();
    const { columns, rows, continues, isHeader } = table;
    const text = this.#tidied();
    table.builder.addCell(text, { columns, rows, continues, isHeader, ...this.#links.take() });
    this.#clear();
  }

  #endTable(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    this.#endCell();
    this.#tables.pop();
    const made = table.builder.finish();
    if (made !== undefined) this.#flow.add(made);
    this.#clear();
    if (this.#pageEnds && this.#tables.length === 0) {
      this.#pageEnds = false;
      this.#flow.endPage();
    }
  }

  /** Returns the text with collapsed white space. Keeps explicit line breaks and preserved tabs. */
  #tidied(): string {
    const inCell = this.#tables.at(-1)?.inCell === true;
    const gaps = this.#keepsTabs && !inCell ? /[ \u00a0]+/g : /[ \t\u00a0]+/g;
    return this.#text
      .split('\n')
      .map((line) => line.replace(gaps, ' ').trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #nextMark(): string {
    const number = this.#lists.at(-1);
    if (number === null || number === undefined) return '• ';
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${number}. `;
  }

  /**
   * Adds a picture. Omits pictures in table cells, and decoration: pictures with an empty alternative text, and very
   * small pictures.
   */
  #addFigure({ alt, width, height }: Readonly<Record<string, string>>): void {
    const isSmall = [width, height].some((side) => Number.parseFloat(side ?? '') < minFigureSide);
    const isInCell = this.#tables.some((table) => table.inCell && !table.isLayout);
    const text = (alt ?? '').replace(/\s+/g, ' ').trim();
    if ((alt !== undefined && text === '') || isSmall || isInCell) return;
    this.#flow.count(text.length);
    // The current paragraph is added later, so the picture precedes the paragraph that contains it.
    this.#flow.add({ kind: 'figure', text });
  }

  #addInput(attributes: Readonly<Record<string, string>>): void {
    const { type = 'text', value = '' } = attributes;
    if (type === 'checkbox' || type === 'radio') this.text('checked' in attributes ? ' [x] ' : ' [ ] ');
    else if (type === 'text' || type === 'date' || type === 'number' || type === 'email')
      this.text(` ${value} `);
  }
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
}

function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return (
    hiddenElements.has(name) ||
    attributes.hidden !== undefined ||
    /display\s*:\s*none/i.test(attributes.style ?? '')
  );
}
