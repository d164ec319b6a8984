import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

const text = { type: ['string', 'null'] };
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const of = (a: unknown) => object({ a });

describe('each rule for schemas of extraction', () => {
  it.each([
    ['schema-rule.1-root', { type: 'array', items: object({}) }, 'the root must have the type "object"', ''],
    [
      'schema-rule.1-required',
      { type: 'object', properties: { a: text } },
      'list of required properties',
      '.required',
    ],
    [
      'schema-rule.1-additional',
      { ...of(text), additionalProperties: 'no' },
      'must be true or false',
      '.additionalProperties',
    ],
    ['schema-rule.1-root', { ...of(text), type: ['object', 'null'] }, 'must not be nullable', ''],
    [
      'schema-rule.1-root',
      { type: ['null', 'object'], properties: {}, required: [] },
      'must not be nullable',
      '',
    ],
    ['schema-rule.1-properties', of({ type: 'object' }), 'must have properties', '.properties.a'],
    [
      'schema-rule.1-properties',
      of({ type: 'array', items: { type: 'object', required: [] } }),
      'must have properties',
      '.properties.a.items',
    ],
    ['schema-rule.2', of({ type: ['datetime', 'null'] }), 'type "datetime" is not allowed', '.properties.a'],
    [
      'schema-rule.2',
      of({ type: ['string', 'number', 'null'] }),
      'one type, or one type and "null"',
      '.properties.a',
    ],
    ['schema-rule.3', of({ type: 'integer' }), 'must be nullable', '.properties.a'],
    [
      'schema-rule.4',
      of(of(of(of(of(text))))),
      'nested deeper than 3 levels',
      '.properties.a.properties.a.properties.a.properties.a',
    ],
    ['schema-rule.5', object({ 'Total Sum': text }), 'only lower-case letters', '.properties.Total Sum'],
    [
      'schema-rule.6',
      of({ type: 'array', items: text }),
      'items of an array must be objects',
      '.properties.a.items',
    ],
    ['schema-rule.7-null', of({ enum: ['x'] }), 'must have null as one option', '.properties.a.enum'],
    ['schema-rule.3', of({ type: 'string', enum: ['x', null] }), 'must be nullable', '.properties.a'],
    ['schema-rule.3', of({ type: ['string'], enum: ['x', null] }), 'must be nullable', '.properties.a'],
    [
      'schema-rule.7-strings',
      of({ type: ['number', 'null'], enum: ['1', null] }),
      'only texts',
      '.properties.a.enum',
    ],
    ['schema-rule.7-strings', of({ ...of(text), enum: ['1', null] }), 'only texts', '.properties.a.enum'],
    ['schema-rule.7-strings', of({ enum: ['x', 7, null] }), 'only texts and null', '.properties.a.enum[1]'],
    [
      'schema-rule.7-descriptions',
      of({ enum: ['x', 'y', null], 'service:descriptions': ['one'] }),
      'one per option of the enum',
      '.properties.a.service:descriptions',
    ],
    [
      'schema-rule.8-known',
      of({ ...text, 'service:type': 'money' }),
      'not a custom type',
      '.properties.a.service:type',
    ],
    [
      'schema-rule.8-known',
      of({ ...text, 'service:type': 1 }),
      'not a custom type',
      '.properties.a.service:type',
    ],
    [
      'schema-rule.8-currency',
      of({
        ...object({ amount: { type: ['number', 'null'] }, iso_4217_currency_code: text, unit: text }),
        'service:type': 'currency',
      }),
      'a currency has no property "unit"',
      '.properties.a.properties.unit',
    ],
    [
      'schema-rule.8-date',
      of({ type: ['number', 'null'], 'service:type': 'date' }),
      'must have the type "string"',
      '.properties.a',
    ],
    [
      'schema-rule.8-currency',
      of({ ...object({ amount: { type: ['number', 'null'] } }), 'service:type': 'currency' }),
      'needs "iso_4217_currency_code"',
      '.properties.a.properties.iso_4217_currency_code',
    ],
    [
      'schema-rule.8-signature',
      of({ ...object({ printed_name: text }), 'service:type': 'signature' }),
      'needs "is_signed"',
      '.properties.a.properties.is_signed',
    ],
    [
      'schema-rule.9',
      of({ ...text, 'service:name': 7 }),
      'must be a non-empty text',
      '.properties.a.service:name',
    ],
    ['schema-rule.10', { ...of(text), required: ['a', 'b'] }, '"b" is not a property', '.required'],
    [
      'schema-rule.11-composition',
      of({ ...text, anyOf: [text] }),
      '"anyOf" is not supported',
      '.properties.a.anyOf',
    ],
    [
      'schema-rule.11-validation',
      of({ ...text, pattern: '^x' }),
      '"pattern" is not supported',
      '.properties.a.pattern',
    ],
    [
      'schema-rule.11-constant',
      of({ ...text, const: 'x' }),
      '"const" is not supported',
      '.properties.a.const',
    ],
    ['schema-rule.11-conditional', of({ ...text, if: {} }), '"if" is not supported', '.properties.a.if'],
    ['schema-rule.11-composition', { ...of(text), $defs: {} }, '"$defs" is not supported', '.$defs'],
  ] as const)('%s is reported with its place (%#)', async (row, schema, message, path) => {
    proves(row, 'error.400.config');
    const rule = Number.parseInt(row.slice('schema-rule.'.length), 10);
    const { processors } = (await service.get('/processors')).body;
    const answer = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', schema },
    });
    expect(answer.status).toBe(400);
    const messages = answer.body.error
      .split('; ')
      .filter((one: string) => one.includes(`schema rule ${rule})`));
    expect(messages.join('; ')).toContain(message);
    expect(messages.join('; ')).toContain(`param: config.schema${path}`);
    expect((await service.get('/processors')).body.processors).toEqual(processors);
  });

  it.each([
    [
      'schema-rule.11-composition',
      [
        'anyOf',
        'oneOf',
        'allOf',
        'not',
        '$ref',
        '$defs',
        'definitions',
        '$recursiveRef',
        '$anchor',
        '$dynamicAnchor',
      ],
    ],
    [
      'schema-rule.11-conditional',
      ['if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'dependencies'],
    ],
    ['schema-rule.11-constant', ['const']],
    [
      'schema-rule.11-validation',
      [
        ...['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
        ...[
          'exclusiveMaximum',
          'multipleOf',
          'minItems',
          'maxItems',
          'uniqueItems',
          'minProperties',
          'maxProperties',
        ],
        ...['patternProperties', 'propertyNames', 'contains', 'prefixItems'],
      ],
    ],
  ] as const)('%s: reports each of the keywords in every place', async (row, keywords) => {
    proves(row);
    for (const keyword of keywords)
      for (const [place, schema] of [
        ['', { ...of(text), [keyword]: {} }],
        ['.properties.a', of({ ...text, [keyword]: {} })],
        ['.properties.a.items.properties.a', of({ type: 'array', items: of({ ...text, [keyword]: {} }) })],
      ] as const) {
        const { status, body } = await service.post('/processors', {
          name: 'P',
          type: 'EXTRACT',
          config: { type: 'EXTRACT', schema },
        });
        expect([keyword, status, body.error]).toEqual([
          keyword,
          400,
          expect.stringContaining(
            `"${keyword}" is not supported (schema rule 11) param: config.schema${place}.${keyword}`,
          ),
        ]);
      }
  });

  it('accept schemas at their bounds: three levels, every type, keys with every letter', async () => {
    proves(
      'schema-rule.2',
      'schema-rule.3',
      'schema-rule.4',
      'schema-rule.5',
      'schema-rule.6',
      'schema-rule.7-null',
    );
    const make = (schema: object) =>
      service.post('/processors', { name: 'P', type: 'EXTRACT', config: { type: 'EXTRACT', schema } });
    const rows = (items: object) => ({ type: 'array', items });
    const types = ['string', 'number', 'integer', 'boolean'].map((type) => [
      `a_${type}`,
      { type: [type, 'null'] },
    ]);
    for (const schema of [
      of(of(of(of(text)))),
      of(rows(of(rows(of(rows(of(text))))))),
      object({ ...Object.fromEntries(types), an_object: of(text), an_array: rows(of(text)) }),
      object({ abcdefghijklmnopqrstuvwxyz_0123456789: text, _: { enum: [null] }, e: { enum: ['x', null] } }),
    ]) {
      const { status, body } = await make(schema);
      expect([status, body.error]).toEqual([200, undefined]);
    }
    for (const deep of [of(of(of(of(of(text))))), of(rows(of(rows(of(rows(of(rows(of(text)))))))))])
      expect((await make(deep)).body.error).toContain('(schema rule 4)');
    for (const key of ['A', 'ä', 'a-b', 'a.b', ''])
      expect((await make(object({ [key]: text }))).body.error).toContain('(schema rule 5)');
    for (const type of ['string', 'number', 'integer', 'boolean'])
      for (const bare of [type, [type]])
        expect((await make(of({ type: bare }))).body.error).toContain('(schema rule 3)');
    for (const type of ['null', 'date', 'file', 'any'])
      expect((await make(of({ type: [type, 'null'] }))).body.error).toContain('(schema rule 2)');
    for (const items of [undefined, text, rows(of(text)), { enum: ['x', null] }])
      expect((await make(of({ type: 'array', items }))).body.error).toContain('(schema rule 6)');
  });

  it('accept a schema that uses every feature', async () => {
    proves(
      'schema-rule.1-additional',
      'schema-rule.8-signature',
      'schema-rule.8-currency',
      'schema-rule.8-date',
    );
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
    const answer = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', schema },
    });
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
    ['fields-array.id', [{ ...field('string'), id: undefined }], 'config.fields[0].id'],
    ['fields-array.name', [{ ...field('string'), name: undefined }], 'config.fields[0].name'],
    [
      'fields-array.description',
      [{ ...field('string'), description: undefined }],
      'config.fields[0].description',
    ],
    ['fields-array.type', [field('text')], 'config.fields[0].type'],
    ['fields-array.schema', [field('array')], 'config.fields[0].schema'],
    ['fields-array.enum', [field('object', { schema: [field('enum')] })], 'config.fields[0].schema[0].enum'],
    ['fields-array.id', [field('string'), field('number')], 'config.fields[1].id'],
  ] as const)('%s: rejects %j', async (row, fields, path) => {
    proves(row);
    const answer = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', fields },
    });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${path}`)]);
  });

  it('accept each of the nine types, including nested ones', async () => {
    proves('fields-array.type', 'fields-array.schema', 'fields-array.enum');
    const simple = ['string', 'number', 'currency', 'boolean', 'date', 'signature'].map((type) =>
      field(type, { id: type }),
    );
    const options = field('enum', { id: 'enum', enum: [{ value: 'x', description: 'X.' }] });
    const fields = [
      ...simple,
      options,
      field('array', { id: 'array', schema: [...simple, options] }),
      field('object', { id: 'object', schema: [field('object', { id: 'inner', schema: [options] })] }),
    ];
    const made = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', fields },
    });
    expect([made.status, made.body.error]).toEqual([200, undefined]);
    expect(made.body.processor.draftVersion.config.fields).toEqual(fields);
    for (const [wrong, place] of [
      [{ enum: ['x'] }, 'enum[0]'],
      [{ enum: [{ value: 'x' }] }, 'enum[0].description'],
    ] as const) {
      const bad = [field('enum', wrong)];
      const { body } = await service.post('/processors', {
        name: 'P',
        type: 'EXTRACT',
        config: { type: 'EXTRACT', fields: bad },
      });
      expect(body.error).toContain(`param: config.fields[0].${place}`);
    }
  });

  it('produce one output per field, with its id, type and value', async () => {
    proves('output.extraction-fields');
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
    const made = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', fields },
    });
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
