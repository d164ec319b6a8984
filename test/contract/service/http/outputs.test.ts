import { expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, sharedService } from '../../../fixtures/service/service-harness.ts';

// Tests the outputs of the local engine, member by member.

const service = sharedService({ engineModule: undefined });

const nullable = (type: string, description: string) => ({ type: [type, 'null'], description });
const schema = {
  type: 'object',
  required: ['invoice_number', 'total', 'line_items'],
  properties: {
    invoice_number: nullable('string', 'Invoice number'),
    total: nullable('number', 'Total amount'),
    line_items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['description', 'amount'],
        properties: {
          description: nullable('string', 'What it is'),
          amount: nullable('number', 'Amount of the line'),
        },
      },
    },
  },
};
const classes = ['invoice', 'letter'].map((id) => ({ id, type: id, description: `A ${id}.` }));
const paper = `Invoice number: INV-77
Invoice date: 3 March 2024

Description    Quantity   Amount
Red paint         2        10.00
Blue brush        1         2.50

Total: 12.50 EUR
`;

async function run(type: string, config: object, rawText = paper): Promise<Answer['body']> {
  const made = await service.post('/processors', { name: type, type, config: { type, ...config } });
  expect([made.status, made.body.error]).toEqual([200, undefined]);
  const { body } = await service.post('/processor_runs', {
    processorId: made.body.processor.id,
    rawText,
    sync: true,
  });
  expect([body.processorRun.status, body.processorRun.failureMessage ?? null]).toEqual(['PROCESSED', null]);
  return body.processorRun;
}

it('an extraction has its values, and metadata for the path of each value', async () => {
  proves('output.extraction-schema', 'output.metadata-paths', 'output.citations');
  const { output } = await run('EXTRACT', { schema });
  expect(Object.keys(output)).toEqual(['value', 'metadata']);
  expect(output.value).toEqual({
    invoice_number: 'INV-77',
    total: 12.5,
    line_items: [
      { description: 'Red paint', amount: 10 },
      { description: 'Blue brush', amount: 2.5 },
    ],
  });
  expect(Object.keys(output.metadata).sort()).toEqual([
    'invoice_number',
    'line_items[0].amount',
    'line_items[0].description',
    'line_items[1].amount',
    'line_items[1].description',
    'total',
  ]);
  for (const { ocrConfidence, logprobsConfidence, citations } of Object.values<Answer['body']>(
    output.metadata,
  )) {
    for (const confidence of [ocrConfidence, logprobsConfidence]) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(citations).toMatchObject([{ page: 1, referenceText: expect.stringMatching(/\S/) }]);
    expect(citations[0].polygon).toHaveLength(4);
    for (const point of citations[0].polygon)
      expect(point).toEqual({ x: expect.any(Number), y: expect.any(Number) });
  }
});

it('the options enable and disable citations and insights', async () => {
  proves('output.citations', 'output.insights');
  const entry = async (advancedOptions: object) =>
    (await run('EXTRACT', { schema, advancedOptions })).output.metadata.invoice_number;
  expect(await entry({ citationsEnabled: false })).not.toHaveProperty('citations');
  const full = await entry({ citationsEnabled: true, modelReasoningInsightsEnabled: true });
  expect(full.citations).toHaveLength(1);
  expect(full.insights).toEqual([{ type: 'reasoning', content: expect.stringMatching(/\w/) }]);
  expect(await entry({ modelReasoningInsightsEnabled: false })).not.toHaveProperty('insights');
});

it('a light base returns only the OCR confidence', async () => {
  proves('output.light-confidence');
  const { output } = await run('EXTRACT', { schema, baseProcessor: 'extraction_light' });
  const entries = Object.values<Answer['body']>(output.metadata);
  expect(entries.length).toBeGreaterThan(2);
  for (const entry of entries) {
    expect(entry.ocrConfidence).toEqual(expect.any(Number));
    expect(entry).not.toHaveProperty('logprobsConfidence');
  }
});

it('a classification has one of the classes, its confidence and its reason', async () => {
  proves('output.classification');
  const { output } = await run('CLASSIFY', { classifications: classes });
  expect(output).toEqual({
    id: 'invoice',
    type: 'invoice',
    confidence: expect.any(Number),
    insights: [{ type: 'reasoning', content: expect.stringMatching(/\w/) }],
  });
  expect(output.confidence).toBeGreaterThan(0.5);
  expect(output.confidence).toBeLessThanOrEqual(1);
});

