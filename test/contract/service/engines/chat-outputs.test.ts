import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import {
  type ChatServer,
  chatServer,
  completion,
  logprobsOf,
  pageTexts,
  type Responder,
  sendJson,
  testSettings,
} from '../../../fixtures/chat/chat-server.ts';
import { type TestService, testService } from '../../../fixtures/service/service-harness.ts';

const text = (description: string) => ({ type: ['string', 'null'], description });
const invoice = {
  schema: {
    type: 'object',
    properties: {
      invoice_number: text('Number of the invoice'),
      total: { type: ['number', 'null'], description: 'Total amount', 'service:name': 'Amount due' },
      issued: { type: ['string', 'null'], 'service:type': 'date' },
    },
    required: ['total', 'invoice_number', 'issued'],
  },
};
const classes = [
  { id: 'invoice', type: 'Invoice', description: 'An invoice' },
  { id: 'other', type: 'Other', description: 'Anything else' },
];
const lines = ['Northwind Supplies', 'Invoice number: NW-20417', 'Date: 3 April 2026', 'Total: 1,234.50 EUR'];

async function serviceWith(respond: Responder, more: Parameters<typeof testSettings>[1] = {}) {
  const server = await chatServer(respond);
  const service = await testService({
    engineModule: undefined,
    chatEngine: testSettings(server.url, more),
    log: 'none',
  });
  return { server, service };
}

async function process(service: TestService, type: string, config: object, file: object) {
  const { processor } = (await service.post('/processors', { name: type, type, config: { type, ...config } }))
    .body;
  const { body } = await service.post('/processor_runs', { processorId: processor.id, ...file, sync: true });
  return body.processorRun;
}

const rawText = lines.join('\n');
const answer =
  (members: object): Responder =>
  (_, response) =>
    sendJson(response, completion(JSON.stringify(members)));

it('extracts values with checked quotes, confidences by rule, and credits for tokens', async () => {
  const { server, service } = await serviceWith(
    answer({
      value: { total: 1234.5, invoice_number: 'NW-20417', issued: '2026-04-03' },
      quotes: [
        { path: 'total', page: 1, quote: 'Total: 1,234.50 EUR' },
        { path: 'invoice_number', page: 1, quote: 'Order number: NW-20417' },
      ],
    }),
    { key: 'k-123', prices: { input: 1, output: 4 } },
  );
  const run = await process(service, 'EXTRACT', invoice, { rawText });
  expect(run.failureMessage).toBeUndefined();
  expect(run.output.value).toEqual({ total: 1234.5, invoice_number: 'NW-20417', issued: '2026-04-03' });
  // Without token probabilities, a confidence starts at 0.8. The quote of the invoice number is not on the page, so its
  // confidence is multiplied by 0.5. The date has no quote and is printed in another format, so its confidence is
  // multiplied by 0.75.
  expect(run.output.metadata).toMatchObject({
    total: {
      logprobsConfidence: 0.8,
      citations: [{ page: 1, referenceText: 'Total: 1,234.50 EUR', polygon: [{}, {}, {}, {}] }],
    },
    invoice_number: { logprobsConfidence: 0.4, citations: [] },
    issued: { logprobsConfidence: 0.6, citations: [] },
  });
  // 900 input tokens cost 1 credit per 1,000, and 100 output tokens cost 4 credits per 1,000.
  expect(run.usage).toEqual({ credits: 1.3 });
  const [request] = server.requests;
  expect(request?.url).toBe('/v1/chat/completions');
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer k-123',
    'content-type': 'application/json',
  });
  expect(request?.body).toMatchObject({
    model: 'test-model',
    max_tokens: 8192,
    temperature: 0,
    logprobs: true,
    response_format: { type: 'json_schema', json_schema: { name: 'extraction', strict: true } },
  });
  expect(request?.body.response_format?.json_schema.schema).toMatchObject({
    type: 'object',
    required: ['value', 'quotes'],
    additionalProperties: false,
    properties: {
      value: {
        required: ['total', 'invoice_number', 'issued'],
        additionalProperties: false,
        properties: {
          total: { type: ['number', 'null'], description: 'Amount due. Total amount' },
          issued: { type: ['string', 'null'], description: 'Date in the form yyyy-mm-dd.' },
        },
      },
    },
  });
  expect(pageTexts(request as ChatServer['requests'][number])).toEqual([expect.stringContaining('NW-20417')]);
});

it('takes the confidence from the probabilities of the tokens', async () => {
  const tokens = [
    ['{"value":{"total":', 1],
    ['12', 0.9],
    ['34.5', 0.5],
    [',"invoice_number":"', 1],
    ['NW', 0.8],
    ['-20417"', 0.5],
    [',"issued":null},"quotes":[{"path":"total","page":1,"quote":"1,234.50"}]}', 0.1],
    ['<|end|>', 0.2],
  ] as const;
  const content = tokens
    .slice(0, -1)
    .map(([token]) => token)
    .join('');
  const { service } = await serviceWith((_, response) =>
    sendJson(response, completion(content, { logprobs: logprobsOf(tokens) })),
  );
  const { output } = await process(service, 'EXTRACT', invoice, { rawText });
  // The tokens of the total have the probabilities 0.9 and 0.5. The tokens of the number have the probabilities 0.8 and
  // 0.5. The number has no quote, but it is on the page.
  expect(output.metadata.total.logprobsConfidence).toBe(0.45);
  expect(output.metadata.invoice_number).toMatchObject({ logprobsConfidence: 0.4, citations: [{ page: 1 }] });
});

