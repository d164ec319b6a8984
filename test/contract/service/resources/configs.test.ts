import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { extractConfig, sharedService, type TestService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

const classes = ['a', 'b'].map((id) => ({ id, type: id, description: id }));
const least = {
  EXTRACT: extractConfig,
  CLASSIFY: { type: 'CLASSIFY', classifications: classes },
  SPLITTER: { type: 'SPLITTER', splitClassifications: classes },
} as const;
type Kind = keyof typeof least;

async function create(service: TestService, type: Kind, more: object) {
  return service.post('/processors', { name: 'P', type, config: { ...least[type], ...more } });
}

describe('members of configs', () => {
  it.each([
    ['config.base-processors', 'EXTRACT', 'baseProcessor', ['extraction_performance', 'extraction_light']],
    [
      'config.base-processors',
      'CLASSIFY',
      'baseProcessor',
      ['classification_performance', 'classification_light'],
    ],
    [
      'config.base-processors',
      'SPLITTER',
      'baseProcessor',
      ['splitter_performance', 'splitting_performance', 'splitting_light'],
    ],
    [
      'config.extract-options',
      'EXTRACT',
      'advancedOptions.chunkingOptions.chunkingStrategy',
      ['standard', 'semantic'],
    ],
    [
      'config.extract-options',
      'EXTRACT',
      'advancedOptions.chunkingOptions.chunkSelectionStrategy',
      ['intelligent', 'confidence', 'take_first', 'take_last'],
    ],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.chunkingOptions.pageChunkSize', [5]],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.fixedPageLimit', [1, 7]],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.citationsEnabled', [true, false]],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.modelReasoningInsightsEnabled', [true, false]],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.advancedMultimodalEnabled', [true, false]],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.advancedFigureParsingEnabled', [true, false]],
    ['config.extract-options', 'EXTRACT', 'extractionRules', ['a rule']],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.documentKind', ['an invoice']],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.keyDefinitions', ['net: without tax']],
    [
      'config.extract-options',
      'EXTRACT',
      'advancedOptions.chunkingOptions.customSemanticChunkingRules',
      ['by heading'],
    ],
    ['config.extract-options', 'EXTRACT', 'advancedOptions.arrayCitationStrategy', ['item']],
    ['config.classify-options', 'CLASSIFY', 'classificationRules', ['a rule']],
    ['config.split-options', 'SPLITTER', 'splitRules', ['a rule']],
    ['config.split-options', 'SPLITTER', 'advancedOptions.splitIdentifierRules', ['the number']],
    ['config.parser', 'EXTRACT', 'parser', [{ target: 'spatial' }]],
    ['config.parser', 'CLASSIFY', 'parser', [{ target: 'markdown' }]],
    ['config.parser', 'SPLITTER', 'parser', [{ chunkingStrategy: { type: 'page' } }]],
    ['config.classify-options', 'CLASSIFY', 'advancedOptions.context', ['default', 'max']],
    ['config.classify-options', 'CLASSIFY', 'advancedOptions.fixedPageLimit', [2]],
    ['config.classify-options', 'CLASSIFY', 'advancedOptions.advancedMultimodalEnabled', [true]],
    ['config.split-options', 'SPLITTER', 'advancedOptions.splitMethod', ['high_precision', 'low_latency']],
    ['config.split-options', 'SPLITTER', 'advancedOptions.splitExcelDocumentsBySheetEnabled', [true, false]],
    ['config.split-options', 'SPLITTER', 'advancedOptions.fixedPageLimit', [3]],
  ] as const)('%s: %s accepts %s of %j, and rejects other types', async (row, type, member, good) => {
    proves(row);
    // A list of several texts contains the options of an enum. A list with one text is an example of free
    // text.
    const isWord = (values: readonly unknown[]): boolean =>
      values.length > 1 && typeof values[0] === 'string';
    const nested = (value: unknown): object =>
      member.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
    for (const value of good) {
      const { status, body } = await create(service, type, nested(value));
      expect([value, status, body.error]).toEqual([value, 200, undefined]);
      expect(body.processor.draftVersion.config).toMatchObject(nested(value));
    }
    for (const value of [
      ...(isWord(good) ? ['no such word'] : member === 'parser' ? ['spatial', { target: 'html' }] : [{}]),
      [],
    ]) {
      const { status, body } = await create(service, type, nested(value));
      expect([value, status, body.error]).toEqual([
        value,
        400,
        expect.stringContaining(`param: config.${member}`),
      ]);
    }
  });

  it.each([
    ['config.type-matches', 'EXTRACT', { type: 'CLASSIFY' }, 'config.type'],
    ['config.base-version', 'EXTRACT', { baseVersion: '1.0.0' }, 'config.baseProcessor'],
    ['config.base-version', 'CLASSIFY', { baseVersion: '1.0.0' }, 'config.baseProcessor'],
    ['config.base-version', 'SPLITTER', { baseVersion: '1.0.0' }, 'config.baseProcessor'],
    ['config.classifications', 'CLASSIFY', { classifications: [] }, 'config.classifications'],
    [
      'config.classifications',
      'CLASSIFY',
      { classifications: [{ type: 'a', description: 'a' }] },
      'config.classifications[0].id',
    ],
    [
      'config.classifications',
      'CLASSIFY',
      { classifications: [{ id: 'a', description: 'a' }] },
      'config.classifications[0].type',
    ],
    [
      'config.classifications',
      'CLASSIFY',
      { classifications: [{ id: 'a', type: 'a' }] },
      'config.classifications[0].description',
    ],
    [
      'config.classifications',
      'CLASSIFY',
      { classifications: [...classes, classes[1]] },
      'config.classifications[2].id',
    ],
    ['config.split-classifications', 'SPLITTER', { splitClassifications: [] }, 'config.splitClassifications'],
    [
      'config.split-classifications',
      'SPLITTER',
      { splitClassifications: [{ type: 'a', description: 'a' }] },
      'config.splitClassifications[0].id',
    ],
    [
      'config.split-classifications',
      'SPLITTER',
      { splitClassifications: [{ id: 'a', description: 'a' }] },
      'config.splitClassifications[0].type',
    ],
    [
      'config.split-classifications',
      'SPLITTER',
      { splitClassifications: [{ id: 'a', type: 'a' }] },
      'config.splitClassifications[0].description',
    ],
    [
      'config.split-classifications',
      'SPLITTER',
      { splitClassifications: [classes[0], classes[0]] },
      'config.splitClassifications[1].id',
    ],
    [
      'config.page-ranges',
      'EXTRACT',
      { advancedOptions: { pageRanges: [{ start: 0, end: 1 }] } },
      'config.advancedOptions.pageRanges[0].start',
    ],
  ] as const)('%s: %s with %j is rejected', async (row, type, more, field) => {
    proves(row);
    const { status, body } = await create(service, type, more);
    expect([status, body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
  });

  it('require a schema or fields in every config', async () => {
    proves('config.schema-or-fields');
    const processorId = await service.extractor();
    const config = { type: 'EXTRACT', extractionRules: 'x' };
    for (const [address, body] of [
      [`/processors/${processorId}`, { config }],
      [`/processors/${processorId}/publish`, { releaseType: 'major', config }],
      ['/processor_runs', { processorId, rawText: 'x', config }],
    ] as const)
      expect((await service.post(address, body)).body.error).toContain('param: config.schema');
  });

  it('have unique field ids within a level', async () => {
    proves('fields-array.id');
    const field = (id: string, more: object = {}) => ({
      id,
      name: id,
      type: 'string',
      description: id,
      ...more,
    });
    const make = (fields: unknown[]) =>
      service.post('/processors', { name: 'P', type: 'EXTRACT', config: { type: 'EXTRACT', fields } });
    const nested = field('rows', { type: 'array', schema: [field('a'), field('a')] });
    expect((await make([field('a'), nested])).body.error).toContain('param: config.fields[1].schema[1].id');
    const other = field('rows', { type: 'array', schema: [field('a'), field('b')] });
    expect((await make([field('a'), other])).status).toBe(200);
  });
});

