import { describe, expect, it } from 'vitest';
import { testService } from '../../fixtures/service/service-harness.ts';

const text = { type: ['string', 'null'] };
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const of = (a: unknown) => object({ a });

describe('each rule for schemas of extraction', () => {
  it.each([
    [1, { type: 'array', items: object({}) }, 'the root must have type "object"', ''],
    [1, { type: 'object', properties: { a: text } }, 'list of required properties', '.required'],
    [1, { ...of(text), additionalProperties: 'no' }, 'must be true or false', '.additionalProperties'],
    [2, of({ type: ['datetime', 'null'] }), 'type "datetime" is not allowed', '.properties.a'],
    [2, of({ type: ['string', 'number', 'null'] }), 'one type beside null', '.properties.a'],
    [3, of({ type: 'integer' }), 'must be nullable', '.properties.a'],
    [
      4,
      of(of(of(of(of(text))))),
      'nested deeper than 3 levels',
      '.properties.a.properties.a.properties.a.properties.a',
    ],
    [5, object({ 'Total Sum': text }), 'only lower-case letters', '.properties.Total Sum'],
    [6, of({ type: 'array', items: text }), 'items of an array must be objects', '.properties.a.items'],
    [7, of({ enum: ['x'] }), 'must include null', '.properties.a.enum'],
    [7, of({ enum: ['x', 7, null] }), 'only texts and null', '.properties.a.enum[1]'],
    [
      7,
      of({ enum: ['x', 'y', null], 'service:descriptions': ['one'] }),
      'parallel to the enum',
      '.properties.a.service:descriptions',
    ],
    [8, of({ ...text, 'service:type': 'money' }), 'not a custom type', '.properties.a.service:type'],
    [8, of({ type: ['number', 'null'], 'service:type': 'date' }), 'must have type string', '.properties.a'],
    [
      8,
      of({ ...object({ amount: { type: ['number', 'null'] } }), 'service:type': 'currency' }),
      'needs iso_4217_currency_code',
      '.properties.a.properties.iso_4217_currency_code',
    ],
    [
      8,
      of({ ...object({ printed_name: text }), 'service:type': 'signature' }),
      'needs is_signed',
      '.properties.a.properties.is_signed',
    ],
    [9, of({ ...text, 'service:name': 7 }), 'must be a text', '.properties.a.service:name'],
    [10, { ...of(text), required: ['a', 'b'] }, '"b" is not a property', '.required'],
    [11, of({ ...text, anyOf: [text] }), 'anyOf is not supported', '.properties.a.anyOf'],
    [11, of({ ...text, pattern: '^x' }), 'pattern is not supported', '.properties.a.pattern'],
    [11, of({ ...text, const: 'x' }), 'const is not supported', '.properties.a.const'],
    [11, of({ ...text, if: {} }), 'if is not supported', '.properties.a.if'],
    [11, { ...of(text), $defs: {} }, '$defs is not supported', '.$defs'],
  ])('%i is told with its place (%#)', async (rule, schema, message, path) => {
    const service = await testService();
    const answer = await service.post('/processors', { name: 'P', type: 'EXTRACT', config: { schema } });
    expect(answer.status).toBe(400);
    const told = answer.body.error.split('; ').filter((one: string) => one.includes(`schema rule ${rule})`));
    expect(told.join('; ')).toContain(message);
    expect(told.join('; ')).toContain(`param: config.schema${path}`);
    expect((await service.get('/processors')).body.processors).toEqual([]);
  });

  it('are all kept by a schema that uses everything', async () => {
    const service = await testService();
    const schema = {
      ...object({
        number: { ...text, 'service:name': 'invoice number', description: 'The number.' },
        issued: { ...text, 'service:type': 'date' },
        kind: { enum: ['sale', 'credit', null], 'service:descriptions': ['A sale.', 'A credit.'] },
        total: {
          ...object({ amount: { type: ['number', 'null'] }, iso_4217_currency_code: text }),
          'service:type': 'currency',
        },
        signed: {
          ...object({
            printed_name: text,
            signature_date: { ...text, 'service:type': 'date' },
            is_signed: { type: ['boolean', 'null'] },
            title_or_role: text,
          }),
          'service:type': 'signature',
        },
        rows: { type: 'array', items: object({ count: { type: ['integer', 'null'] } }) },
      }),
      additionalProperties: false,
    };
    const answer = await service.post('/processors', { name: 'P', type: 'EXTRACT', config: { schema } });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.processor.draftVersion.config.schema).toEqual(schema);
  });
});

describe('fields arrays', () => {
  const field = (type: string, more: object = {}) => ({
    id: 'a',
    name: 'A',
    type,
    description: 'A.',
    ...more,
  });

  it.each([
    [[{ ...field('string'), id: undefined }], 'config.fields[0].id'],
    [[{ ...field('string'), description: undefined }], 'config.fields[0].description'],
    [[field('text')], 'config.fields[0].type'],
    [[field('array')], 'config.fields[0].schema'],
    [[field('object', { schema: [field('enum')] })], 'config.fields[0].schema[0].enum'],
    [[field('string'), field('number')], 'config.fields[1].id'],
  ])('%j are refused', async (fields, path) => {
    const service = await testService();
    const answer = await service.post('/processors', { name: 'P', type: 'EXTRACT', config: { fields } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${path}`)]);
  });

  it('give outputs by field, each with its id, type and value', async () => {
    const service = await testService({ engineModule: undefined });
    const fields = [
      field('string', {
        id: 'invoice_number',
        name: 'Invoice number',
        description: 'Number of the invoice.',
      }),
      field('currency', { id: 'total', name: 'Total', description: 'Total amount.' }),
      field('array', {
        id: 'lines',
        name: 'Lines',
        description: 'Line items.',
        schema: [field('string', { id: 'description', name: 'Description', description: 'What it is.' })],
      }),
    ];
    const made = await service.post('/processors', { name: 'P', type: 'EXTRACT', config: { fields } });
    expect([made.status, made.body.error]).toEqual([200, undefined]);
    const { body } = await service.post('/processor_runs', {
      processorId: made.body.processor.id,
      rawText: 'Invoice number: INV-77\n\nTotal: 12.50 EUR\n',
      sync: true,
    });
    const { output, status } = body.processorRun;
    expect([status, Object.keys(output)]).toEqual(['PROCESSED', ['invoice_number', 'total', 'lines']]);
    expect(output.invoice_number).toMatchObject({ id: 'invoice_number', type: 'string', value: 'INV-77' });
    expect(output.total).toMatchObject({
      id: 'total',
      type: 'currency',
      value: { amount: 12.5, iso_4217_currency_code: 'EUR' },
    });
    expect(output.lines).toMatchObject({ id: 'lines', type: 'array' });
    expect(output.invoice_number.references[0]).toMatchObject({
      id: 'invoice_number',
      fieldName: 'Invoice number',
      page: 1,
      boundingBoxes: [expect.any(Object)],
    });
  });
});
