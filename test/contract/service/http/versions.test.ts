import { describe, expect, it } from 'vitest';
import { apiVersions } from '../../../../src/model/wire/api-version.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  type Answer,
  extractConfig,
  sharedService,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

const classes = ['invoice', 'letter'].map((id) => ({ id, type: id, description: id }));
const current = '2025-04-21';
const older = apiVersions.filter((version) => version !== current);

/**
 * Returns functions that send requests with this API version. They write the header without `x-` and partly
 * in capitals, which the service also accepts.
 */
function under(service: TestService, version: string) {
  const headers = { 'x-service-api-version': undefined, 'SERVICE-Api-Version': version };
  return {
    get: (address: string): Promise<Answer> => service.request('GET', address, undefined, headers),
    post: (address: string, body: unknown): Promise<Answer> =>
      service.request('POST', address, body, headers),
  };
}

/**
 * The config of one processor per kind, in the shape of earlier API versions (`before`) and of later ones (`after`).
 */
const shapes = [
  {
    type: 'EXTRACT',
    before: {
      type: 'EXTRACT',
      schema: extractConfig.schema,
      baseProcessor: 'extraction_light',
      customExtractionRules: 'Dates as printed.',
      includeBoundingBoxCitations: true,
      includeModelReasoning: false,
      customDocumentKind: 'invoice',
      customDefinitions: 'Net: without tax.',
      advancedOptions: { fixedPageLimit: 3 },
      someLaterForgottenKey: { a: [1] },
    },
    after: {
      type: 'EXTRACT',
      schema: extractConfig.schema,
      baseProcessor: 'extraction_light',
      extractionRules: 'Dates as printed.',
      advancedOptions: {
        citationsEnabled: true,
        modelReasoningInsightsEnabled: false,
        documentKind: 'invoice',
        keyDefinitions: 'Net: without tax.',
        fixedPageLimit: 3,
      },
      legacy: { someLaterForgottenKey: { a: [1] } },
    },
  },
  {
    type: 'CLASSIFY',
    before: {
      type: 'CLASSIFY',
      baseProcessor: 'classification_performance',
      classifications: classes,
      customClassificationRules: 'Letters have a salutation.',
      advancedOptions: { context: 'max' },
    },
    after: {
      type: 'CLASSIFY',
      baseProcessor: 'classification_performance',
      classifications: classes,
      classificationRules: 'Letters have a salutation.',
      advancedOptions: { context: 'max' },
    },
  },
  {
    type: 'SPLITTER',
    before: {
      type: 'SPLITTER',
      baseProcessor: 'splitter_performance',
      subDocumentClassifications: classes,
      customSplitterRules: 'A letter ends with a signature.',
      customReminders: 'Mind the annexes.',
      identifierRules: 'The number of the invoice.',
      advancedOptions: { splitMethod: 'low_latency', splitExcelDocumentsBySheetEnabled: true },
    },
    after: {
      type: 'SPLITTER',
      baseProcessor: 'splitter_performance',
      splitClassifications: classes,
      splitRules: 'A letter ends with a signature.',
      advancedOptions: {
        splitIdentifierRules: 'The number of the invoice.',
        splitMethod: 'low_latency',
        splitExcelDocumentsBySheetEnabled: true,
      },
      legacy: { customReminders: 'Mind the annexes.' },
    },
  },
];

