import { describe, expect, test } from 'vitest';
import { viewPages } from '../../../src/service/engines/local/parse/layout/view-pages.ts';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';
import { type PlacedText, samplePdf } from '../../fixtures/documents/sample-pdf.ts';

// Tables with two columns, and tables next to text, on PDF pages without drawn lines.

async function blocksOf(texts: readonly PlacedText[]) {
  const document = await parseDocument(await samplePdf([texts]), 'a.pdf', { effort: 'light' });
  return (viewPages(document)[0]?.blocks ?? []).map(({ type, content }) => ({ type, content }));
}

interface Layout {
  readonly x?: readonly [number, number];
  readonly y?: number;
  /** Distances between the baselines of two lines, and between the last line of a row and the next row. */
  readonly line?: number;
  readonly row?: number;
  readonly boldHeader?: boolean;
}

/** Returns the texts of a table with 10-point text. A cell can have several lines. */
function table(
  rows: readonly (readonly [string, string])[],
  { x = [72, 300], y = 120, line = 12, row = 20, boldHeader = false }: Layout = {},
): PlacedText[] {
  const texts: PlacedText[] = [];
  let top = y;
  for (const [index, cells] of rows.entries()) {
    const lines = cells.map((cell) => cell.split('\n'));
    for (const [column, cell] of lines.entries())
      for (const [at, text] of cell.entries())
        texts.push({
          text,
          x: x[column] ?? 0,
          y: top + at * line,
          size: 10,
          bold: boldHeader && index === 0,
        });
    top += (Math.max(...lines.map(({ length }) => length)) - 1) * line + row;
  }
  return texts;
}

const terms = [
  ['Service', 'Condition'],
  ['Standard delivery', 'two working days'],
  ['Return period', 'four full weeks'],
  ['Repair service', 'by partner shops'],
  ['Extended warranty', 'on request only'],
] as const;
const definitions = [
  [
    'Service levels',
    'The supplier answers each request\nwithin the time that the order states,\nor on the next day.',
  ],
  [
    'Default',
    'A party does not do what this\nagreement requires, although the\nother party requested it in writing.',
  ],
  ['Business day', 'Any day but Saturday, Sunday and\npublic holidays.'],
  ['Delivery place', 'The place at which the buyer takes\nthe goods, as stated in the order.'],
] as const;
const clauses = [
  [
    'The buyer pays within thirty days\nafter the date of each invoice.',
    'The buyer pays within fourteen days\nafter the date of each invoice, but\nnot before the goods have arrived.',
  ],
  [
    'The seller may change the prices\nonce in each year, and states it\nthree months before the change.',
    'The seller may not change prices\nduring the first year.',
  ],
  [
    'Each party may end the contract\nwith a notice of three months.',
    'Each party may end the contract\nwith a notice of six months, and\nthe buyer also after each change.',
  ],
] as const;

