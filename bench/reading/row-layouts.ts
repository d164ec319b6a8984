import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import type { JsonValue } from '../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { ReadingSet } from './cases.ts';
import { type Column, type Kind, otherTopics, type Topic, tunedTopics } from './row-topics.ts';

/** A generated document that has a table without lines. Each seed gives another layout and other values. */
export interface RowLayout {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Name of the array in the schema. */
  readonly array: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export type RowFamily = 'tuned' | 'other';

/** Returns the layouts of a family, `count` per topic. */
export async function rowLayouts(family: RowFamily, count: number, seed = 1): Promise<RowLayout[]> {
  const topics = family === 'tuned' ? tunedTopics : otherTopics;
  const layouts: RowLayout[] = [];
  for (const topic of topics)
    for (let at = 0; at < count; at++)
      layouts.push(await layoutOf(topic, seed * 1_000 + at, `${family} ${topic.array} ${at}`));
  return layouts;
}

function random(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws values from a seed. The same seed gives the same values. */
export class Draw {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = random(seed);
  }
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
}

interface Style {
  readonly size: number;
  readonly header: boolean;
  readonly headerBold: boolean;
  readonly headerUpper: boolean;
  readonly order: readonly number[];
  readonly widths: readonly number[];
  readonly rightNumbers: boolean;
  readonly comma: boolean;
  readonly leading: number;
  readonly wrap: boolean;
  readonly sections: boolean;
  readonly subtotals: boolean;
  readonly missing: number;
  readonly secondLine: boolean;
  readonly dots: boolean;
  readonly total: boolean;
  readonly currency: string;
  readonly rowGap: number;
}

function styleOf(topic: Topic, draw: Draw): Style {
  const order = topic.columns.map((_, index) => index);
  if (draw.chance(0.35)) {
    const [first] = order.splice(0, 1);
    order.splice(draw.int(1, order.length), 0, first as number);
  }
  const share = topic.columns.map(({ kind }) =>
    kind === 'text' ? 3 : kind === 'word' ? 1.8 : kind === 'code' ? 1.4 : 1.2,
  );
  const sum = share.reduce((a, b) => a + b, 0);
  const dots = draw.chance(0.12);
  return {
    size: draw.int(8, 11),
    header: !topic.product || draw.chance(0.85),
    headerBold: draw.chance(0.5),
    headerUpper: draw.chance(0.25),
    order,
    widths: share.map((part) => (part / sum) * 500),
    rightNumbers: draw.chance(0.7),
    comma: draw.chance(0.3),
    leading: 1.2 + draw.next() * 0.3,
    wrap: !dots && draw.chance(0.5),
    sections: draw.chance(0.25),
    subtotals: topic.product === true && draw.chance(0.3),
    missing: draw.chance(0.35) ? 0.12 : 0,
    secondLine: draw.chance(0.15),
    dots,
    total: draw.chance(0.6),
    currency: topic.product === true && draw.chance(0.2) ? draw.pick(['$', '€']) : '',
    rowGap: draw.pick([0, 0, 3, 8]),
  };
}

function amountText(value: number, comma: boolean): string {
  const [whole = '', cents = ''] = Math.abs(value).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, comma ? '.' : ',');
  return `${value < 0 ? '-' : ''}${grouped}${comma ? ',' : '.'}${cents}`;
}

interface Cell {
  readonly text: string;
  readonly value: unknown;
}

function cellOf(column: Column, style: Style, draw: Draw): Cell {
  const plain = (text: string): Cell => ({ text, value: text });
  switch (column.kind) {
    case 'money': {
      const value = Math.round(draw.next() ** 3 * 500_000 + 100) / 100;
      return { text: `${style.currency}${amountText(value, style.comma)}`, value };
    }
    case 'integer': {
      const value = draw.int(1, 240);
      return { text: String(value), value };
    }
    case 'date': {
      const day = String(draw.int(13, 28)).padStart(2, '0');
      const month = String(draw.int(1, 12)).padStart(2, '0');
      return { text: `${day}/${month}/2031`, value: `2031-${month}-${day}` };
    }
    case 'time':
      return plain(`${String(draw.int(8, 19)).padStart(2, '0')}:${draw.pick(['00', '15', '30', '45'])}`);
    case 'code':
      return plain(
        draw.pick([
          () => `${draw.pick(['AB', 'KX', 'TR'])}-${draw.int(1000, 9999)}`,
          () => `${draw.pick(['Q', 'MK'])}${draw.int(10_000, 99_999)}`,
        ])(),
      );
    default:
      return plain(draw.pick(column.values ?? ['-']));
  }
}

