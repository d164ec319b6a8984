import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { engineModules } from '../../../../src/service/engines/registry.ts';
import { sharedService, type TestService } from '../../../fixtures/service/service-harness.ts';

// The service with its local engine, which reads the uploaded files.

const service = sharedService({ engineModule: engineModules.local });
const nullableString = (description: string) => ({ type: ['string', 'null'], description });
const invoiceConfig = {
  schema: {
    type: 'object',
    properties: {
      invoice_number: nullableString('Number of the invoice'),
      total: { type: ['number', 'null'], description: 'Total amount to pay' },
    },
    required: ['invoice_number', 'total'],
  },
};
const kinds = [
  { id: 'invoice', type: 'invoice', description: 'An invoice asking for payment.' },
  { id: 'resume', type: 'resume', description: 'The resume of a person looking for work.' },
];

async function process(service: TestService, type: string, config: object, fileId: string) {
  const { processor } = (await service.post('/processors', { name: type, type, config: { type, ...config } }))
    .body;
  const { body } = await service.post('/processor_runs', {
    processorId: processor.id,
    file: { fileId },
    sync: true,
  });
  return body.processorRun;
}

const lines = ['Northwind Supplies', 'INVOICE', 'Invoice number: NW-20417', 'Total: 1,234.50 EUR'];

async function invoicePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  lines.forEach((line, i) => void page.drawText(line, { x: 60, y: 760 - i * 40, size: 14, font }));
  return pdf.save();
}

it('reads a PDF, extracts from it, classifies and splits it', async () => {
  const fileId = await service.upload('invoice.pdf', await invoicePdf());
  const extracted = await process(service, 'EXTRACT', invoiceConfig, fileId);
  expect(extracted).toMatchObject({
    status: 'PROCESSED',
    output: { value: { invoice_number: 'NW-20417', total: 1234.5 } },
    usage: { credits: 3 },
    files: [{ type: 'PDF', metadata: { pageCount: 1 } }],
  });
  const classified = await process(service, 'CLASSIFY', { classifications: kinds }, fileId);
  expect(classified.output).toMatchObject({ id: 'invoice', type: 'invoice' });
  const split = await process(service, 'SPLITTER', { splitClassifications: kinds }, fileId);
  expect(split.output.splits).toMatchObject([{ type: 'invoice', startPage: 1, endPage: 1 }]);
  const parsed = await service.post('/parse', { file: { fileId }, config: {} });
  expect(parsed.body.chunks[0].content).toContain('NW-20417');
  expect(parsed.body.chunks[0].blocks[0].metadata.page).toMatchObject({ number: 1, width: 595, height: 842 });
});

it('responds quickly while OCR reads an image', async () => {
  const canvas = createCanvas(600, 350);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 600, 350);
  context.fillStyle = 'black';
  context.font = '22px sans-serif';
  lines.forEach((line, i) => void context.fillText(line, 40, 60 + i * 60));
  const fileId = await service.upload('scan.png', canvas.toBuffer('image/png'));
  let reading = true;
  const run = process(service, 'EXTRACT', invoiceConfig, fileId).finally(() => {
    reading = false;
  });
  const times: number[] = [];
  while (reading) {
    const startedAt = performance.now();
    await service.get('/processors');
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ended = await run;
  expect(ended.failureMessage).toBeUndefined();
  expect(ended.output.value.invoice_number).toContain('20417');
  times.sort((a, b) => a - b);
  expect(times.length).toBeGreaterThan(10);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(300);
});

it.each([
  ['broken.pdf', '%PDF-1.7 and then nothing of the kind', /broken\.pdf/],
  ['empty.png', new Uint8Array(), /empty/],
  ['cut.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0), /cut\.png/],
])('rejects %s with a reason, and continues', async (name, content, message) => {
  const fileId = await service.upload(name, content);
  const processorId = await service.extractor();
  const rejected = await service.post('/processor_runs', { processorId, file: { fileId } });
  expect([rejected.status, rejected.body.error]).toEqual([400, expect.stringMatching(message)]);
  const fine = await process(
    service,
    'EXTRACT',
    invoiceConfig,
    await service.upload('a.txt', lines.join('\n')),
  );
  expect(fine.output.value.invoice_number).toBe('NW-20417');
});