it('classifies with a quote, and splits a packet', async () => {
  const { server, service } = await serviceWith(({ body }, response) => {
    const isSplit = body.response_format?.json_schema.name === 'splits';
    const split = { class: 'invoice', start_page: 1, end_page: 2, identifier: 'NW-20417', observation: null };
    const members = isSplit
      ? { splits: [{ ...split, class: 'other', start_page: 3, end_page: 3 }, split] }
      : { class: 'invoice', page: 1, quote: 'Invoice number' };
    sendJson(response, completion(JSON.stringify(members)));
  });
  const pages = `${rawText}\fpage two\fpage three\fpage four`;
  const classified = await process(service, 'CLASSIFY', { classifications: classes }, { rawText: pages });
  expect(classified.output).toEqual({
    id: 'invoice',
    type: 'Invoice',
    confidence: 0.8,
    insights: [{ type: 'reasoning', content: 'Page 1: "Invoice number".' }],
  });
  expect(pageTexts(server.requests[0] as ChatServer['requests'][number])).toHaveLength(3);
  const split = await process(service, 'SPLITTER', { splitClassifications: classes }, { rawText: pages });
  expect(split.output.splits).toMatchObject([
    { classificationId: 'invoice', type: 'Invoice', startPage: 1, endPage: 2, identifier: 'NW-20417' },
    { classificationId: 'other', type: 'Other', startPage: 3, endPage: 3 },
  ]);
  expect(pageTexts(server.requests[1] as ChatServer['requests'][number])).toHaveLength(4);
});

it('sends page images if the base is not light, the config allows them and the file has a layout', async () => {
  const { server, service } = await serviceWith(
    answer({ value: { total: 1234.5, invoice_number: null, issued: null }, quotes: [] }),
  );
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [index, line] of lines.entries())
    page.drawText(line, { x: 60, y: 760 - index * 40, size: 14, font });
  const file = { file: { fileId: await service.upload('a.pdf', await pdf.save()) } };
  await process(service, 'EXTRACT', invoice, file);
  await process(service, 'EXTRACT', { ...invoice, baseProcessor: 'extraction_light' }, file);
  const textOnly = { ...invoice, advancedOptions: { advancedMultimodalEnabled: false } };
  await process(service, 'EXTRACT', textOnly, file);
  await process(service, 'EXTRACT', invoice, { rawText });
  const [withImage, ...others] = server.requests.map(({ body }) => body.messages[1].content);
  const parts = withImage as { type: string; image_url?: { url: string } }[];
  expect(parts.map(({ type }) => type)).toEqual(['text', 'image_url']);
  const [, image = ''] = /^data:image\/jpeg;base64,(.+)$/.exec(parts[1]?.image_url?.url ?? '') ?? [];
  expect([...Buffer.from(image, 'base64').subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  expect(others.map((content) => typeof content)).toEqual(['string', 'string', 'string']);
});

it('gives the output of a fields array in its own form', async () => {
  const fields = [
    { id: 'number', name: 'Number', type: 'string', description: 'Number of the invoice' },
    { id: 'sum', name: 'Sum', type: 'currency', description: 'Total' },
  ];
  const { service } = await serviceWith(
    answer({
      value: { number: 'NW-20417', sum: { amount: 1234.5, iso_4217_currency_code: 'EUR' } },
      quotes: [{ path: 'sum', page: 1, quote: '1,234.50 EUR' }],
    }),
  );
  const { output } = await process(service, 'EXTRACT', { fields }, { rawText });
  expect(output).toMatchObject({
    number: { id: 'number', type: 'string', value: 'NW-20417', confidence: 0.8, references: [{ page: 1 }] },
    sum: { value: { amount: 1234.5, iso_4217_currency_code: 'EUR' }, confidence: 0.8 },
  });
});

it('asks without quotes if the config has no citations', async () => {
  const { server, service } = await serviceWith(
    answer({ value: { total: 99, invoice_number: null, issued: null } }),
  );
  const config = { ...invoice, advancedOptions: { citationsEnabled: false } };
  const { output } = await process(service, 'EXTRACT', config, { rawText });
  expect(output.metadata).toEqual({ total: { ocrConfidence: null, logprobsConfidence: 0.8 } });
  const schema = server.requests[0]?.body.response_format?.json_schema.schema;
  expect(schema).toMatchObject({ required: ['value'] });
});

it('has another identity for another model', async () => {
  const identityFor = async (more: object) => {
    const { service } = await serviceWith(answer({}), more);
    return (await service.get('/processors')).headers.get('x-goldset-service') ?? '';
  };
  const first = await identityFor({ key: 'k-secret-9', url: 'http://127.0.0.1:1/v1/chat/completions' });
  const other = { key: 'k-other', url: 'http://127.0.0.1:1/v1/chat/completions' };
  expect(JSON.parse(first).engine).toMatch(
    /^chat-completions, test-model at http:\/\/127\.0\.0\.1:1\/v1\/chat\/completions [0-9a-f]{16}$/,
  );
  expect(await identityFor(other)).toBe(first);
  expect(await identityFor({ ...other, model: 'another' })).not.toBe(first);
});