it('a splitter returns the parts with their classes and pages', async () => {
  proves('output.splitter');
  const letter =
    'Dear Ms Ash,\n\nThank you for your letter. We look forward to meeting you.\n\nYours sincerely,\nB. Birch\n';
  const advancedOptions = { splitIdentifierRules: 'The invoice number' };
  const { output } = await run(
    'SPLITTER',
    { splitClassifications: classes, advancedOptions },
    `${paper}\f${letter}`,
  );
  expect(Object.keys(output)).toEqual(['splits']);
  expect(output.splits).toEqual([
    {
      id: expect.stringMatching(/\S/),
      classificationId: 'invoice',
      type: 'invoice',
      startPage: 1,
      endPage: 1,
      identifier: 'INV-77',
      observation: expect.any(String),
    },
    expect.objectContaining({
      id: expect.stringMatching(/\S/),
      classificationId: 'letter',
      type: 'letter',
      startPage: 2,
      endPage: 2,
    }),
  ]);
  expect(output.splits[0].id).not.toBe(output.splits[1].id);
});

it('a signature in print has its four members', async () => {
  proves('schema-rule.8-signature');
  const member = (type: string, more: object = {}) => ({ type: [type, 'null'], ...more });
  const properties = {
    printed_name: member('string'),
    signature_date: member('string', { 'service:type': 'date' }),
    is_signed: member('boolean'),
    title_or_role: member('string'),
  };
  const signature = {
    type: 'object',
    'service:type': 'signature',
    properties,
    required: Object.keys(properties),
  };
  const text =
    'AGREEMENT\n\nThe parties agree.\n\nSigned: /s/ Ann Ash\nName: Ann Ash\nTitle: Director\nDate: 3 March 2024\n';
  const { output } = await run(
    'EXTRACT',
    { schema: { type: 'object', properties: { signature }, required: ['signature'] } },
    text,
  );
  expect(output.value.signature).toEqual({
    printed_name: 'Ann Ash',
    signature_date: '2024-03-03',
    is_signed: true,
    title_or_role: 'Director',
  });
});

it.each([
  ['EXTRACT', 'extraction_performance', 3],
  ['EXTRACT', 'extraction_light', 0.7],
  ['SPLITTER', 'splitter_performance', 2],
  ['SPLITTER', 'splitting_light', 0.5],
  ['CLASSIFY', 'classification_performance', 1],
  ['CLASSIFY', 'classification_light', 0.3],
] as const)('a page of %s by %s costs its credits', async (type, baseProcessor, price) => {
  proves('usage.credits');
  const config = {
    EXTRACT: { schema },
    SPLITTER: { splitClassifications: classes },
    CLASSIFY: { classifications: classes },
  };
  const { usage } = await run(type, { ...config[type], baseProcessor }, 'One page.\fAnother page.');
  expect(usage.credits).toBeCloseTo(2 * price, 6);
});

it('a parsed page costs two credits', async () => {
  proves('usage.credits');
  const fileId = await service.upload('two.txt', 'One page.\fAnother page.');
  expect((await service.post('/parse', { file: { fileId }, config: {} })).body.usage).toEqual({ credits: 4 });
});

it('parsed blocks have a type, and tables have their size and the requested format', async () => {
  proves('parse.table-format', 'resource.block-details');
  const row = (item: string, price: number) => `<tr><td>${item}</td><td>${price}</td></tr>`;
  const html = `<h1>Report</h1><p>Some words of text that say how it went.</p><table>${row('apple', 1)}${row('pear', 2)}${row('plum', 3)}</table>`;
  const fileId = await service.upload('a.html', html);
  const blocks = async (tables: object) =>
    (await service.post('/parse', { file: { fileId }, config: { blockOptions: { tables } } })).body.chunks[0]
      .blocks;
  const plain = await blocks({});
  expect(plain.map(({ type }: { type: string }) => type)).toEqual(['heading', 'text', 'table']);
  expect(plain.map(({ details }: { details: object }) => details)).toEqual([
    {},
    {},
    { type: 'table_details', rowCount: 3, columnCount: 2 },
  ]);
  expect(plain[2].content).toContain('| apple | 1 |\n| pear | 2 |');
  expect((await blocks({ targetFormat: 'markdown' }))[2].content).toBe(plain[2].content);
  expect((await blocks({ targetFormat: 'html' }))[2].content).toMatch(/^<table>.*apple.*<\/table>$/s);
});

it('each kind of block can be disabled separately', async () => {
  proves('parse.block-options');
  const fileId = await service.upload(
    'b.html',
    `<p>Some words of text that say how it went.</p><table>${'<tr><td>apple</td><td>1</td></tr>'.repeat(3)}</table>`,
  );
  const kinds = async (blockOptions: object): Promise<string[]> =>
    (await service.post('/parse', { file: { fileId }, config: { blockOptions } })).body.chunks[0].blocks.map(
      ({ type }: { type: string }) => type,
    );
  expect(await kinds({})).toEqual(['text', 'table']);
  expect(await kinds({ text: { enabled: false } })).toEqual(['table']);
  expect(await kinds({ tables: { enabled: false } })).toEqual(['text']);
  expect(await kinds({ figures: { enabled: false } })).toEqual(['text', 'table']);
});
