import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLines } from '../../../fixtures/documents/sample-image.ts';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';
import { long } from '../../../fixtures/long-form.ts';
import { bmpFile, tiffFile } from '../../../fixtures/pages/image-files.ts';
import { damagedScans, scanJpeg } from '../../../fixtures/pages/scans.ts';
import { docxFile, wordParagraph, wordTable, xlsxFile, zipFile } from '../../../fixtures/pages/zip-file.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService } from '../../../fixtures/service/service-harness.ts';
import type { ConformanceRow } from '../conformance-rows.ts';

// Tests every form of input with the local engine: by id, by address, as base64 and as text.

const config = {
  baseProcessor: 'extraction_light',
  schema: {
    type: 'object',
    properties: {
      invoice_number: { type: ['string', 'null'], description: 'Number of the invoice' },
    },
    required: ['invoice_number'],
  },
};
const line = 'Invoice number: NW-20417';
const rows = [
  ['Description', 'Quantity', 'Amount'],
  ['Blue paint', '2', '20.00'],
  ['Brushes', '3', '13.50'],
];
const csv = rows.map((row) => row.join(',')).join('\n');
const htmlTable = `<table>${rows.map((row) => `<tr><td>${row.join('<td>')}</tr>`).join('')}</table>`;
const markdownTable = rows.map((row) => `| ${row.join(' | ')} |`);
const inline = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const sheetRows = rows
  .map(
    (row, down) =>
      `<row r="${down + 3}">${row.map((text, at) => inline(`${'ABC'[at]}${down + 3}`, text)).join('')}</row>`,
  )
  .join('');
const sheet = `<row r="1">${inline('A1', line)}</row>${sheetRows}`;
const rtfRows = rows
  .map(
    (row) =>
      `\\trowd\\cellx1\\cellx2\\cellx3\\pard\\intbl ${row.map((text) => `${text}\\cell `).join('')}\\row`,
  )
  .join('');

interface Form {
  readonly name: string;
  readonly type: string;
  readonly bytes: () => Promise<Uint8Array> | Uint8Array;
  readonly pages?: number;
  /** Whether the parser returns the rows as a table. */
  readonly table?: boolean;
}

const text = (value: string) => () => Buffer.from(value);
const textForms: Readonly<Record<string, Form>> = {
  pdf: {
    name: 'a.pdf',
    type: 'PDF',
    bytes: () =>
      samplePdf([
        [
          { text: line, x: 72, y: 72 },
          ...rows.flatMap((row, down) =>
            row.map((text, at) => ({ text, x: 72 + 160 * at, y: 150 + 20 * down })),
          ),
        ],
        [{ text: 'Second page of it', x: 72, y: 72 }],
      ]),
    pages: 2,
    table: true,
  },
  txt: { name: 'a.txt', type: 'TXT', bytes: text(`${line}\n\fSecond page`), pages: 2 },
  md: {
    name: 'a.md',
    type: 'TXT',
    bytes: text(
      [`# Invoice`, '', line, '', markdownTable[0], '|---|---|---|', ...markdownTable.slice(1)].join('\n'),
    ),
    table: true,
  },
  csv: {
    name: 'a.csv',
    type: 'CSV',
    bytes: text(`Field,Value,\nInvoice number,NW-20417,\n${csv}`),
    table: true,
  },
  xlsx: {
    name: 'a.xlsx',
    type: 'EXCEL',
    bytes: () =>
      xlsxFile([
        { name: 'Bill', rows: sheet },
        { name: 'More', rows: sheetRows },
      ]),
    pages: 2,
    table: true,
  },
  docx: {
    name: 'a.docx',
    type: 'DOCX',
    bytes: () => docxFile(wordParagraph(line) + wordTable(rows)),
    table: true,
  },
  html: {
    name: 'a.html',
    type: 'HTML',
    bytes: text(`<!DOCTYPE html><html><body><p>${line}</p>${htmlTable}</body></html>`),
    table: true,
  },
  xml: {
    name: 'a.xml',
    type: 'XML',
    bytes: text('<?xml version="1.0"?><Invoice><InvoiceNumber>NW-20417</InvoiceNumber></Invoice>'),
  },
  rtf: {
    name: 'a.rtf',
    type: 'DOCX',
    bytes: text(`{\\rtf1\\ansi ${line}\\par ${rtfRows}\\pard }`),
    table: true,
  },
  eml: {
    name: 'a.eml',
    type: 'TXT',
    bytes: text(
      `From: a@example.test\r\nTo: b@example.test\r\nMessage-ID: <1@example.test>\r\nSubject: bill\r\nContent-Type: text/html\r\n\r\n<p>${line}</p>${htmlTable}`,
    ),
    table: true,
  },
};
// The image has only one line of text, because reading takes time in proportion to the length of the text.
const drawn = () => drawLines(['Invoice number: 20417']);
const imageForms: Readonly<Record<string, Form>> = {
  png: { name: 'a.png', type: 'IMG', bytes: () => drawn().encode('png') },
  jpg: { name: 'a.jpg', type: 'IMG', bytes: () => drawn().encode('jpeg', 95) },
  webp: { name: 'a.webp', type: 'IMG', bytes: () => drawn().encode('webp', 95) },
  gif: { name: 'a.gif', type: 'IMG', bytes: () => drawn().encode('gif', 30) },
  bmp: { name: 'a.bmp', type: 'IMG', bytes: () => bmpFile(drawn()) },
  tiff: {
    name: 'a.tiff',
    type: 'IMG',
    bytes: () => tiffFile([drawn(), drawLines(['Page 2'])]),
    pages: 2,
  },
};