describe.each(shapes)('the config of $type processors', ({ type, before, after }) => {
  it('from an older version has the current shape in the current version, and vice versa', async () => {
    const old = under(service, '2024-12-23');
    const now = under(service, current);
    const created = await old.post('/processors', { name: 'P', type, config: before });
    expect([created.status, created.body.error]).toEqual([200, undefined]);
    const id = created.body.processor.id;
    const baseVersion = '1.0.0';
    expect(created.body.processor.draftVersion.config).toEqual({ ...before, baseVersion });
    const read = (await now.get(`/processors/${id}`)).body.processor.draftVersion.config;
    expect(read).toEqual({ ...after, baseVersion });
    // In both API versions, sending the same config back changes nothing.
    await now.post(`/processors/${id}`, { config: read });
    const again = (await old.get(`/processors/${id}`)).body.processor.draftVersion.config;
    expect(again).toEqual({ ...before, baseVersion });
  });

  it('is accepted and returned in the shape of every older version, in every operation', async () => {
    proves('version.affected-operations', 'rename.unchanged');
    const now = under(service, current);
    const { body } = await now.post('/processors', { name: 'P', type });
    const id = body.processor.id;
    for (const version of older) {
      const old = under(service, version);
      const updated = await old.post(`/processors/${id}`, { config: before });
      expect(updated.body.processor.draftVersion.config).toMatchObject(before);
      const published = await old.post(`/v1/processors/${id}/publish`, {
        releaseType: 'minor',
        config: before,
      });
      expect(published.body.processorVersion.config).toMatchObject(before);
      const versionId = published.body.processorVersion.id;
      const { versions } = (await old.get(`/processors/${id}/versions`)).body;
      for (const one of versions) expect(one.config).toMatchObject(before);
      const one = `/processors/${id}/versions/${versionId}`;
      expect((await old.get(one)).body.version.config).toMatchObject(before);
      expect((await now.get(one)).body.version.config).toMatchObject(after);
      const run = await old.post('/processor_runs', { processorId: id, rawText: 'x', config: before });
      expect(run.body.processorRun.config).toMatchObject(before);
      const got = await now.get(`/processor_runs/${run.body.processorRun.id}`);
      expect(got.body.processorRun.config).toMatchObject(after);
      const clone = await old.post('/processors', { name: 'C', type, cloneProcessorId: id });
      expect(clone.body.processor.draftVersion.config).toMatchObject(before);
    }
  });
});

describe('each renamed key', () => {
  it.each([
    ['EXTRACT', 'customExtractionRules', 'extractionRules', 'a rule'],
    ['EXTRACT', 'includeBoundingBoxCitations', 'advancedOptions.citationsEnabled', true],
    ['EXTRACT', 'includeModelReasoning', 'advancedOptions.modelReasoningInsightsEnabled', true],
    ['EXTRACT', 'customDocumentKind', 'advancedOptions.documentKind', 'invoice'],
    ['EXTRACT', 'customDefinitions', 'advancedOptions.keyDefinitions', 'net: without tax'],
    ['CLASSIFY', 'customClassificationRules', 'classificationRules', 'a rule'],
    ['SPLITTER', 'subDocumentClassifications', 'splitClassifications', classes],
    ['SPLITTER', 'customSplitterRules', 'splitRules', 'a rule'],
    ['SPLITTER', 'customReminders', 'legacy.customReminders', 'mind the annexes'],
    ['SPLITTER', 'identifierRules', 'advancedOptions.splitIdentifierRules', 'the number'],
  ] as const)(
    '%s: %s is %s, both ways, for a processor and for a run',
    async (type, before, after, value) => {
      proves(`rename.${before}`);
      const least = {
        EXTRACT: extractConfig,
        CLASSIFY: { type: 'CLASSIFY', classifications: classes },
        SPLITTER: { type: 'SPLITTER', splitClassifications: classes },
      };
      const at = (config: Answer['body'], place: string): unknown =>
        place.split('.').reduce((member, key) => member?.[key], config);
      const set = after.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
      const { splitClassifications: _renamed, ...rest } = least[type] as { splitClassifications?: unknown };
      const oldConfig =
        type === 'SPLITTER'
          ? { subDocumentClassifications: classes, [before]: value }
          : { ...rest, [before]: value };
      for (const [from, to, config, sent, read] of [
        ['2024-12-23', current, oldConfig, before, after],
        [current, '2024-12-23', { ...least[type], ...set }, after, before],
      ] as const) {
        const { body, status } = await under(service, from).post('/processors', { name: 'P', type, config });
        expect([status, body.error]).toEqual([200, undefined]);
        expect(at(body.processor.draftVersion.config, sent)).toEqual(value);
        const { processor } = (await under(service, to).get(`/processors/${body.processor.id}`)).body;
        expect(at(processor.draftVersion.config, read)).toEqual(value);
        expect(at(processor.draftVersion.config, sent)).toBeUndefined();
        const run = await under(service, from).post('/processor_runs', {
          processorId: processor.id,
          rawText: 'x',
        });
        const got = await under(service, to).get(`/processor_runs/${run.body.processorRun.id}`);
        expect(at(got.body.processorRun.config, read)).toEqual(value);
        expect(at(run.body.processorRun.config, sent)).toEqual(value);
      }
    },
  );
});