async function layoutOf(topic: Topic, seed: number, name: string): Promise<RowLayout> {
  const draw = new Draw(seed * 7 + topic.array.length);
  const style = styleOf(topic, draw);
  const rows: Cell[][] = [];
  const count = draw.int(4, 30);
  for (let at = 0; at < count; at++) {
    const cells = topic.columns.map((column) => cellOf(column, style, draw));
    if (topic.product) {
      const price = Math.round(draw.next() ** 2 * 9_000 + 50) / 100;
      const quantity = Number(cells[2]?.value);
      cells[3] = { text: `${style.currency}${amountText(price, style.comma)}`, value: price };
      const total = Math.round(quantity * price * 100) / 100;
      cells[4] = { text: `${style.currency}${amountText(total, style.comma)}`, value: total };
    }
    rows.push(
      cells.map((cell, index) => {
        const isKey = index === 0 || topic.columns[index]?.kind === 'text' || index === cells.length - 1;
        return !isKey && draw.chance(style.missing) ? { text: '', value: null } : cell;
      }),
    );
  }
  const bytes = await new Sheet(topic, style, draw).print(rows);
  const types: Readonly<Record<Kind, unknown>> = {
    text: { type: ['string', 'null'] },
    word: { type: ['string', 'null'] },
    code: { type: ['string', 'null'] },
    time: { type: ['string', 'null'] },
    money: { type: ['number', 'null'] },
    integer: { type: ['number', 'null'] },
    date: { type: ['string', 'null'], 'service:type': 'date' },
  };
  return {
    name: `${name}${style.header ? '' : ' no-header'}`,
    bytes,
    array: topic.array,
    properties: Object.fromEntries(topic.columns.map((column) => [column.key, types[column.kind]])),
    rows: rows.map((cells) =>
      Object.fromEntries(topic.columns.map(({ key }, index) => [key, cells[index]?.value ?? null])),
    ),
  };
}

/** Prints a table on pages of A4 size. */
class Sheet {
  readonly #topic: Topic;
  readonly #style: Style;
  readonly #draw: Draw;
  #pdf!: PDFDocument;
  #page!: PDFPage;
  #regular!: PDFFont;
  #bold!: PDFFont;
  #y = 0;
  #number = 0;
  readonly #headers: readonly string[];

  constructor(topic: Topic, style: Style, draw: Draw) {
    this.#topic = topic;
    this.#style = style;
    this.#draw = draw;
    this.#headers = topic.columns.map(({ headers }) => draw.pick(headers));
  }