const service = sharedService({ engineModule: undefined });
let processorId = '';
let served = new Map<string, Uint8Array>();
const server = createServer((request, response) => {
  const bytes = served.get(request.url ?? '');
  if (bytes === undefined) response.writeHead(404).end();
  else response.setHeader('content-type', 'application/octet-stream').end(bytes);
});

beforeAll(async () => {
  processorId = await service.extractor(config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const run = async (file: object) => {
  const { body } = await service.post('/processor_runs', { processorId, file, sync: true });
  return body.processorRun;
};
const numberOf = (ended: { output: { value: { invoice_number: string } } }) =>
  ended.output.value.invoice_number;

describe.each(Object.entries(textForms))('a file of type %s', (key, form) => {
  it('is recognised by its bytes, parsed and read by runs, in every form of input', async () => {
    proves(`input.form-${key}` as ConformanceRow);
    const bytes = await form.bytes();
    // Only the name distinguishes a comma-separated file from a text.
    const fileId = await service.upload(form.name, bytes);
    const parsed = (await service.post('/parse', { file: { fileId }, config: {} })).body;
    expect(parsed.status).toBe('PROCESSED');
    expect(parsed.chunks).toHaveLength(form.pages ?? 1);
    expect(parsed.chunks.map((chunk: { content: string }) => chunk.content).join('\n')).toContain('NW-20417');
    const blocks = parsed.chunks[0].blocks as {
      type: string;
      content: string;
      boundingBox: { right: number };
    }[];
    for (const { boundingBox } of blocks) expect(boundingBox.right).toBeGreaterThan(0);
    if (form.table === true)
      expect(blocks.find(({ type }) => type === 'table')?.content).toContain('| Brushes | 3 | 13.50 |');
    const file = (await service.get(`/files/${fileId}`)).body.file;
    expect(file).toMatchObject({ type: form.type, metadata: { pageCount: form.pages ?? 1 } });

    served = new Map([['/document', bytes]]);
    const { port } = server.address() as AddressInfo;
    const inputs = [
      { fileId },
      { fileName: form.name, fileUrl: `http://127.0.0.1:${port}/document` },
      { fileName: form.name, fileBase64: Buffer.from(bytes).toString('base64') },
    ];
    // All file types use the same code to receive an input. So `npm test` sends most types in only one form.
    const turn = Object.keys(textForms).indexOf(key) % inputs.length;
    for (const input of long || key === 'pdf' ? inputs : inputs.slice(turn, turn + 1)) {
      const ended = await run(input);
      expect([ended.status, ended.failureMessage]).toEqual(['PROCESSED', undefined]);
      expect(numberOf(ended)).toBe('NW-20417');
      expect(ended.files[0].type).toBe(form.type);
    }
  });
});

describe.each(Object.entries(imageForms))('an image of type %s', (key, form) => {
  it('is recognised by its bytes and read', async () => {
    proves(`input.form-${key}` as ConformanceRow);
    const ended = await run({
      fileName: 'scan',
      fileBase64: Buffer.from(await form.bytes()).toString('base64'),
    });
    expect([ended.status, ended.failureMessage]).toEqual(['PROCESSED', undefined]);
    expect(numberOf(ended)).toBe('20417');
    expect(ended.files[0]).toMatchObject({ type: 'IMG', metadata: { pageCount: form.pages ?? 1 } });
  }, 30_000);
});

it('prefers the type of the bytes to the type of the name', async () => {
  const recognised = ['pdf', 'xlsx', 'docx', 'html', 'xml', 'rtf', 'eml'];
  proves(...recognised.map((key) => `input.form-${key}` as ConformanceRow));
  for (const key of recognised) {
    const form = textForms[key] as Form;
    const fileId = await service.upload(`wrong.${key === 'pdf' ? 'docx' : 'zzz'}`, await form.bytes());
    expect([key, (await service.get(`/files/${fileId}`)).body.file.type]).toEqual([key, form.type]);
  }
});

it('reads raw texts in runs and in workflow runs', async () => {
  const { processorRun } = (await service.post('/processor_runs', { processorId, rawText: line, sync: true }))
    .body;
  expect([processorRun.status, numberOf(processorRun), processorRun.files[0].type]).toEqual([
    'PROCESSED',
    'NW-20417',
    'TXT',
  ]);
  const { workflow } = (await service.post('/workflows', { name: 'w' })).body;
  await service.request('PUT', `/local/workflows/${workflow.id}/definition`, { steps: [{ processorId }] });
  const created = await service.post('/workflow_runs', {
    workflowId: workflow.id,
    rawTexts: [line, 'nothing here'],
  });
  expect(created.body.workflowRuns).toHaveLength(2);
  for (const [index, { id }] of created.body.workflowRuns.entries()) {
    await expect
      .poll(async () => (await service.get(`/workflow_runs/${id}`)).body.workflowRun.status, {
        timeout: 10_000,
      })
      .toBe('PROCESSED');
    const { workflowRun } = (await service.get(`/workflow_runs/${id}`)).body;
    expect(workflowRun.files[0].name).toMatch(/\.txt$/);
    expect(numberOf(workflowRun.outputs[0])).toBe(index === 0 ? 'NW-20417' : null);
  }
});

describe('a workbook', () => {
  it('has sheets in addition to pages, and has the type CSV in old versions', async () => {
    proves('input.sheets', 'version.excel');
    const fileId = await service.upload('a.xlsx', await (textForms.xlsx as Form).bytes());
    const address = `/files/${fileId}?rawText=true&markdown=true`;
    const { file } = (await service.get(address)).body;
    expect(file.type).toBe('EXCEL');
    expect(file.contents.sheets.map((one: { sheetName: string }) => one.sheetName)).toEqual(['Bill', 'More']);
    expect(file.contents.sheets[0].rawText).toContain(line);
    expect(file.contents.sheets[1].rawText).not.toContain(line);
    const before = await service.request('GET', address, undefined, {
      'x-service-api-version': '2024-11-14',
    });
    expect(before.body.file.type).toBe('CSV');
    expect(before.body.file.contents.sheets).toBeUndefined();
    expect(before.body.file.contents.rawText).toContain(line);
    const since = await service.request('GET', address, undefined, { 'x-service-api-version': '2024-12-23' });
    expect(since.body.file.type).toBe('EXCEL');
    const parsed = (await service.post('/parse', { file: { fileId }, config: {} })).body;
    expect(parsed.chunks[1].metadata).toEqual({ pageRange: { start: 2, end: 2 }, sheetName: 'More' });
  });

  it('is split by sheet if the config requests it', async () => {
    const { processor } = (
      await service.post('/processors', {
        name: 's',
        type: 'SPLITTER',
        config: {
          type: 'SPLITTER',
          splitClassifications: [{ id: 'bill', type: 'bill', description: 'A bill' }],
          advancedOptions: { splitExcelDocumentsBySheetEnabled: true },
        },
      })
    ).body;
    const fileId = await service.upload('a.xlsx', await (textForms.xlsx as Form).bytes());
    const { body } = await service.post('/processor_runs', {
      processorId: processor.id,
      file: { fileId },
      sync: true,
    });
    expect(body.processorRun.output.splits).toMatchObject([
      { startPage: 1, endPage: 1 },
      { startPage: 2, endPage: 2 },
    ]);
  });
});

describe('pages as images', () => {
  const addressOf = async (fileId: string, page: number | string, more = '') => {
    const { file } = (await service.get(`/files/${fileId}`)).body;
    return `${file.presignedUrl.replace('/content?', `/pages/${page}?`)}${more}`;
  };

  it.each(['pdf', 'docx', 'xlsx', 'html', 'md', 'csv', 'eml', 'rtf', 'txt', 'xml'])(
    'of type %s',
    async (key) => {
      const form = textForms[key] as Form;
      const fileId = await service.upload(form.name, await form.bytes());
      const response = await fetch(await addressOf(fileId, form.pages ?? 1, '&width=600'));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const image = await loadImage(Buffer.from(await response.arrayBuffer()));
      expect(image.width).toBe(600);
      const canvas = createCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      // The page is white with some dark print.
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] as number) < 128) dark++;
      expect(dark).toBeGreaterThan(10);
      expect(dark).toBeLessThan(image.width * image.height * 0.2);
      expect((await fetch(await addressOf(fileId, (form.pages ?? 1) + 1))).status).toBe(404);
    },
  );

  it('are rejected without a signature, and if the page or the file does not exist', async () => {
    const fileId = await service.upload('a.txt', 'x');
    const address = await addressOf(fileId, 1);
    expect((await fetch(address.replace(/signature=./, 'signature=z'))).status).toBe(404);
    expect((await fetch(await addressOf(fileId, 'x'))).status).toBe(400);
    expect((await fetch(await addressOf(fileId, 1, '&width=100000'))).status).toBe(400);
    const broken = await fetch(await addressOf(await service.upload('b.pdf', '%PDF-1.7\n1 0 obj'), 1));
    expect([broken.status, await broken.json()]).toMatchObject([422, { success: false }]);
  });
});

