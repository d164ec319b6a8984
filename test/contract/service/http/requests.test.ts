import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSources } from '../../../../src/model/wire/processor-run.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  type Answer,
  sharedService,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';
import { createExtracting, endOf, startRun } from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService();

describe('limits of requests', () => {
  it('priority is a whole number from 1 to 100 in every request', async () => {
    proves('limit.priority', 'error.400.priority');
    const processorId = await service.extractor();
    const workflowId = await createExtracting(service);
    for (const [address, body] of [
      ['/processor_runs', { processorId, rawText: 'x' }],
      ['/workflow_runs', { workflowId, rawTexts: ['x'] }],
    ] as const) {
      for (const priority of [1, 50, 100])
        expect((await service.post(address, { ...body, priority })).status).toBe(200);
      for (const priority of [0, 101, -1, 1.5, '50', 1e300]) {
        const { status, body: response } = await service.post(address, { ...body, priority });
        expect([address, priority, status, response.error]).toEqual([
          address,
          priority,
          400,
          expect.stringContaining('param: priority'),
        ]);
      }
    }
  });

  it('metadata is at most 10 KB in every request that has it', async () => {
    proves('limit.metadata');
    const service = await testService();
    const processorId = await service.extractor();
    const workflowId = await createExtracting(service);
    const inProgress = await startRun(service, workflowId, { rawTexts: ['work 60000'] });
    const sized = (bytes: number) => ({ m: 'é'.repeat((bytes - JSON.stringify({ m: '' }).length) / 2) });
    const requests: readonly (readonly [string, (metadata: object) => object, string])[] = [
      ['/processor_runs', (metadata) => ({ processorId, rawText: 'x', metadata }), 'metadata'],
      ['/workflow_runs', (metadata) => ({ workflowId, rawTexts: ['x'], metadata }), 'metadata'],
      [
        '/workflow_runs/batch',
        (metadata) => ({ workflowId, inputs: [{ rawText: 'x', metadata }] }),
        'inputs[0].metadata',
      ],
      [`/workflow_runs/${inProgress}`, (metadata) => ({ metadata }), 'metadata'],
    ];
    for (const [address, body, field] of requests) {
      expect([address, (await service.post(address, body(sized(10_240)))).status]).toEqual([address, 200]);
      const { status, body: response } = await service.post(address, body(sized(10_242)));
      expect([address, status, response.error]).toEqual([
        address,
        400,
        expect.stringContaining(`param: ${field}`),
      ]);
    }
  });

  it('a Run Workflow call has at most 50 files and texts together', async () => {
    proves('limit.files');
    const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
    const fileId = await service.upload('a.txt', 'a');
    const run = (files: number, texts: number) =>
      service.post('/workflow_runs', {
        workflowId: workflow.id,
        ...(files === 0 ? {} : { files: Array.from({ length: files }, () => ({ fileId })) }),
        ...(texts === 0 ? {} : { rawTexts: Array.from({ length: texts }, () => 'x') }),
      });
    for (const [files, texts, field] of [
      [51, 0, 'files'],
      [0, 51, 'rawTexts'],
      [26, 25, 'files'],
    ] as const) {
      const { status, body } = await run(files, texts);
      expect([files, texts, status, body.error]).toEqual([
        files,
        texts,
        400,
        expect.stringContaining(`param: ${field}`),
      ]);
    }
    expect((await run(25, 25)).body.workflowRuns).toHaveLength(50);
  });

  it('unknown members have no effect in any request', async () => {
    proves('general.unknown-keys');
    const extra = { unknown: { deep: [1] }, 'x-y': null };
    const { processor } = (await service.post('/processors', { name: 'P', type: 'EXTRACT', ...extra })).body;
    expect(processor.draftVersion.config).not.toHaveProperty('unknown');
    const fileId = await service.upload('a.txt', 'a');
    for (const [address, body] of [
      ['/processor_runs', { processorId: processor.id, file: { fileId, ...extra }, ...extra }],
      [`/processors/${processor.id}`, { name: 'N', ...extra }],
      [`/processors/${processor.id}/publish`, { releaseType: 'major', ...extra }],
      ['/parse', { file: { fileId, ...extra }, config: { ...extra, blockOptions: extra }, ...extra }],
      ['/evaluation_sets', { name: 'S', ...extra }],
      ['/workflows', { name: 'W', ...extra }],
    ] as const)
      expect([address, (await service.post(address, body)).status]).toEqual([address, 200]);
    expect((await service.get('/processors?unknown=1&maxPageSize=5')).status).toBe(200);
  });
});