const markdown = ([header, ...rows]: readonly (readonly [string, string])[]) =>
  [header, ['---', '---'], ...rows]
    .map((cells) => `| ${(cells ?? []).map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');
const withoutHeader = (rows: readonly (readonly [string, string])[]) => markdown([['', ''], ...rows]);

const paragraph = (name: string, x: number, y: number, lines: number, step = 12): PlacedText[] =>
  Array.from({ length: lines }, (_, at) => ({
    text: `${at === 0 ? name : name.toLowerCase()} ${['shall receive a copy of this', 'report before the meeting in', 'order to prepare for the vote'][at % 3]}`,
    x,
    y: y + at * step,
    size: 10,
  }));

describe('a table with two columns is read row by row', () => {
  test('if its rows are further apart than lines of text', async () => {
    expect(await blocksOf(table(terms))).toEqual([{ type: 'table', content: withoutHeader(terms) }]);
  });

  test('if its lines are close together, but its header is bold', async () => {
    const texts = table(terms, { row: 13, boldHeader: true });
    expect(await blocksOf(texts)).toEqual([{ type: 'table', content: markdown(terms) }]);
  });

  test('if its right cells have several lines, also without gaps between the rows', async () => {
    for (const row of [12, 18])
      expect(await blocksOf(table(definitions, { row, x: [72, 220] }))).toEqual([
        { type: 'table', content: withoutHeader(definitions) },
      ]);
  });

  test('if both columns are sentences', async () => {
    expect(await blocksOf(table(clauses, { row: 20 }))).toEqual([
      { type: 'table', content: withoutHeader(clauses) },
    ]);
  });

  test('between paragraphs over the full width', async () => {
    const wide =
      'This paragraph extends over the whole width of the page, and states what the table below it shows.';
    const text = (y: number) => [0, 12, 24, 36, 48].map((at) => ({ text: wide, x: 72, y: y + at, size: 10 }));
    const blocks = await blocksOf([...text(72), ...table(terms, { y: 160 }), ...text(290)]);
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'table', 'text']);
    expect(blocks[1]?.content).toBe(withoutHeader(terms));
  });
});

describe('these texts are not a table', () => {
  test('two columns of text', async () => {
    const blocks = await blocksOf([...paragraph('Anna', 72, 100, 8), ...paragraph('Bert', 330, 100, 8)]);
    expect(blocks.map(({ type, content }) => [type, content.slice(0, 4)])).toEqual([
      ['text', 'Anna'],
      ['text', 'Bert'],
    ]);
  });

  test('two columns of paragraphs that start at the same heights', async () => {
    const heights = [100, 160, 220];
    const column = (names: readonly string[], x: number) =>
      names.flatMap((name, at) => paragraph(name, x, heights[at] ?? 0, 3));
    const blocks = await blocksOf([
      ...column(['Anna', 'Bert', 'Carl'], 72),
      ...column(['Dora', 'Emil', 'Fred'], 330),
    ]);
    expect(blocks.map(({ content }) => content.slice(0, 4))).toEqual([
      'Anna',
      'Bert',
      'Carl',
      'Dora',
      'Emil',
      'Fred',
    ]);
  });

  test('addresses next to each other, also with space between their lines', async () => {
    const seller = [
      'Bill to',
      'Northern Supplies Ltd',
      '12 Harbour Road',
      '1234 Leeds North',
      'United Kingdom',
    ];
    const buyer = [
      'Ship to',
      'Bakery of the South',
      '7 Station Street',
      '5678 Bristol West',
      'United Kingdom',
    ];
    const rows = seller.map((text, at) => [text, buyer[at] ?? ''] as const);
    for (const row of [13, 18]) {
      const blocks = await blocksOf(table(rows, { row, boldHeader: true }));
      expect(blocks.map(({ type }) => type)).not.toContain('table');
      const text = blocks.map(({ content }) => content).join('\n');
      expect(text).toBe([...seller, ...buyer].join('\n'));
    }
  });

  test('labels with their values', async () => {
    const blocks = await blocksOf(table(terms.map(([label, value]) => [`${label}:`, value] as const)));
    expect(blocks.map(({ type }) => type)).not.toContain('table');
  });
});

describe('a table next to a column of text', () => {
  const rows = [
    ['Item', 'Pieces', 'Price'],
    ['Green tea', '2', '8.00'],
    ['Coffee', '1', '5.00'],
    ['Sugar', '3', '2.70'],
  ];
  const cells = (x: number, y: number, step: number): PlacedText[] =>
    rows.flatMap((row, line) =>
      row.map((text, column) => ({ text, x: x + [0, 90, 160][column]!, y: y + line * step, size: 10 })),
    );
  const content =
    '| Item | Pieces | Price |\n| --- | --- | --- |\n| Green tea | 2 | 8.00 |\n| Coffee | 1 | 5.00 |\n| Sugar | 3 | 2.70 |';

  test.each([
    ['at the right', 72, 330, 12],
    ['at the right, with other distances of its rows', 72, 330, 17],
    ['at the left', 330, 72, 12],
  ])('%s is a separate table', async (_, textX, tableX, step) => {
    const blocks = await blocksOf([...paragraph('Anna', textX, 100, 9), ...cells(tableX, 100, step)]);
    const [text, found] = tableX > textX ? [blocks[0], blocks[1]] : [blocks[1], blocks[0]];
    expect(blocks).toHaveLength(2);
    expect(found).toEqual({ type: 'table', content });
    expect(text?.content.split('\n')).toHaveLength(9);
  });
});