describe('a broken or malicious file', () => {
  const word = docxFile(wordParagraph(line));
  const cases: readonly [string, string, Uint8Array, RegExp][] = [
    [
      'a zip bomb',
      'a.docx',
      zipFile([{ name: 'word/document.xml', content: Buffer.alloc(20_000_000), declaredSize: 2 ** 32 - 2 }]),
      /too large.*at most.*Store/,
    ],
    [
      'entities that grow',
      'a.xml',
      Buffer.from('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><l>&b;</l>'),
      /entities.*without its entity declarations/,
    ],
    [
      'entities from elsewhere',
      'b.xml',
      Buffer.from('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>'),
      /entities/,
    ],
    [
      'endless nesting',
      'a.html',
      Buffer.from(`<html><body>${'<div>'.repeat(100_000)}`),
      /nested in each other.*flat structure/,
    ],
    [
      'other bytes than its name says',
      'a.pdf',
      Uint8Array.from([0, 1, 2, 3]),
      /unsupported.*Convert the file/,
    ],
    [
      'an archive that is not a document',
      'a.docx',
      zipFile([{ name: 'x', content: 'y' }]),
      /zip archive.*Convert the file/,
    ],
    [
      'a workbook of the old kind',
      'a.xls',
      Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      /old binary format.*Convert the file/,
    ],
    ['a truncated Word document', 'b.docx', word.subarray(0, word.length - 40), /incomplete.*Replace/],
    ['a truncated PDF', 'b.pdf', Buffer.from('%PDF-1.7\n1 0 obj'), /not a readable PDF.*Replace/],
    ['a truncated image', 'a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), /not a readable PNG.*Replace/],
    [
      'a photograph that is cut off',
      'a.jpg',
      scanJpeg.subarray(0, scanJpeg.length / 2),
      /not a readable JPG: it is cut off after \d+ bytes.*Replace/,
    ],
    [
      'a scan that cannot be decoded',
      'scan.pdf',
      damagedScans['JPEG 2000 image of noise']?.[0] as Buffer,
      /page 1: an image cannot be decoded: JPXDecode.*Replace/,
    ],
  ];

  it.each(cases)(
    'is rejected, or fails its run, with a reason and its fix: %s',
    async (_name, fileName, bytes, message) => {
      proves('input.form-hostile');
      const file = { fileName, fileBase64: Buffer.from(bytes).toString('base64') };
      const { status, body } = await service.post('/processor_runs', { processorId, file, sync: true });
      // A run is created only if the file can be opened.
      const expected =
        fileName === 'scan.pdf' ? [200, 'FAILED', 'FAILED_TO_PROCESS_FILE'] : [400, undefined, undefined];
      expect([status, body.processorRun?.status, body.processorRun?.failureReason]).toEqual(expected);
      expect(body.processorRun?.failureMessage ?? body.error).toMatch(message);
      expect((await service.get('/local/health')).status).toBe(200);
    },
  );
});
