import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';
import { sampleScan, scannedLetter } from '../../../fixtures/documents/sample-scan.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, sharedService } from '../../../fixtures/service/service-harness.ts';

// Tests the effect of each parse option on the chunks, with the local engine.

const service = sharedService({ engineModule: undefined });

type Chunk = Answer['body'];

async function chunkOf(name: string, content: string | Uint8Array, config: object): Promise<Chunk> {
  const fileId = await service.upload(name, content);
  const { status, body } = await service.post('/parse', { file: { fileId }, config });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.chunks[0];
}

const typesOf = (chunk: Chunk): string[] => chunk.blocks.map(({ type }: Chunk) => type);

const report =
  '<h1>Report</h1><h3>Sales</h3><p>Some words of text.</p><img src="a.png" alt="A bar chart"><table><tr><td>apple<td>1<tr><td>pear<td>2</table>';
const markdownTable = '|  |  |\n| --- | --- |\n| apple | 1 |\n| pear | 2 |';
const htmlTable = '<table><tr><td>apple</td><td>1</td></tr><tr><td>pear</td><td>2</td></tr></table>';

it('the content of a chunk has the tables in the requested format', async () => {
  proves('parse.table-format');
  const of = (tables: object) => chunkOf('a.html', report, { blockOptions: { tables } });
  const start = '# Report\n\n### Sales\n\nSome words of text.\n\n![A bar chart]()\n\n';
  expect((await of({})).content).toBe(start + markdownTable);
  expect((await of({ targetFormat: 'markdown' })).content).toBe(start + markdownTable);
  expect((await of({ targetFormat: 'html' })).content).toBe(start + htmlTable);
});

it.each([
  [
    'parse.text-enabled',
    'text',
    ['figure', 'table'],
    `![A bar chart]()\n\n${markdownTable}`,
    'apple  1\npear   2',
  ],
  [
    'parse.tables-enabled',
    'tables',
    ['heading', 'section_heading', 'text', 'figure'],
    '# Report\n\n### Sales\n\nSome words of text.\n\n![A bar chart]()',
    'Report\nSales\nSome words of text.',
  ],
  [
    'parse.figures-enabled',
    'figures',
    ['heading', 'section_heading', 'text', 'table'],
    `# Report\n\n### Sales\n\nSome words of text.\n\n${markdownTable}`,
    'Report\nSales\nSome words of text.\napple  1\npear   2',
  ],
] as const)('%s: blocks and content lack a disabled kind', async (row, kind, types, markdown, spatial) => {
  proves(row);
  const blockOptions = { [kind]: { enabled: false } };
  const chunk = await chunkOf('a.html', report, { blockOptions });
  expect([typesOf(chunk), chunk.content]).toEqual([types, markdown]);
  const placed = await chunkOf('a.html', report, { target: 'spatial', blockOptions });
  expect(typesOf(placed)).toEqual(types);
  const lines = placed.content.split('\n').map((line: string) => line.trim());
  expect(lines.filter((line: string) => line !== '').join('\n')).toBe(spatial);
});

it('headings have their level in the content of a chunk', async () => {
  proves('parse.heading-levels');
  const chunk = await chunkOf('a.md', '# One\n\n## Two\n\n### Three\n\nwords', {});
  expect(typesOf(chunk)).toEqual(['heading', 'section_heading', 'section_heading', 'text']);
  expect(chunk.content).toBe('# One\n\n## Two\n\n### Three\n\nwords');
});

it('a picture of a PDF is a figure block with its place and details', async () => {
  proves('parse.figures');
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([600, 800]);
  const words = (text: string, y: number) => page.drawText(text, { x: 60, y, size: 11, font });
  words('The chart below has the sales of the last years, by region.', 700);
  words('All figures in the chart are in thousands of euros per year.', 300);
  const image = await pdf.embedPng(createCanvas(20, 10).toBuffer('image/png'));
  page.drawImage(image, { x: 60, y: 400, width: 300, height: 200 });
  // Draws a line and a symbol, which the parser must not return as figures (pictures).
  page.drawImage(image, { x: 60, y: 380, width: 400, height: 2 });
  page.drawImage(image, { x: 20, y: 300, width: 9, height: 9 });
  const chunk = await chunkOf('a.pdf', await pdf.save(), {});
  expect(typesOf(chunk)).toEqual(['text', 'figure', 'text']);
  expect(chunk.blocks[1]).toMatchObject({
    content: '',
    details: { type: 'figure_details' },
    boundingBox: { left: 60, right: 360, top: 200, bottom: 400 },
    metadata: { page: { number: 1, width: 600, height: 800 } },
  });
  const without = await chunkOf('a.pdf', await pdf.save(), { blockOptions: { figures: { enabled: false } } });
  expect(typesOf(without)).toEqual(['text', 'text']);
});