describe('extraction schemas', () => {
  const text = { type: ['string', 'null'] };
  const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
    type: 'object',
    properties,
    required,
  });
  const service = sharedService({ engineModule: undefined });
  const run = async (schema: object, rawText: string) => {
    const made = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', schema },
    });
    expect([made.status, made.body.error]).toEqual([200, undefined]);
    const processorId = made.body.processor.id;
    const { body } = await service.post('/processor_runs', { processorId, rawText, sync: true });
    expect([body.processorRun.status, body.processorRun.failureMessage]).toEqual(['PROCESSED', undefined]);
    return body.processorRun.output.value;
  };
  const paper = 'Invoice number: INV-77\nInvoice date: 3 March 2024\nTotal: 12.50 EUR\n';

  it('prefer names to keys, and order the output like `required`', async () => {
    proves('schema-rule.9', 'schema-rule.10');
    const schema = object(
      { total: { type: ['number', 'null'] }, x1: { ...text, 'service:name': 'Invoice number' } },
      ['x1', 'total'],
    );
    const value = await run(schema, paper);
    expect(value).toEqual({ x1: 'INV-77', total: 12.5 });
    expect(Object.keys(value)).toEqual(['x1', 'total']);
  });

  it.each(['service', 'acme'])('accept custom types with the word "%s"', async (word) => {
    proves('schema-rule.8-date', 'schema-rule.8-currency', 'schema-rule.any-word');
    const money = object({ amount: { type: ['number', 'null'] }, iso_4217_currency_code: text });
    const schema = object({
      invoice_date: { ...text, [`${word}:type`]: 'date' },
      total: { ...money, [`${word}:type`]: 'currency' },
      x1: { ...text, [`${word}:name`]: 'Invoice number' },
    });
    expect(await run(schema, paper)).toEqual({
      invoice_date: '2024-03-03',
      total: { amount: 12.5, iso_4217_currency_code: 'EUR' },
      x1: 'INV-77',
    });
  });

  it('check custom types with any word, and name the key as the request has it', async () => {
    proves('schema-rule.any-word', 'schema-rule.8-known');
    const schema = object({ a: { ...text, 'acme:type': 'money' } });
    const { status, body } = await service.post('/processors', {
      name: 'P',
      type: 'EXTRACT',
      config: { type: 'EXTRACT', schema },
    });
    expect([status, body.error]).toEqual([
      400,
      expect.stringContaining('(schema rule 8) param: config.schema.properties.a.acme:type'),
    ]);
  });
});

