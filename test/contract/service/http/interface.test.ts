import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

describe('authentication', () => {
  it.each([
    ['no header', undefined, 'missing', 'auth.missing'],
    ['another scheme', 'Basic abc', 'must read', 'auth.format'],
    ['no token', 'Bearer', 'must read', 'auth.format'],
    ['a wrong token', 'Bearer sk_wrong', 'invalid', 'auth.unknown'],
  ] as const)('responds with 401 to %s', async (_name, authorization, word, row) => {
    proves(row);
    for (const address of ['/processors', '/v1/processors', '/nowhere']) {
      const answer = await service.request('GET', address, undefined, { authorization });
      expect(answer.status).toBe(401);
      expect(Object.keys(answer.body)).toEqual(['success', 'error']);
      expect(answer.body.error).toContain(word);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('stores the token neither in the database nor in the log', async () => {
    proves('auth.stored-hashed', 'auth.not-logged');
    const service = await testService();
    await service.get('/processors');
    await service.get('/nowhere');
    await service.close();
    for (const file of ['service.sqlite', 'service.log'])
      expect(readFileSync(path.join(service.dataDir, file)).includes(service.token)).toBe(false);
  });

  it('accepts the token of its start, and those of earlier starts', async () => {
    const first = await testService({ token: 'sk_mine' });
    expect(first.token).toBe('sk_mine');
    await first.close();
    const second = await testService({ dataDir: first.dataDir });
    const answer = await second.request('GET', '/processors', undefined, { authorization: 'Bearer sk_mine' });
    expect(answer.status).toBe(200);
  });
});

describe('the version header', () => {
  it.each([
    ['version.header-names', { 'x-service-api-version': '2025-04-21' }, 200],
    [
      'version.header-names',
      { 'x-service-api-version': undefined, 'service-api-version': '2025-04-21' },
      200,
    ],
    ['version.header-case', { 'x-service-api-version': undefined, 'Service-API-Version': '2024-12-23' }, 200],
    [
      'version.header-case',
      { 'x-service-api-version': undefined, 'X-SERVICE-API-VERSION': ' 2025-04-21 ' },
      200,
    ],
    ['version.header-word', { 'x-service-api-version': undefined, 'x-acme-api-version': '2025-04-21' }, 200],
    [
      'version.header-word',
      { 'x-service-api-version': undefined, 'Big-Acme-Api-Version': '2024-12-23' },
      200,
    ],
    ['version.header-word', { 'x-service-api-version': undefined, 'x-acme-api-version': '2020-01-01' }, 400],
    ['version.header-repeated', { 'x-service-api-version': '2025-04-21, 2025-04-21' }, 200],
    ['version.header-repeated', { 'x-service-api-version': '2025-04-21, 2024-12-23' }, 400],
    ['version.missing', { 'x-service-api-version': undefined }, 400],
    ['version.unknown', { 'x-service-api-version': '2031-01-01' }, 400],
    ['version.format', { 'x-service-api-version': '2025-4-21' }, 400],
    ['version.format', { 'x-service-api-version': '20250421' }, 400],
    ['version.format', { 'x-service-api-version': '2025-04-21T00:00:00Z' }, 400],
    ['version.format', { 'x-service-api-version': 'latest' }, 400],
  ] as const)('%s: %j gives %i', async (row, headers, status) => {
    proves(row);
    const answer = await service.request('GET', '/v1/processors', undefined, headers);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error).toMatch(/API version.*param: x-service-api-version/);
  });
});

describe('requests without an operation', () => {
  it('get the usual form of error', async () => {
    proves('general.unknown-routes', 'error.form', 'error.400.json');
    const unknown = await service.get('/nowhere');
    expect([unknown.status, unknown.body]).toEqual([404, { success: false, error: 'Resource not found.' }]);
    const method = await service.request('PUT', '/processors', { name: 'x' });
    expect([method.status, method.body]).toEqual([404, { success: false, error: 'Resource not found.' }]);
    const broken = await service.request('POST', '/processors', '{"name": ');
    expect(broken.status).toBe(400);
    expect(broken.body).toEqual({
      success: false,
      error: 'Validation Error: the body is not valid JSON. param: body',
    });
    const list = await service.request('POST', '/processors', '[1,2]');
    expect([list.status, list.body.success]).toEqual([400, false]);
  });

  it('get it for malformed or very long addresses, and for bodies that are too large', async () => {
    for (const [method, address, body, status] of [
      ['GET', '/processors/%E0%A4%A', undefined, 400],
      ['GET', `/processors/${'a'.repeat(300)}`, undefined, 404],
      ['GET', `/v1/processor_runs/..%2F..%2Fetc`, undefined, 404],
      ['POST', '/processors', `{"name":"${'x'.repeat(68_000_000)}"}`, 413],
    ] as const) {
      const answer = await service.request(method, address, body);
      expect([address, answer.status]).toEqual([address, status]);
      expect(Object.keys(answer.body)).toEqual(['success', 'error']);
    }
  });

  it('need no content type, and no body if it is optional', async () => {
    proves('general.json-content-type');
    const body = JSON.stringify({ name: 'x', type: 'EXTRACT' });
    const plain = await service.request('POST', '/processors', body, { 'content-type': 'text/plain' });
    expect(plain.status).toBe(200);
    expect((await service.request('POST', '/processors', `\uFEFF${body}`)).status).toBe(200);
    const empty = await service.request('DELETE', '/files/file_x', '', {
      'content-type': 'application/json',
    });
    expect([empty.status, empty.body.error]).toEqual([404, 'Resource not found.']);
  });

  it('get 400 for malicious bodies', async () => {
    proves('limit.body-nesting');
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    for (const body of [deep, '{"__proto__": {"x": 1}}', `{"name": "${'\\u0000'.repeat(10)}"}`, 'null', '7'])
      expect((await service.request('POST', '/processors', body)).status).toBe(400);
    const schemaDeep = `{"name":"x","type":"EXTRACT","config":{"schema":${'{"type":"object","properties":{"a":'.repeat(2000)}1${'}}'.repeat(2000)}}}`;
    expect((await service.request('POST', '/processors', schemaDeep)).status).toBe(400);
    expect((await service.get('/local/health')).status).toBe(200);
  });
});

describe('lists', () => {
  it('return every entry once over all pages, in both directions', async () => {
    proves('list.paging', 'list.token-encoding');
    for (let i = 0; i < 7; i++) await service.post('/evaluation_sets', { name: `Set ${i}` });
    for (const sortDir of ['asc', 'desc']) {
      const names: string[] = [];
      let token: string | undefined = '';
      while (token !== undefined) {
        const query = token === '' ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
        const { status, body } = await service.get(
          `/evaluation_sets?maxPageSize=3&sortBy=createdAt&sortDir=${sortDir}${query}`,
        );
        expect(status).toBe(200);
        expect(body.evaluationSets.length).toBeLessThanOrEqual(3);
        names.push(...body.evaluationSets.map((set: { name: string }) => set.name));
        token = body.nextPageToken ?? undefined;
      }
      const expected = [0, 1, 2, 3, 4, 5, 6].map((i) => `Set ${i}`);
      expect(names).toEqual(sortDir === 'asc' ? expected : expected.reverse());
    }
  });

  it('begin with the last changed entry by default, or use the requested order', async () => {
    const service = await testService();
    proves('list.defaults', 'list.paging');
    const ids: string[] = [];
    const apart = () => new Promise((resolve) => setTimeout(resolve, 3));
    for (const name of ['a', 'b', 'c']) {
      ids.push((await service.post('/processors', { name, type: 'CLASSIFY' })).body.processor.id);
      await apart();
    }
    await service.post(`/processors/${ids[0]}`, { name: 'a again' });
    const names = async (query: string): Promise<string> =>
      (await service.get(`/processors?${query}`)).body.processors
        .map(({ name }: { name: string }) => name[0])
        .join('');
    expect(await names('')).toBe('acb');
    expect(await names('sortBy=updatedAt&sortDir=asc')).toBe('bca');
    expect(await names('sortBy=createdAt')).toBe('cba');
    expect(await names('sortBy=createdAt&sortDir=asc')).toBe('abc');
  });

  it('have 50 entries per page by default, and at most 1000', async () => {
    proves('list.page-size');
    const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
    const inputs = Array.from({ length: 51 }, () => ({ rawText: 'x' }));
    await service.post('/workflow_runs/batch', { workflowId: workflow.id, inputs });
    const page = (await service.get('/workflow_runs')).body;
    expect(page.workflowRuns).toHaveLength(50);
    const token = encodeURIComponent(page.nextPageToken);
    const last = (await service.get(`/workflow_runs?nextPageToken=${token}`)).body;
    expect([last.workflowRuns.length, last.nextPageToken ?? null]).toEqual([1, null]);
    const all = (await service.get('/workflow_runs?maxPageSize=1000')).body;
    expect([all.workflowRuns.length, all.nextPageToken ?? null]).toEqual([51, null]);
    expect((await service.get('/workflow_runs?maxPageSize=1001')).body.error).toContain('param: maxPageSize');
  });

  it('reject invalid queries and name the field', async () => {
    for (const [query, field] of [
      ['nextPageToken=abc', 'nextPageToken'],
      ['maxPageSize=0', 'maxPageSize'],
      ['maxPageSize=x', 'maxPageSize'],
      ['sortBy=name', 'sortBy'],
    ]) {
      const { status, body } = await service.get(`/files?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(body.error).toContain(`param: ${field}`);
    }
  });
});

describe('start and stop', () => {
  it('start immediately and show their health without a token', async () => {
    const startedAt = performance.now();
    expect(performance.now() - startedAt).toBeLessThan(5000);
    const answer = await service.request('GET', '/local/health', undefined, { authorization: undefined });
    expect(answer.body.status).toBe('ok');
  });

  it('reject a port in use and a path that is not a folder, and lock nothing', async () => {
    const service = await testService();
    const dataDir = temporaryFolder();
    const port = Number(new URL(service.url).port);
    await expect(testService({ dataDir, port })).rejects.toMatchObject({
      code: 'SERVICE_ADDRESS_UNUSABLE',
      message: `127.0.0.1:${port}: the local service cannot listen on this address: the port is in use`,
    });
    const second = await testService({ dataDir });
    const file = path.join(second.dataDir, 'service.log');
    await expect(testService({ dataDir: file })).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITABLE' });
  });

  it.each<[string, string]>([
    ['none', 'Start the service with the option `log: "stderr"` and read its log.'],
    ['stderr', 'Read the log on stderr.'],
  ])('explain a failed start with log %s', async (log, fix) => {
    const started = testService({ log, port: 70_000 });
    await expect(started).rejects.toMatchObject({ code: 'SERVICE_START_FAILED', fix });
  });

  it('reject a data folder in use', async () => {
    const service = await testService();
    await expect(testService({ dataDir: service.dataDir })).rejects.toMatchObject({
      code: 'SERVICE_DATA_IN_USE',
      message: `${service.dataDir}: another service uses this data folder`,
    });
    expect((await service.get('/processors')).status).toBe(200);
  });
});
