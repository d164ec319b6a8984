import { PDFDocument, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { viewPages } from '../../../src/service/engines/local/parse/layout/view-pages.ts';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';
import { type PlacedText, samplePdf } from '../../fixtures/documents/sample-pdf.ts';

// Tests the reading order, tables, stamps and notes in the margin of PDF pages.

async function viewOf(texts: readonly PlacedText[]) {
  const document = await parseDocument(await samplePdf([texts]), 'a.pdf', { effort: 'light' });
  const [view] = viewPages(document);
  if (view === undefined) throw new Error('no page');
  return view;
}

const sentence = [
  'shall receive a copy of this',
  'report before the meeting in',
  'order to prepare for the vote',
];

/** Returns a paragraph of 10-point text. Each line starts with `name` and the number of the line. */
function paragraph(name: string, x: number, y: number, lines: number): PlacedText[] {
  return Array.from({ length: lines }, (_, line) => ({
    text: `${name}${line} ${sentence[line % sentence.length]}`,
    x,
    y: y + line * 12,
    size: 10,
  }));
}

const starts = (blocks: readonly { readonly content: string }[]) =>
  blocks.map(({ content }) => content.split('\n').map((line) => line.split(' ')[0]));

describe('columns of text are read one after the other', () => {
  const A = ['A0', 'A1', 'A2'];
  const B = ['B0', 'B1', 'B2'];
  const C = ['C0', 'C1', 'C2'];
  const D = ['D0', 'D1', 'D2'];

  test('if the paragraphs of both columns end at the same height', async () => {
    const left = [...paragraph('A', 72, 100, 3), ...paragraph('B', 72, 170, 3)];
    const right = [...paragraph('C', 330, 100, 3), ...paragraph('D', 330, 170, 3)];
    expect(starts((await viewOf([...left, ...right])).blocks)).toEqual([A, B, C, D]);
  });

  test('but a heading over both columns divides them', async () => {
    const title = { text: 'A heading that extends over both of the two columns', x: 130, y: 150 };
    const top = [...paragraph('A', 72, 100, 3), ...paragraph('B', 330, 100, 3)];
    const below = [...paragraph('C', 72, 180, 3), ...paragraph('D', 330, 180, 3)];
    expect(starts((await viewOf([...top, title, ...below])).blocks)).toEqual([A, B, ['A'], C, D]);
  });

  test('and three columns of text are not a table', async () => {
    const columns = [
      ...paragraph('A', 40, 100, 3),
      ...paragraph('B', 40, 170, 3),
      ...paragraph('C', 230, 100, 3),
      ...paragraph('D', 420, 100, 3),
    ];
    const { blocks } = await viewOf(columns);
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'text']);
    expect(starts(blocks)).toEqual([A, B, C, D]);
  });

  test('and addresses next to each other stay apart from the text below them', async () => {
    const address = (name: string, x: number) =>
      ['Northern Supplies Ltd', 'Harbour Road', 'Leeds North'].map((text, line) => ({
        text: `${name}${line} ${text}`,
        x,
        y: 100 + line * 12,
        size: 10,
      }));
    const { blocks } = await viewOf([
      ...address('A', 72),
      ...address('B', 330),
      ...paragraph('C', 72, 180, 3),
      ...paragraph('D', 330, 180, 3),
    ]);
    expect(starts(blocks)).toEqual([A, B, C, D]);
  });
});