describe('filters of lists', () => {
  const idsOf = (answer: Answer, member: string): string[] =>
    answer.body[member].map(({ id }: { id: string }) => id);

  it('of processor runs each select the matching runs', async () => {
    const service = await testService();
    proves('list.processor-runs', 'list.sources', 'list.processors');
    const [one, other] = [await service.extractor(), await service.extractor()];
    const classifier = (await service.post('/processors', { name: 'C', type: 'CLASSIFY' })).body.processor.id;
    const fileId = await service.upload('Bill 7.txt', 'x');
    const run = async (processorId: string, input: object): Promise<string> =>
      (await service.post('/processor_runs', { processorId, sync: true, ...input })).body.processorRun.id;
    const bill = await run(one, { file: { fileId } });
    const failed = await run(other, { rawText: 'corrupt' });
    const classified = await run(classifier, { rawText: 'x' });
    const workflowId = await createExtracting(service);
    const workflowRun = await startRun(service, workflowId, { rawTexts: ['x'] });
    const step = (await endOf(service, workflowRun)).outputs[0].id;
    for (const [query, expected] of [
      [`processorId=${one}`, [bill]],
      ['status=FAILED', [failed]],
      ['processorType=CLASSIFY', [classified]],
      ['fileNameContains=BILL', [bill]],
      ['source=WORKFLOW_RUN', [step]],
      [`sourceId=${workflowRun}`, [step]],
      ['source=STUDIO', []],
    ] as const)
      expect([query, idsOf(await service.get(`/processor_runs?${query}`), 'processorRuns')]).toEqual([
        query,
        expected,
      ]);
    expect(idsOf(await service.get('/processors?type=CLASSIFY'), 'processors')).toEqual([classifier]);
    for (const source of runSources)
      expect([source, (await service.get(`/processor_runs?source=${source}`)).status]).toEqual([source, 200]);
    for (const name of ['source', 'status', 'processorType'])
      expect((await service.get(`/processor_runs?${name}=OTHER`)).body.error).toContain(`param: ${name}`);
  });

  it('of workflow runs each select the matching runs', async () => {
    const service = await testService();
    proves('list.workflow-runs');
    const [one, other] = [await createExtracting(service), await createExtracting(service)];
    const fileId = await service.upload('Bill 7.txt', 'x');
    const bill = await startRun(service, one, { files: [{ fileId }] });
    const failed = await startRun(service, other, { rawTexts: ['corrupt'] });
    const { batchId } = (
      await service.post('/workflow_runs/batch', { workflowId: other, inputs: [{ rawText: 'b' }] })
    ).body;
    await endOf(service, bill);
    await endOf(service, failed);
    for (const [query, expected] of [
      [`workflowId=${one}`, [bill]],
      ['status=FAILED', [failed]],
      ['fileNameContains=bill', [bill]],
    ] as const)
      expect([query, idsOf(await service.get(`/workflow_runs?${query}`), 'workflowRuns')]).toEqual([
        query,
        expected,
      ]);
    expect((await service.get('/workflow_runs?status=OTHER')).body.error).toContain('param: status');
    const ofBatch = (await service.get(`/workflow_runs?batchId=${batchId}`)).body.workflowRuns;
    expect(ofBatch).toMatchObject([{ batchId, workflowId: other }]);
  });
});