  async print(rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
    this.#pdf = await PDFDocument.create();
    this.#regular = await this.#pdf.embedFont(StandardFonts.Helvetica);
    this.#bold = await this.#pdf.embedFont(StandardFonts.HelveticaBold);
    this.#newPage();
    this.#text(this.#topic.title, 48, this.#style.size + 5, true);
    this.#y -= 20;
    this.#text(`Reference: ${this.#draw.int(10_000, 99_999)}`, 48, this.#style.size);
    this.#text('Harbour Lane Services Ltd', 330, this.#style.size);
    this.#y -= 34;
    this.#header();
    for (const [index, cells] of rows.entries()) {
      if (this.#style.sections && index % 6 === 0) {
        this.#text(
          this.#draw.pick(['Group A', 'North region', 'Miscellaneous', 'First quarter']),
          48,
          this.#style.size,
          true,
        );
        this.#down();
      }
      if (this.#y < 90) {
        this.#newPage();
        this.#header();
      }
      this.#row(cells);
      if (this.#style.subtotals && index % 6 === 5) {
        this.#amountLine('Subtotal', this.#draw.int(1000, 90_000) / 100);
        this.#down();
      }
    }
    if (this.#style.total) {
      this.#down();
      const last = this.#topic.columns.at(-1);
      if (last?.kind === 'money') this.#amountLine('Total', this.#draw.int(100_000, 900_000) / 100);
    }
    this.#y -= 30;
    this.#text('Please contact us with any questions about this document.', 48, this.#style.size);
    return this.#pdf.save();
  }

  #newPage(): void {
    this.#number += 1;
    this.#page = this.#pdf.addPage([595, 842]);
    this.#y = 40;
    this.#text(`Page ${this.#number}`, 500, 8);
    this.#y = 780;
  }

  #down(): void {
    this.#y -= this.#style.size * this.#style.leading + this.#style.rowGap;
  }

  #text(text: string, x: number, size: number, bold = false): void {
    this.#page.drawText(text, { x, y: this.#y, size, font: bold ? this.#bold : this.#regular });
  }

  #header(): void {
    if (!this.#style.header) return;
    const { order, headerBold, headerUpper } = this.#style;
    this.#eachColumn(order, (index, x, width) => {
      const header = this.#headers[index] ?? '';
      this.#place(headerUpper ? header.toUpperCase() : header, index, x, width, headerBold);
    });
    this.#down();
  }

  #eachColumn(order: readonly number[], visit: (index: number, x: number, width: number) => void): void {
    let x = 48;
    for (const index of order) {
      const width = this.#style.widths[index] ?? 60;
      visit(index, x, width);
      x += width;
    }
  }

  #place(text: string, index: number, x: number, width: number, bold = false): void {
    const kind = this.#topic.columns[index]?.kind;
    const font = bold ? this.#bold : this.#regular;
    const isNumber = kind === 'money' || kind === 'integer';
    const right = isNumber && this.#style.rightNumbers;
    const at = right ? x + width - 10 - font.widthOfTextAtSize(text, this.#style.size) : x;
    this.#page.drawText(text, { x: at, y: this.#y, size: this.#style.size, font });
  }

  #row(cells: readonly Cell[]): void {
    const top = this.#y;
    let lowest = top;
    this.#eachColumn(this.#style.order, (index, x, width) => {
      const text = cells[index]?.text ?? '';
      const isText = this.#topic.columns[index]?.kind === 'text';
      const lines = isText ? this.#wrapped(text, width - 12) : [text];
      this.#y = top;
      for (const [at, line] of lines.entries()) {
        if (at > 0) this.#y -= this.#style.size * 1.2;
        const dotted = isText && this.#style.dots ? this.#dotted(line, width - 8) : line;
        this.#place(dotted, index, x, width);
      }
      lowest = Math.min(lowest, this.#y);
    });
    this.#y = lowest;
    this.#down();
  }

  #wrapped(text: string, width: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const last = lines.at(-1);
      const joined = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && this.#regular.widthOfTextAtSize(joined, this.#style.size) > width)
        lines.push(word);
      else lines.splice(Math.max(0, lines.length - 1), 1, joined);
    }
    return lines;
  }

  #dotted(text: string, width: number): string {
    let dotted = `${text} `;
    while (this.#regular.widthOfTextAtSize(`${dotted}.`, this.#style.size) < width) dotted += '.';
    return dotted;
  }

  #amountLine(label: string, value: number): void {
    this.#eachColumn(this.#style.order, (index, x, width) => {
      const kind = this.#topic.columns[index]?.kind;
      if (kind === 'text') this.#place(label, index, x, width, true);
      if (index === this.#topic.columns.length - 1)
        this.#place(amountText(value, this.#style.comma), index, x, width, true);
    });
    this.#down();
  }
}

/** Returns the layouts of the two families (`tuned` and `other`) as sets, with `count` layouts per topic. */
export async function rowSets(count: number): Promise<ReadingSet[]> {
  const families: readonly RowFamily[] = ['tuned', 'other'];
  const layouts = await Promise.all(
    families.map(async (family) => ({ family, all: await rowLayouts(family, count) })),
  );
  return layouts.flatMap(({ family, all }) =>
    all.map(({ name, bytes, array, properties, rows }): ReadingSet => {
      const row = { type: 'object', properties };
      return {
        name: `generated tables, ${family}: ${array}`,
        config: {
          type: 'EXTRACT',
          schema: { type: 'object', properties: { [array]: { type: 'array', items: row } } },
        } as ProcessorConfig,
        documents: [{ id: name, bytes, file: 'rows.pdf', gold: { [array]: rows } as JsonValue }],
      };
    }),
  );
}