describe('the total of a table stays in the table', () => {
  const cell = (text: string, x: number, y: number): PlacedText => ({ text, x, y, size: 10 });
  const items = [
    ['Item', 'Quantity', 'Amount'],
    ['Green tea', '2', '8.00'],
    ['Coffee', '1', '5.00'],
  ].flatMap((row, line) =>
    row.map((text, column) => cell(text, [72, 250, 450][column] ?? 0, 100 + line * 16)),
  );
  const head =
    '| Item | Quantity | Amount |\n| --- | --- | --- |\n| Green tea | 2 | 8.00 |\n| Coffee | 1 | 5.00 |';

  test.each([
    ['directly below', 148],
    ['below a gap of two lines', 170],
  ])('%s', async (_, y) => {
    const { blocks } = await viewOf([
      ...items,
      cell('Subtotal', 250, y),
      cell('13.00', 444.5, y),
      cell('Total amount with all taxes and delivery to your door', 72, y + 16),
      cell('15.47', 444.5, y + 16),
      cell('Please pay within 14 days of the date of this invoice.', 72, y + 60),
    ]);
    expect(blocks.map(({ type }) => type)).toEqual(['table', 'text']);
    expect(blocks[0]?.content).toBe(
      `${head}\n|  | Subtotal | 13.00 |\n| Total amount with all taxes and delivery to your door |  | 15.47 |`,
    );
  });

  test('but not a number that is not below the amounts, or is far away', async () => {
    for (const [x, y] of [
      [400, 150],
      [444.5, 230],
    ] as const) {
      const { blocks } = await viewOf([...items, cell('Customer number', 72, y), cell('15.47', x, y)]);
      expect(blocks.map(({ type }) => type)).toEqual(['table', 'text', 'text']);
      expect(blocks[0]?.content).toBe(head);
    }
  });
});

describe('text at an angle', () => {
  test('in the margin is one block, read in its own direction', async () => {
    const { blocks } = await viewOf([
      ...paragraph('A', 100, 100, 3),
      { text: 'Printed in the Union, form 27 B', x: 40, y: 500, size: 8, turn: 90 },
      { text: 'Second line of the note', x: 50, y: 500, size: 8, turn: 90 },
      { text: 'Right margin note', x: 590, y: 100, size: 8, turn: -90 },
    ]);
    expect(blocks.map(({ content }) => content).slice(1)).toEqual([
      'Printed in the Union, form 27 B\nSecond line of the note',
      'Right margin note',
    ]);
    // The two lines start at x = 40 and x = 50. In Helvetica of 8 points, text extends from 6.4 points above the
    // baseline to 1.8 points below it.
    const box = blocks[1]?.box;
    expect([box?.left, box?.right, box?.bottom].map((edge) => Math.round(edge ?? 0))).toEqual([34, 52, 500]);
  });

  test('such as a stamp over a paragraph leaves the lines of the paragraph complete', async () => {
    const { blocks } = await viewOf([
      ...paragraph('A', 72, 100, 12),
      { text: 'RECEIVED', x: 90, y: 190, size: 24, turn: 30 },
      { text: '14 March 2024', x: 105, y: 208, size: 14, turn: 30 },
    ]);
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'text']);
    expect(starts(blocks.slice(0, 1))[0]).toEqual(Array.from({ length: 12 }, (_, line) => `A${line}`));
    expect(blocks[1]?.content).toBe('RECEIVED\n14 March 2024');
  });

  test('is the text of the page if most of it has this angle', async () => {
    const tilted = sentence.map((text, line) => ({ text, x: 100 + line, y: 200 + line * 14, turn: -6 }));
    const document = await parseDocument(await samplePdf([tilted]), 'a.pdf', { effort: 'light' });
    expect(document.pages[0]?.lines.some(({ turned }) => turned)).toBe(false);
  });
});

test('words in a link of a PDF have its target', async () => {
  const pdf = await PDFDocument.load(
    await samplePdf([[{ text: 'Read the terms on our page before you sign.', x: 72, y: 100, size: 10 }]]),
  );
  const link = (uri: string, rectangle: number[]) =>
    pdf.context.register(
      pdf.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: rectangle,
        A: { S: 'URI', URI: PDFString.of(uri) },
      }),
    );
  // The page is 792 points high, so a baseline at y = 692 is 100 points below the top.
  const page = pdf.getPage(0);
  page.node.addAnnot(link('https://example.com/terms', [95, 688, 142, 702]));
  page.node.addAnnot(link('javascript:alert(1)', [142, 688, 250, 702]));
  const { pages } = await parseDocument(await pdf.save(), 'a.pdf', { effort: 'light' });
  const [view] = viewPages({ type: 'PDF', pages });
  expect(view?.markdown).toBe('Read [the terms](https://example.com/terms) on our page before you sign.');
});
