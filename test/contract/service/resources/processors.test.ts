import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { extractConfig, sharedService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

const classes = [
  { id: 'invoice', type: 'invoice', description: 'An invoice.' },
  { id: 'letter', type: 'letter', description: 'A letter.' },
];

describe('processors', () => {
  it('are created with default values, and listed by type', async () => {
    const service = await testService();
    proves('config.defaults', 'general.unknown-keys', 'list.processors');
    const created = await service.post('/processors', {
      name: 'Kinds',
      type: 'CLASSIFY',
      config: { type: 'CLASSIFY', classifications: classes },
      unknownKey: 1,
    });
    expect(created.status).toBe(200);
    const { processor } = created.body;
    expect(processor.id).toMatch(/^dp_/);
    expect(processor).toMatchObject({ object: 'document_processor', name: 'Kinds', type: 'CLASSIFY' });
    expect(processor.draftVersion).toMatchObject({
      version: 'draft',
      config: { type: 'CLASSIFY', baseProcessor: 'classification_performance', baseVersion: '1.0.0' },
    });
    await service.extractor();
    const listed = await service.get('/processors?type=CLASSIFY');
    expect(listed.body.processors.map((p: { id: string }) => p.id)).toEqual([processor.id]);
    expect((await service.get(`/processors/${processor.id}`)).body.processor.name).toBe('Kinds');
  });

  it('without a config get a valid default config, for each kind', async () => {
    for (const type of ['EXTRACT', 'CLASSIFY', 'SPLITTER']) {
      const { status, body } = await service.post('/processors', { name: type, type });
      expect([type, status]).toEqual([type, 200]);
      expect(body.processor.draftVersion.config.type).toBe(type);
    }
  });

  it('clone the config of another', async () => {
    proves('config.clone');
    const source = await service.extractor({ ...extractConfig, extractionRules: 'Read well.' });
    const clone = await service.post('/processors', {
      name: 'Clone',
      type: 'EXTRACT',
      cloneProcessorId: source,
    });
    expect(clone.body.processor.draftVersion.config.extractionRules).toBe('Read well.');
    const missing = await service.post('/processors', {
      name: 'C',
      type: 'EXTRACT',
      cloneProcessorId: 'dp_x',
    });
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({ success: false, error: 'Resource not found.' });
  });

  it('reject an invalid config with every violation and its place', async () => {
    proves('error.400.config');
    const config = {
      type: 'EXTRACT',
      schema: {
        type: 'object',
        properties: { Bad: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
        required: [],
      },
    };
    const { status, body } = await service.post('/processors', { name: 'X', type: 'EXTRACT', config });
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    expect(body.error).toContain('config.schema.properties.Bad');
    expect(body.error).toContain('schema rule 5');
    expect(body.error).toContain('schema rule 3');
    expect(body.error).toContain('config.schema.properties.list.items');
    expect(body.error).toContain('schema rule 6');
  });

  it.each([
    [{ type: 'EXTRACT' }, 'name'],
    [{ name: 'X' }, 'type'],
    [{ name: 'X', type: 'SUMMARISE' }, 'type'],
    [{ name: 'X', type: 'EXTRACT', config: { type: 'CLASSIFY' } }, 'config.type'],
    [
      { name: 'X', type: 'EXTRACT', config: { ...extractConfig, baseProcessor: 'best' } },
      'config.baseProcessor',
    ],
    [
      { name: 'X', type: 'EXTRACT', config: { ...extractConfig, baseVersion: '1.0.0' } },
      'config.baseProcessor',
    ],
    [
      {
        name: 'X',
        type: 'CLASSIFY',
        config: { type: 'CLASSIFY', classifications: [...classes, classes[0]] },
      },
      'config.classifications[2].id',
    ],
    [
      { name: 'X', type: 'SPLITTER', config: { type: 'SPLITTER', splitClassifications: [{ id: 'a' }] } },
      'config.splitClassifications[0]',
    ],
  ])('reject %j and name %s', async (body, field) => {
    const answer = await service.post('/processors', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('Validation Error: ');

    expect(answer.body.error).toContain(`param: ${field}`);
  });
});

describe('versions', () => {
  it('are numbered major.minor, and do not change with the draft', async () => {
    proves('processor-version.numbers', 'processor-version.order');
    const id = await service.extractor();
    const publish = async (releaseType: string) =>
      (await service.post(`/processors/${id}/publish`, { releaseType, description: 'd' })).body
        .processorVersion;
    expect((await publish('major')).version).toBe('1.0');
    expect((await publish('minor')).version).toBe('1.1');
    const changed = await service.post(`/processors/${id}`, {
      name: 'Renamed',
      config: { ...extractConfig, baseProcessor: 'extraction_light' },
    });
    expect(changed.body.processor).toMatchObject({
      name: 'Renamed',
      draftVersion: { config: { baseProcessor: 'extraction_light' } },
    });
    const last = await publish('major');
    expect(last.version).toBe('2.0');
    const { versions } = (await service.get(`/processors/${id}/versions`)).body;
    expect(versions.map((v: { version: string }) => v.version)).toEqual(['draft', '2.0', '1.1', '1.0']);
    expect(versions[3].config.baseProcessor).toBe('extraction_performance');
    expect(versions[3].id).toMatch(/^dpv_/);
    const one = await service.get(`/processors/${id}/versions/${versions[2].id}`);
    expect(one.body.version).toEqual(versions[2]);
  });

  it('continue after nine, restart at each major version, and are listed by number', async () => {
    proves('processor-version.numbers', 'processor-version.order');
    const id = await service.extractor();
    const publish = async (releaseType: string): Promise<string> =>
      (await service.post(`/processors/${id}/publish`, { releaseType })).body.processorVersion.version;
    const made = [await publish('major')];
    for (let i = 0; i < 11; i++) made.push(await publish('minor'));
    made.push(await publish('major'), await publish('minor'), await publish('major'));
    const expected = ['1.0', ...Array.from({ length: 11 }, (_, i) => `1.${i + 1}`), '2.0', '2.1', '3.0'];
    expect(made).toEqual(expected);
    const { versions } = (await service.get(`/processors/${id}/versions`)).body;
    expect(versions.map((one: { version: string }) => one.version)).toEqual(['draft', ...expected.reverse()]);
  });

  it('are published with a given config without changing the draft', async () => {
    proves('processor-version.own-config');
    const id = await service.extractor();
    const { body } = await service.post(`/processors/${id}/publish`, {
      releaseType: 'minor',
      config: { ...extractConfig, extractionRules: 'own' },
    });
    expect(body.processorVersion).toMatchObject({ version: '0.1', config: { extractionRules: 'own' } });
    const { versions } = (await service.get(`/processors/${id}/versions`)).body;
    expect(versions[0].config.extractionRules).toBeUndefined();
  });

  it('reject invalid requests', async () => {
    const id = await service.extractor();
    expect((await service.post(`/processors/${id}/publish`, { releaseType: 'patch' })).body.error).toContain(
      'releaseType',
    );
    expect((await service.post('/processors/dp_none/publish', { releaseType: 'major' })).status).toBe(404);
    expect((await service.get('/processors/dp_none/versions')).status).toBe(404);
    expect((await service.get(`/processors/${id}/versions/dpv_none`)).status).toBe(404);
    expect((await service.post('/processors/dp_none', { name: 'x' })).status).toBe(404);
  });
});