describe('the required members of a config', () => {
  const { schema } = extractConfig;
  const fields = [{ id: 'a', name: 'a', type: 'string', description: 'a' }];

  it.each([
    ['config.type-required', 'EXTRACT', { schema }, 'type'],
    ['config.type-required', 'EXTRACT', {}, 'type'],
    ['config.type-required', 'CLASSIFY', { classifications: classes }, 'type'],
    ['config.type-required', 'SPLITTER', { splitClassifications: classes }, 'type'],
    ['config.type-required', 'EXTRACT', { type: null, schema }, 'type'],
    ['config.type-matches', 'EXTRACT', { type: 'CLASSIFY', classifications: classes }, 'type'],
    ['config.schema-or-fields', 'EXTRACT', { type: 'EXTRACT' }, 'schema'],
    ['config.schema-or-fields', 'EXTRACT', { type: 'EXTRACT', extractionRules: 'r' }, 'schema'],
    ['config.classifications', 'CLASSIFY', { type: 'CLASSIFY' }, 'classifications'],
    ['config.classifications', 'CLASSIFY', { type: 'CLASSIFY', classifications: [] }, 'classifications'],
    ['config.split-classifications', 'SPLITTER', { type: 'SPLITTER' }, 'splitClassifications'],
  ] as const)('%s: every operation with a config rejects %s %j', async (row, type, config, member) => {
    proves(row, 'error.400.config');
    const { id } = (await service.post('/processors', { name: 'P', type })).body.processor;
    for (const [path, body] of [
      ['/processors', { name: 'P', type, config }],
      [`/processors/${id}`, { config }],
      [`/processors/${id}/publish`, { releaseType: 'minor', config }],
      ['/processor_runs', { processorId: id, rawText: 'x', config }],
    ] as const) {
      const { status, body: answer } = await service.post(path, body);
      expect([path, status]).toEqual([path, 400]);
      expect(answer.error).toMatch(new RegExp(`param: config\\.${member}$`));
    }
    expect((await service.get(`/processors/${id}/versions`)).body.versions).toHaveLength(1);
  });

  it('may be absent if there is no config or in a copy of a processor; type also in older versions', async () => {
    proves('config.defaults', 'config.clone');
    for (const type of ['EXTRACT', 'CLASSIFY', 'SPLITTER'])
      expect(
        (await service.post('/processors', { name: 'P', type })).body.processor.draftVersion.config.type,
      ).toBe(type);
    const cloneProcessorId = await service.extractor({ fields });
    const config = { type: 'EXTRACT', extractionRules: 'more' };
    const copy = await service.post('/processors', { name: 'P', type: 'EXTRACT', cloneProcessorId, config });
    expect(copy.body.processor.draftVersion.config).toMatchObject({ fields, extractionRules: 'more' });
    const old = await service.request(
      'POST',
      '/processors',
      { name: 'P', type: 'EXTRACT', config: { schema } },
      { 'x-service-api-version': '2024-12-23' },
    );
    expect([old.status, old.body.processor?.draftVersion.config.type]).toEqual([200, 'EXTRACT']);
  });
});
