import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, sharedService, testService } from '../../../fixtures/service/service-harness.ts';
import {
  classes,
  createExtracting,
  createProcessor,
  createWorkflow,
  endOf,
  startRun,
} from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService();

describe('a batch of workflow runs', () => {
  it('has one id, separate metadata per input, and fetches addresses later', async () => {
    proves('transition.workflow.batch', 'input.secrets', 'input.display-name');
    const service = await testService({ allowPrivateAddresses: true });
    const server = createServer((request, response) =>
      request.url === '/doc.txt' ? response.end('fetched') : response.writeHead(404).end(),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const workflowId = await createExtracting(service);
    const fileId = await service.upload('held.txt', 'held');
    const { status, body } = await service.post('/workflow_runs/batch', {
      workflowId,
      inputs: [
        { rawText: 'typed', metadata: { n: 0 }, secrets: { key: 'hush' } },
        { file: { fileId, fileName: 'named.txt' }, metadata: { n: 1 } },
        { file: { fileUrl: `${address}/doc.txt` }, metadata: { n: 2 } },
        { file: { fileUrl: `${address}/gone.txt` }, metadata: { n: 3 } },
      ],
    });
    expect([status, body]).toEqual([200, { success: true, batchId: expect.stringMatching(/^batch_/) }]);
    const listed = await service.get(`/workflow_runs?batchId=${body.batchId}&sortBy=createdAt&sortDir=asc`);
    const runs = await Promise.all(
      listed.body.workflowRuns.map((run: { id: string }) => endOf(service, run.id)),
    );
    expect(runs.map((run) => [run.metadata.n, run.status, run.outputs[0]?.output.value.text])).toEqual([
      [0, 'PROCESSED', 'typed'],
      [1, 'PROCESSED', 'held'],
      [2, 'PROCESSED', 'fetched'],
      [3, 'FAILED', undefined],
    ]);
    expect(runs.map((run) => run.batchId)).toEqual(runs.map(() => body.batchId));
    expect(runs[3].failureMessage).toContain('status 404');
    expect(runs.slice(0, 3).map((run) => run.files[0].name)).toEqual([
      expect.stringMatching(/\.txt$/),
      'named.txt',
      'doc.txt',
    ]);
    expect(JSON.stringify(runs)).not.toContain('hush');
    await service.close();
    for (const name of readdirSync(service.dataDir).filter((file) => file.startsWith('service.')))
      expect(readFileSync(path.join(service.dataDir, name)).includes('hush')).toBe(false);
  });

  it('accepts 1 to 1000 inputs, each with exactly one document', async () => {
    proves('limit.inputs', 'error.400.inputs', 'input.one-document');
    const service = await testService();
    const workflowId = await createWorkflow(service);
    const texts = (count: number) => Array.from({ length: count }, (_, i) => ({ rawText: `text ${i % 5}` }));
    for (const [inputs, field] of [
      [[], 'inputs'],
      [texts(1001), 'inputs'],
      [[{ rawText: 'x', file: { fileId: 'f' } }], 'inputs[0].file'],
      [[{ rawText: 'x' }, {}], 'inputs[1].file'],
      [[{ file: {} }], 'inputs[0].file'],
      [[{ file: { fileId: 'file_none' } }], 'inputs[0].file.fileId'],
      [[{ file: { fileUrl: 'nowhere' } }], 'inputs[0].file.fileUrl'],
    ] as const) {
      const answer = await service.post('/workflow_runs/batch', { workflowId, inputs });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
      expect(answer.body.error).toMatch(/^Validation Error: /);
    }
    expect((await service.get('/workflow_runs')).body.workflowRuns).toEqual([]);
    const full = await service.post('/workflow_runs/batch', { workflowId, inputs: texts(1000) });
    expect(full.status).toBe(200);
    const listed = await service.get(`/workflow_runs?batchId=${full.body.batchId}&maxPageSize=1000`);
    expect(listed.body.workflowRuns).toHaveLength(1000);
  });
});

describe('workflows', () => {
  it('are created by name, and reject definitions that cannot run', async () => {
    const { body } = await service.post('/workflows', { name: 'New' });
    expect(body).toMatchObject({
      success: true,
      workflow: {
        object: 'workflow',
        id: expect.stringMatching(/^workflow_/),
        name: 'New',
        version: 'draft',
      },
    });
    expect((await service.post('/workflows', {})).body.error).toContain('param: name');
    const id = body.workflow.id as string;
    const extractor = await service.extractor();
    const put = (definition: object) =>
      service.request('PUT', `/local/workflows/${id}/definition`, definition);
    for (const [definition, field] of [
      [{}, 'steps'],
      [{ steps: [{ processorId: 'dp_none' }] }, 'steps[0].processorId'],
      [{ steps: [{ processorId: extractor, version: '3.0' }] }, 'steps[0].version'],
      [{ steps: [{ processorId: extractor, otherwise: [{ processorId: extractor }] }] }, 'steps[0].byClass'],
      [{ steps: [], review: { when: 'lowConfidence' } }, 'review.minConfidence'],
      [{ steps: Array.from({ length: 101 }, () => ({ processorId: extractor })) }, 'steps'],
    ] as const) {
      const answer = await put(definition);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
    }
    const definition = { steps: [{ processorId: extractor, version: 'draft' }], review: { when: 'never' } };
    expect((await put(definition)).body.definition).toEqual(definition);
    expect((await service.get(`/local/workflows/${id}/definition`)).body.definition).toEqual(definition);
    expect((await service.request('DELETE', `/local/workflows/${id}`)).body.workflowId).toBe(id);
    expect((await service.get(`/local/workflows/${id}/definition`)).status).toBe(404);
  });
});

describe('webhooks of workflows', () => {
  it('receive steps, ends and reviews in the shape of their version', async () => {
    proves(
      'event.workflow_run.completed',
      'event.workflow_run.failed',
      'event.workflow_run.needs_review',
      'event.workflow_run.rejected',
      'event.workflow_run.step_run.processed',
      'event.workflow.created',
      'event.workflow.deployed',
    );
    const received: { eventType: string; payload: Answer['body'] }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push(JSON.parse(body));
        response.end();
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const endpoint = await service.post('/local/webhook_endpoints', { url, apiVersion: '2024-12-23' });
    expect(endpoint.status).toBe(200);
    const splitter = await createProcessor(service, 'SPLITTER', { splitClassifications: classes });
    const workflowId = await createWorkflow(service, {
      steps: [{ processorId: splitter }],
      review: { when: 'always' },
    });
    await service.post(`/local/workflows/${workflowId}/deploy`);
    const id = await startRun(service, workflowId, { rawTexts: ['x'], metadata: { mine: 1 } });
    await endOf(service, id);
    await service.post(`/local/workflow_runs/${id}/review`, {});
    const failing = await startRun(service, workflowId, { rawTexts: ['corrupt'] });
    await endOf(service, failing);
    const rejected = await startRun(service, workflowId, { rawTexts: ['y'] });
    await endOf(service, rejected);
    await service.post(`/local/workflow_runs/${rejected}/reject`, {});
    const namesFor = (runId: string): string[] =>
      received
        .filter(({ payload }) => payload.id === runId || payload.workflowRunId === runId)
        .map(({ eventType }) => eventType);
    await expect.poll(() => namesFor(rejected), { timeout: 5000 }).toContain('workflow_run.rejected');
    await expect
      .poll(() => namesFor(id), { timeout: 5000 })
      .toEqual(['workflow_run.step_run.processed', 'workflow_run.needs_review', 'workflow_run.completed']);
    await expect.poll(() => namesFor(failing), { timeout: 5000 }).toEqual(['workflow_run.failed']);
    await expect
      .poll(() => namesFor(workflowId), { timeout: 5000 })
      .toEqual(['workflow.created', 'workflow.deployed']);
    const completed = received.find(({ eventType }) => eventType === 'workflow_run.completed');
    expect(completed?.payload).toMatchObject({
      object: 'workflow_run',
      status: 'PROCESSED',
      metadata: { mine: 1 },
      outputs: [{ output: { subDocumentClassifications: [expect.any(Object)] } }],
    });
  });
});

describe('a token for some workflows', () => {
  it('gets 403 for the others and does not see their runs', async () => {
    proves('auth.403-workflow');
    const [mine, other] = [await createWorkflow(service), await createWorkflow(service)];
    const runs = [
      await startRun(service, mine, { rawTexts: ['x'] }),
      await startRun(service, other, { rawTexts: ['x'] }),
    ];
    const made = await service.post('/local/tokens', { label: 'one', permissions: { workflowIds: [mine] } });
    const authorization = `Bearer ${made.body.token.token}`;
    const ask = (method: string, address: string, body?: object) =>
      service.request(method, address, body, { authorization });
    expect((await ask('POST', '/workflow_runs', { workflowId: mine, rawTexts: ['x'] })).status).toBe(200);
    for (const [method, address, body] of [
      ['POST', '/workflow_runs', { workflowId: other, rawTexts: ['x'] }],
      ['POST', '/v1/workflow_runs/batch', { workflowId: other, inputs: [{ rawText: 'x' }] }],
      ['GET', `/workflow_runs/${runs[1]}`, undefined],
      ['POST', `/workflow_runs/${runs[1]}`, { name: 'x' }],
      ['POST', `/workflow_runs/${runs[1]}/cancel`, {}],
      ['POST', `/workflow_runs/${runs[1]}/outputs/dpr_x`, { reviewedOutput: {} }],
      ['DELETE', `/workflow_runs/${runs[1]}`, undefined],
      ['POST', '/workflows', { name: 'new' }],
    ] as const) {
      const answer = await ask(method, address, body);
      expect([address, answer.status, answer.body.success]).toEqual([address, 403, false]);
    }
    const listed = (await ask('GET', '/workflow_runs')).body.workflowRuns;
    expect(new Set(listed.map((run: Answer['body']) => run.workflowId))).toEqual(new Set([mine]));
  });
});