it.each(apiVersions)('version %s is known and shapes its responses', async (version) => {
  proves(`version.${version}`);
  const { get, post } = under(service, version);
  const made = await post('/processors', { name: 'S', type: 'SPLITTER' });
  expect(made.status).toBe(200);
  const { body } = await get(`/v1/processors/${made.body.processor.id}`);
  const [shown, hidden] = ['splitClassifications', 'subDocumentClassifications'];
  const names = version === current ? [shown, hidden] : [hidden, shown];
  expect(body.processor.draftVersion.config).toHaveProperty(names[0] as string);
  expect(body.processor.draftVersion.config).not.toHaveProperty(names[1] as string);
});

describe('configs that are invalid in an older version', () => {
  it.each([
    ['EXTRACT', { ...extractConfig, customDocumentKind: 7 }, 'config.customDocumentKind'],
    ['SPLITTER', { subDocumentClassifications: [{ id: 'a' }] }, 'config.subDocumentClassifications[0].type'],
    [
      'SPLITTER',
      { subDocumentClassifications: [...classes, classes[0]] },
      'config.subDocumentClassifications[2].id',
    ],
    ['SPLITTER', { subDocumentClassifications: classes, identifierRules: [] }, 'config.identifierRules'],
    [
      'CLASSIFY',
      { classifications: classes, customClassificationRules: 1 },
      'config.customClassificationRules',
    ],
  ])('%s: the error names the member as the request has it (%#)', async (type, config, field) => {
    const old = under(service, '2024-12-23');
    const answer = await old.post('/processors', { name: 'P', type, config });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
  });

  it('old names have no meaning in the current version', async () => {
    const config = { ...extractConfig, customExtractionRules: 'old' };
    const { body } = await service.post('/processors', { name: 'P', type: 'EXTRACT', config });
    expect(body.processor.draftVersion.config).not.toHaveProperty('customExtractionRules');
    expect(body.processor.draftVersion.config).not.toHaveProperty('extractionRules');
  });
});

describe('outputs of splitters', () => {
  it('are `splits` now and `subDocumentClassifications` before, for the same run', async () => {
    proves('version.splits');
    const { body } = await service.post('/processors', {
      name: 'S',
      type: 'SPLITTER',
      config: { type: 'SPLITTER', splitClassifications: classes },
    });
    const processorId = body.processor.id;
    const made = await under(service, '2024-11-14').post('/processor_runs', {
      processorId,
      rawText: 'a\fb',
      sync: true,
    });
    const { output } = made.body.processorRun;
    expect(Object.keys(output)).toEqual(['subDocumentClassifications']);
    const run = (await service.get(`/processor_runs/${made.body.processorRun.id}`)).body.processorRun;
    expect(run.output).toEqual({ splits: output.subDocumentClassifications });
    expect(run.initialOutput).toEqual(run.output);

    const workflow = (await service.post('/workflows', { name: 'W' })).body.workflow;
    await service.request('PUT', `/local/workflows/${workflow.id}/definition`, { steps: [{ processorId }] });
    const started = await service.post('/workflow_runs', { workflowId: workflow.id, rawTexts: ['a\fb'] });
    const runId = started.body.workflowRuns[0].id;
    const get = async (version: string) =>
      (await under(service, version).get(`/workflow_runs/${runId}`)).body.workflowRun;
    await expect.poll(async () => (await get(current)).status, { timeout: 10_000 }).toBe('PROCESSED');
    expect((await get(current)).outputs[0].output).toHaveProperty('splits');
    const old = (await get('2024-12-23')).outputs[0];
    expect(old.output.subDocumentClassifications).toHaveLength(2);
    expect(old.config).toHaveProperty('subDocumentClassifications');
  });

  it('are accepted under either name, and returned under the name of the version', async () => {
    proves('version.splits');
    const fileId = await service.upload('a.txt', 'a');
    const set = (await service.post('/evaluation_sets', { name: 'S' })).body.evaluationSet;
    const splits = [{ type: 'letter', startPage: 1, endPage: 1 }];
    const old = under(service, '2024-12-23');
    const created = await old.post('/evaluation_set_items', {
      evaluationSetId: set.id,
      fileId,
      expectedOutput: { subDocumentClassifications: splits },
    });
    expect(created.body.evaluationSetItem.expectedOutput).toEqual({ subDocumentClassifications: splits });
    const now = await service.get(`/evaluation_sets/${set.id}/items`);
    expect(now.body.evaluationSetItems[0].expectedOutput).toEqual({ splits });
  });
});