describe('a fileUrl', () => {
  const serve = async (bytes: number): Promise<string> => {
    const server = createServer((_request, response) => response.end('x'.repeat(bytes)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.txt`;
  };
  const run = async (service: TestService, fileUrl: string): Promise<Answer> =>
    service.post('/processor_runs', {
      processorId: await service.extractor(),
      file: { fileName: 'a.txt', fileUrl },
      sync: true,
    });

  it('that exceeds the time limit is rejected, before and within its bytes', async () => {
    proves('input.file-url-time');
    const server = createServer((request, response) => {
      if (request.url === '/begun') response.write('some bytes');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const service = await testService({ fetchTimeLimitMs: 200 });
    for (const path of ['never', 'begun']) {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
      const { status, body } = await run(service, address);
      expect([path, status, body.error]).toEqual([
        path,
        400,
        expect.stringContaining('it did not arrive within 0.2 s param: file.fileUrl'),
      ]);
    }
    expect((await service.get('/files')).body.files).toEqual([]);
  });

  it('with more bytes than the limit is rejected', async () => {
    proves('input.file-url-size');
    const service = await testService({ fileSizeLimit: 1000 });
    const { status, body } = await run(service, await serve(1001));
    expect([status, body.error]).toEqual([
      400,
      expect.stringMatching(/larger than 1000 bytes param: file.fileUrl/),
    ]);
    expect((await run(service, await serve(1000))).body.processorRun.status).toBe('PROCESSED');
  });
});

describe('files', () => {
  it.each([
    ['pdf', 'PDF'],
    ['png', 'IMG'],
    ['jpg', 'IMG'],
    ['jpeg', 'IMG'],
    ['tiff', 'IMG'],
    ['tif', 'IMG'],
    ['webp', 'IMG'],
    ['gif', 'IMG'],
    ['bmp', 'IMG'],
    ['txt', 'TXT'],
    ['md', 'TXT'],
    ['csv', 'CSV'],
    ['xlsx', 'EXCEL'],
    ['docx', 'DOCX'],
    ['html', 'HTML'],
    ['xml', 'XML'],
    ['heic', 'IMG'],
    ['xls', 'EXCEL'],
    ['doc', 'DOCX'],
    ['odt', 'DOCX'],
    ['pptx', 'DOCX'],
    ['rtf', undefined],
    ['eml', undefined],
  ] as const)('named .%s are accepted with the type %s', async (ending, type) => {
    proves('input.file-types');
    const id = await service.upload(`A.${ending.toUpperCase()}`, '');
    const { file } = (await service.get(`/files/${id}`)).body;
    expect(file.name).toBe(`A.${ending.toUpperCase()}`);
    if (type === undefined)
      expect(file.type).toEqual(expect.stringMatching(/^(PDF|CSV|IMG|TXT|DOCX|EXCEL|XML|HTML)$/));
    else expect(file.type).toBe(type);
  });
});

describe('parse', () => {
  it('gives equal content the same block id, and different content another one', async () => {
    proves('parse.block-id');
    const idOf = async (content: string): Promise<string> => {
      const fileId = await service.upload('a.txt', content);
      return (await service.post('/parse', { file: { fileId }, config: {} })).body.chunks[0].blocks[0].id;
    };
    const first = await idOf('some words');
    expect(first).toMatch(/^[0-9a-f]{16,}$/);
    expect(await idOf('some words')).toBe(first);
    expect(await idOf('other words')).not.toBe(first);
  });
});

it('expected outputs of a fields array have one member per field', async () => {
  proves('expected.extraction-fields');
  const fields = [{ id: 'a', name: 'A', type: 'string', description: 'd' }];
  const made = await service.post('/processors', {
    name: 'P',
    type: 'EXTRACT',
    config: { type: 'EXTRACT', fields },
  });
  const processorId = made.body.processor.id;
  const set = (await service.post('/evaluation_sets', { name: 'S', processorId })).body.evaluationSet;
  const fileId = await service.upload('a.txt', 'a');
  const item = (expectedOutput: unknown) =>
    service.post('/evaluation_set_items', { evaluationSetId: set.id, fileId, expectedOutput });
  const expectedOutput = { a: { id: 'a', type: 'string', value: 'x' } };
  expect((await item(expectedOutput)).body.evaluationSetItem.expectedOutput).toEqual(expectedOutput);
  expect((await item('text')).status).toBe(400);
});