it('a photo on a scan is a figure, its words are text, and a stamp and a vertical note are separate blocks', async () => {
  proves('parse.figures-of-scans', 'parse.tilted-text');
  const { blocks } = await chunkOf('a.png', sampleScan().toBuffer('image/png'), {});
  const figures = blocks.filter(({ type }: Chunk) => type === 'figure');
  expect(figures).toMatchObject([{ content: '', details: { type: 'figure_details' } }]);
  // On the page of 1000 × 1200 pixels, the photo extends from x = 600 to 860 and from y = 80 to 260.
  const { boundingBox, metadata } = figures[0];
  const scale = 1000 / metadata.page.width;
  for (const [side, pixels] of Object.entries({ left: 600, top: 80, right: 860, bottom: 260 }))
    expect(Math.abs(boundingBox[side] * scale - pixels), side).toBeLessThan(12);
  const texts = blocks.filter(({ type }: Chunk) => type !== 'figure').map(({ content }: Chunk) => content);
  expect(texts).toEqual([
    'HARBOUR',
    scannedLetter.join('\n'),
    'Kind regards, the shop',
    'Form 27 of the district office',
    'RECEIVED\n14 March 2024',
  ]);
});

it('tables without drawn lines, with two columns and next to text, are table blocks', async () => {
  proves('parse.tables-without-lines');
  const cells = (rows: readonly (readonly string[])[], x: readonly number[], y: number, step: number) =>
    rows.flatMap((row, line) =>
      row.map((text, column) => ({ text, x: x[column] ?? 0, y: y + line * step, size: 10 })),
    );
  const terms = [
    ['Standard delivery', 'two working days'],
    ['Return period', 'four full weeks'],
    ['Repair service', 'by partner shops'],
    ['Extended warranty', 'on request only'],
  ];
  const sums = [
    ['Green tea', '2', '8.00'],
    ['Coffee', '1', '5.00'],
    ['Sugar', '3', '2.70'],
  ];
  const text = [
    'The buyer shall receive a copy',
    'of the report before the meeting',
    'in order to prepare for a vote',
  ];
  const bytes = await samplePdf([
    [
      ...cells(terms, [72, 300], 100, 20),
      ...cells(
        [...text, ...text].map((line) => [line]),
        [72],
        300,
        12,
      ),
      ...cells(sums, [330, 440, 500], 300, 12),
    ],
  ]);
  const chunk = await chunkOf('a.pdf', bytes, {});
  expect(typesOf(chunk)).toEqual(['table', 'text', 'table']);
  expect(chunk.blocks.map(({ details }: { details: object }) => details)).toEqual([
    { type: 'table_details', rowCount: 4, columnCount: 2 },
    {},
    { type: 'table_details', rowCount: 3, columnCount: 3 },
  ]);
});

it('styleFormattingEnabled marks bold words in the content of a chunk', async () => {
  proves('parse.style-formatting');
  const bytes = await samplePdf([
    [
      { text: 'The total amount of this invoice is due', x: 72, y: 72 },
      { text: 'now', x: 287, y: 72, bold: true },
      { text: 'and must be paid in full by the end of the month.', x: 72, y: 86 },
    ],
  ]);
  const of = async (text: object) => (await chunkOf('a.pdf', bytes, { blockOptions: { text } })).content;
  expect(await of({})).toContain('is due now\nand');
  expect(await of({ styleFormattingEnabled: true })).toContain('is due **now**\nand');
});

it('without pageRotationEnabled, boxes and sizes refer to the page as it is in the file', async () => {
  proves('parse.page-rotation');
  const bytes = await samplePdf([
    [
      { text: 'First line of the landscape table', x: 100, y: 700, turn: 90 },
      { text: 'Second line of the landscape table', x: 120, y: 700, turn: 90 },
    ],
  ]);
  const first = async (pageRotationEnabled: boolean) =>
    (await chunkOf('a.pdf', bytes, { advancedOptions: { pageRotationEnabled } })).blocks[0];
  const turned = await first(true);
  const original = await first(false);
  expect(turned.metadata.page).toEqual({ number: 1, width: 792, height: 612 });
  expect(original.metadata.page).toEqual({ number: 1, width: 612, height: 792 });
  expect(original.content).toBe(turned.content);
  // The clockwise rotation by 90 degrees turns x into y. The rotation turns y into the distance from the right edge.
  const { left, right, top, bottom } = original.boundingBox;
  expect(turned.boundingBox).toEqual({ left: 792 - bottom, right: 792 - top, top: left, bottom: right });
});

it('pageRanges selects the pages that become chunks', async () => {
  proves('parse.page-ranges');
  const fileId = await service.upload('a.txt', 'one\ftwo\fthree\ffour');
  const pagesOf = async (pageRanges: object[]) => {
    const config = { advancedOptions: { pageRanges } };
    const { chunks } = (await service.post('/parse', { file: { fileId }, config })).body;
    return chunks.map(({ metadata }: Chunk) => metadata.pageRange.start);
  };
  expect(await pagesOf([])).toEqual([1, 2, 3, 4]);
  expect(
    await pagesOf([
      { start: 2, end: 2 },
      { start: 4, end: 9 },
    ]),
  ).toEqual([2, 4]);
});

it.each([
  ['parse.signature-detection', { blockOptions: { text: { signatureDetectionEnabled: true } } }],
  ['parse.figure-clipping', { blockOptions: { figures: { figureImageClippingEnabled: true } } }],
  ['parse.chunking', { chunkingStrategy: { type: 'document' } }],
  ['parse.chunking', { chunkingStrategy: { type: 'section' } }],
  ['parse.characters', { chunkingStrategy: { minCharacters: 1, maxCharacters: 5 } }],
] as const)('%s: %j changes no chunk', async (row, config) => {
  proves(row);
  const content = `${report}<p>Signature: ________</p>`;
  expect(await chunkOf('a.html', content, config)).toEqual(await chunkOf('a.html', content, {}));
});
