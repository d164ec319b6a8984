import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { extractConfig, sharedService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

// Clients in typed languages send null for a member without a value.

const nothing = { version: null, priority: null, metadata: null };

describe('null means an absent member', () => {
  it('in processors and their versions', async () => {
    const created = await service.post('/processors', {
      name: 'p',
      type: 'EXTRACT',
      cloneProcessorId: null,
      config: null,
    });
    expect(created.status).toBe(200);
    const { id } = created.body.processor;
    expect(
      (await service.post(`/processors/${id}`, { name: null, config: extractConfig })).body.processor.name,
    ).toBe('p');
    const published = await service.post(`/processors/${id}/publish`, {
      releaseType: 'major',
      description: null,
      config: null,
    });
    expect(published.body.processorVersion).toMatchObject({ version: '1.0' });
    expect(published.body.processorVersion.description).toBe('');
    const nameless = await service.post('/processors', { name: null, type: 'EXTRACT' });
    expect([nameless.status, nameless.body.error]).toEqual([400, expect.stringContaining('param: name')]);
  });

  it('in processor runs and parses', async () => {
    const processorId = await service.extractor();
    const ofText = await service.post('/processor_runs', {
      ...nothing,
      processorId,
      rawText: 'x',
      file: null,
      config: null,
      sync: null,
    });
    expect([ofText.status, ofText.body.processorRun.metadata]).toEqual([200, {}]);
    const fileId = await service.upload('a.txt', 'x');
    const file = { fileName: null, fileUrl: null, fileBase64: null, fileId };
    expect(
      (await service.post('/processor_runs', { ...nothing, processorId, file, rawText: null })).status,
    ).toBe(200);
    expect((await service.post('/parse', { file, config: {} })).status).toBe(200);
    expect((await service.post('/parse/async', { file, config: null })).status).toBe(200);
    const none = await service.post('/processor_runs', {
      ...nothing,
      processorId,
      file: null,
      rawText: null,
    });
    expect([none.status, none.body.error]).toEqual([
      400,
      expect.stringContaining('"file" or "rawText" is required'),
    ]);
    // The service keeps a null in metadata, because the caller chooses its content.
    const kept = await service.post('/processor_runs', { processorId, rawText: 'x', metadata: { a: null } });
    expect(kept.body.processorRun.metadata).toEqual({ a: null });
  });

  it('in workflow runs, batches and updates', async () => {
    const { workflow } = (await service.post('/workflows', { name: 'w' })).body;
    const workflowId = workflow.id;
    const created = await service.post('/workflow_runs', {
      ...nothing,
      workflowId,
      files: null,
      rawTexts: ['x'],
    });
    expect(created.status).toBe(200);
    const fileId = await service.upload('a.txt', 'x');
    const ofFile = await service.post('/workflow_runs', {
      ...nothing,
      workflowId,
      rawTexts: null,
      files: [{ fileId, fileUrl: null, fileName: null, outputs: null }],
    });
    expect(ofFile.status).toBe(200);
    const inputs = [
      { rawText: 'x', file: null, metadata: null, secrets: null },
      { rawText: null, file: { fileId, fileUrl: null, fileName: null } },
    ];
    expect((await service.post('/workflow_runs/batch', { workflowId, version: null, inputs })).status).toBe(
      200,
    );
  });

  it('except in the metadata of a run', async () => {
    const processorId = await service.extractor();
    const { workflow } = (await service.post('/workflows', { name: 'w' })).body;
    await service.request('PUT', `/local/workflows/${workflow.id}/definition`, {
      steps: [{ processorId }],
      review: { when: 'always' },
    });
    const created = await service.post('/workflow_runs', {
      workflowId: workflow.id,
      rawTexts: ['x'],
      metadata: { a: 1 },
    });
    const { id } = created.body.workflowRuns[0];
    await expect
      .poll(async () => (await service.get(`/workflow_runs/${id}`)).body.workflowRun.status, {
        timeout: 10_000,
      })
      .toBe('NEEDS_REVIEW');
    // The metadata of a new workflow run can be any JSON value, also null. In an update, null changes nothing.
    proves('workflow.metadata-null');
    const body = { workflowId: workflow.id, rawTexts: ['x'] };
    for (const metadata of [null, undefined, 0, '', false, [null], { a: null }]) {
      const [run] = (await service.post('/workflow_runs', { ...body, metadata })).body.workflowRuns;
      expect(run.metadata).toEqual(metadata === undefined ? {} : metadata);
      const read = (await service.get(`/workflow_runs/${run.id}`)).body.workflowRun;
      expect(read.metadata).toEqual(run.metadata);
    }
    const updated = await service.post(`/workflow_runs/${id}`, { name: null, metadata: null });
    expect([updated.status, updated.body.workflowRun.metadata]).toEqual([200, { a: 1 }]);
  });
});

it('accepts a page token whose plus signs became spaces', async () => {
  const service = await testService();
  for (let index = 0; index < 3; index++) await service.upload(`f${index}.txt`, String(index));
  const first = (await service.get('/files?maxPageSize=1')).body;
  // Only some tokens contain a plus sign, so this test builds one that does.
  const plus = Buffer.from(JSON.stringify(['files', 'updatedAt', 'desc', [null], 0, '~>~>~>', 9])).toString(
    'base64',
  );
  expect(plus).toContain('+');
  const spaced = await service.get(`/files?nextPageToken=${plus.replaceAll('=', '%3D')}`);
  expect([spaced.status, spaced.body.files.length]).toEqual([200, 3]);
  expect(
    (await service.get(`/files?nextPageToken=${encodeURIComponent(first.nextPageToken)}`)).body.files,
  ).toHaveLength(2);
});
