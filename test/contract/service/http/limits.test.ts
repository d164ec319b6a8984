import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { testService } from '../../../fixtures/service/service-harness.ts';

describe('limits', () => {
  it('respond with 429 and the time to wait if a token exceeds its rate of requests', async () => {
    proves('limit.rate', 'error.429');
    const service = await testService({ limits: { requestsPerSecond: 0.5, requestBurst: 3 } });
    const other = (await service.post('/local/tokens', { label: 'other' })).body.token.token;
    const ask = (token: string) =>
      service.request('GET', '/processors', undefined, { authorization: `Bearer ${token}` });
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await ask(service.token));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const rejected = answers[3];
    expect(rejected?.body).toEqual({ success: false, error: expect.stringContaining('Too many requests') });
    const wait = Number(rejected?.headers.get('retry-after'));
    expect([1, 2]).toContain(wait);
    const reset = Number(rejected?.headers.get('x-ratelimit-reset'));
    expect(Math.abs(reset - (Date.now() / 1000 + wait))).toBeLessThan(2);
    expect((await ask(other)).status).toBe(200);
    await service.request('PUT', '/local/limits', {});
    expect((await ask(service.token)).status).toBe(200);
  });

  it('accept a client that waits for the given time', async () => {
    const service = await testService({ limits: { requestsPerSecond: 2, requestBurst: 1 } });
    expect((await service.get('/processors')).status).toBe(200);
    expect((await service.get('/processors')).status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await service.get('/processors')).status).toBe(200);
  });

  it('count runs and parses per file, and no other requests', async () => {
    proves('limit.runs');
    const service = await testService();
    const processorId = await service.extractor();
    const fileId = await service.upload('a.txt', 'x');
    await service.request('PUT', '/local/limits', { runsPerMinute: 3 });
    const run = () => service.post('/processor_runs', { processorId, rawText: 'x' });
    expect((await run()).status).toBe(200);
    expect((await service.post('/parse', { file: { fileId }, config: {} })).status).toBe(200);
    expect((await run()).status).toBe(200);
    const rejected = await run();
    expect([rejected.status, rejected.body.error]).toEqual([429, expect.stringContaining('Too many runs')]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(10);
    expect((await service.get('/processor_runs')).body.processorRuns).toHaveLength(2);
  });

  it('apply the rate of requests to batches, but not the rate of runs', async () => {
    proves('limit.batch-free', 'error.429.batch', 'limit.runs');
    const service = await testService({ limits: { runsPerMinute: 2 } });
    const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
    const texts = (count: number) => Array.from({ length: count }, () => 'x');
    const single = () => service.post('/workflow_runs', { workflowId: workflow.id, rawTexts: texts(5) });
    const batch = () =>
      service.post('/workflow_runs/batch', {
        workflowId: workflow.id,
        inputs: texts(20).map((rawText) => ({ rawText })),
      });
    // The token has created five runs, which is above its rate of two per minute. Further runs must wait, but a batch
    // need not.
    expect((await single()).status).toBe(200);
    const owed = await single();
    expect(owed.status).toBe(429);
    // The token bucket contains −3, and two runs need 2. At two runs per minute, the missing 5 take 150 s.
    expect(Number(owed.headers.get('retry-after'))).toBeGreaterThan(140);
    for (let i = 0; i < 3; i++) expect((await batch()).status).toBe(200);
    await service.request('PUT', '/local/limits', { requestsPerSecond: 0.01, requestBurst: 1 });
    expect((await batch()).status).toBe(200);
    const rejected = await batch();
    expect([rejected.status, rejected.body]).toEqual([
      429,
      { success: false, error: expect.stringContaining('Too many requests') },
    ]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  it('respond with 402 without credits, and end waiting runs', async () => {
    proves('error.402', 'failure.OUT_OF_CREDITS');
    const service = await testService({ limits: { credits: 5 } });
    const processorId = await service.extractor();
    const create = (rawText: string) => service.post('/processor_runs', { processorId, rawText });
    // Each page costs 3 credits. The second run uses the last credits, so that the third run fails.
    const ids = [];
    for (const text of ['work 300', 'two', 'three']) ids.push((await create(text)).body.processorRun.id);
    expect((await service.ended(ids[0])).status).toBe('PROCESSED');
    expect((await service.ended(ids[1])).status).toBe('PROCESSED');
    expect(await service.ended(ids[2])).toMatchObject({ status: 'FAILED', failureReason: 'OUT_OF_CREDITS' });
    const rejected = await create('four');
    expect([rejected.status, rejected.body]).toEqual([
      402,
      { success: false, error: expect.stringContaining('no credits') },
    ]);
    expect((await service.get('/local/limits')).body.limits).toEqual({ credits: 0 });
    await service.request('PUT', '/local/limits', { credits: 100 });
    expect((await create('four')).status).toBe(200);
  });

  it('remain active after a restart', async () => {
    const first = await testService();
    await first.request('PUT', '/local/limits', { credits: 0 });
    await first.close();
    const second = await testService({ dataDir: first.dataDir, token: first.token });
    const processorId = await second.extractor();
    expect((await second.post('/processor_runs', { processorId, rawText: 'x' })).status).toBe(402);
  });
});

describe('a fileUrl', () => {
  it('in a private network is rejected, by number and by name', async () => {
    proves('input.file-url-private');
    const service = await testService({ allowPrivateAddresses: false });
    const processorId = await service.extractor();
    const server = createServer((_request, response) => response.end('secret'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]', '10.0.0.1']) {
      const file = { fileName: 'a.txt', fileUrl: `http://${host}:${port}/a.txt` };
      const answer = await service.post('/processor_runs', { processorId, file });
      expect([host, answer.status, answer.body.error]).toEqual([
        host,
        400,
        expect.stringMatching(/private network.*param: file.fileUrl/),
      ]);
    }
  });

  it('that is a presigned address of the service is accepted', async () => {
    const service = await testService({ allowPrivateAddresses: false });
    const processorId = await service.extractor();
    const id = await service.upload('own.txt', 'my own');
    const { presignedUrl } = (await service.get(`/files/${id}`)).body.file;
    const file = { fileName: 'own.txt', fileUrl: presignedUrl };
    const { body } = await service.post('/processor_runs', { processorId, file, sync: true });
    expect(body.processorRun.output.value.text).toBe('my own');
  });

  it('is followed through a limited number of redirects', async () => {
    proves('input.file-url-redirects');
    const service = await testService();
    const processorId = await service.extractor();
    const server = createServer((request, response) => {
      if (request.url === '/end.txt') return void response.end('arrived');
      const left = Number(request.url?.slice(1));
      response.writeHead(302, { location: left === 1 ? '/end.txt' : `/${left - 1}` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const run = (hops: number) => {
      const file = { fileName: 'a.txt', fileUrl: `http://127.0.0.1:${port}/${hops}` };
      return service.post('/processor_runs', { processorId, file, sync: true });
    };
    expect((await run(3)).body.processorRun.output.value.text).toBe('arrived');
    expect((await run(50)).body.error).toContain('redirects');
  });
});