describe('other changes between versions', () => {
  it('Excel files have the type CSV before 2024-12-23', async () => {
    const service = await testService();
    proves('version.excel');
    const fileId = await service.upload('table.xlsx', 'PK\u0003\u0004....');
    for (const [version, type] of [
      [current, 'EXCEL'],
      ['2024-12-23', 'EXCEL'],
      ['2024-11-14', 'CSV'],
      ['2024-02-01', 'CSV'],
    ] as const) {
      expect((await under(service, version).get(`/files/${fileId}`)).body.file.type).toBe(type);
      expect((await under(service, version).get('/files')).body.files[0].type).toBe(type);
    }
  });

  it('workflow runs also have snake-case keys, only in the first version', async () => {
    proves('version.snake-case');
    const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
    const request = { workflowId: workflow.id, rawTexts: ['x'], metadata: { camelCase: 1 } };
    const first = (await under(service, '2024-02-01').post('/workflow_runs', request)).body;
    expect(first.workflow_runs).toEqual(first.workflowRuns);
    expect(first.workflow_runs[0]).toMatchObject({
      initial_run_at: first.workflowRuns[0].initialRunAt,
      metadata: { camelCase: 1 },
    });
    expect(first.workflow_runs[0].metadata).not.toHaveProperty('camel_case');
    const later = (await under(service, '2024-07-30').post('/workflow_runs', request)).body;
    expect(Object.keys(later)).toEqual(['success', 'workflowRuns']);
    expect(later.workflowRuns[0]).not.toHaveProperty('initial_run_at');
  });

  it('do not change the data of the caller, in any shape', async () => {
    const metadata = { file: { object: 'file', type: 'EXCEL' }, splits: [1], object: 'workflow_run' };
    const processorId = await service.extractor();
    const made = await under(service, '2024-02-01').post('/processor_runs', {
      processorId,
      rawText: 'x',
      metadata,
    });
    expect(made.body.processorRun.metadata).toEqual(metadata);
  });
});

describe('the default version of a token', () => {
  it('is 2024-12-23 for tokens from before April 21, 2025; later tokens have none', async () => {
    proves('version.old-key', 'version.missing');
    const { body } = await service.post('/processors', {
      name: 'S',
      type: 'SPLITTER',
      config: { type: 'SPLITTER', splitClassifications: classes },
    });
    const get = async (createdAt: string): Promise<Answer> => {
      const { token } = (await service.post('/local/tokens', { label: 'aged', createdAt })).body.token;
      return service.request('GET', `/processors/${body.processor.id}`, undefined, {
        authorization: `Bearer ${token}`,
        'x-service-api-version': undefined,
      });
    };
    const old = await get('2025-04-20T23:59:59Z');
    expect(old.body.processor.draftVersion.config).toHaveProperty('subDocumentClassifications');
    const young = await get('2025-04-21T00:00:00Z');
    expect([young.status, young.body.error]).toEqual([
      400,
      expect.stringContaining('API version is missing'),
    ]);
  });
});
