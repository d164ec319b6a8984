import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  type Answer,
  sharedService,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

async function makeToken(service: TestService, more: object = {}): Promise<{ id: string; token: string }> {
  const { status, body } = await service.post('/local/tokens', { label: 'test', ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.token;
}

/** Returns a function that sends requests with another token. */
function as(service: TestService, token: string) {
  return (method: string, address: string, body?: unknown, version: string | undefined = '2025-04-21') =>
    service.request(method, address, body, {
      authorization: `Bearer ${token}`,
      'x-service-api-version': version === '' ? undefined : version,
    });
}

function statusAndError(answer: Answer): [number, string] {
  return [answer.status, answer.body.error];
}

describe('a token', () => {
  it('is shown once, is absent from lists, and is stored only as a hash', async () => {
    proves('auth.stored-hashed', 'auth.not-logged');
    const service = await testService();
    const made = await makeToken(service);
    expect(made.token).toMatch(/^sk_local_/);
    const { tokens } = (await service.get('/local/tokens')).body;
    expect(tokens[0]).toMatchObject({ object: 'api_token', id: made.id, label: 'test', revokedAt: null });
    expect(JSON.stringify(tokens)).not.toContain(made.token);
    await as(service, made.token)('GET', '/processors');
    await service.close();
    for (const name of readdirSync(service.dataDir).filter((file) => file.startsWith('service.')))
      expect(readFileSync(path.join(service.dataDir, name)).includes(made.token)).toBe(false);
  });

  it('is rejected after it expired or was revoked', async () => {
    proves('auth.expired', 'auth.revoked');
    const { id, token } = await makeToken(service);
    expect((await as(service, token)('GET', '/processors')).status).toBe(200);
    expect((await service.request('DELETE', `/local/tokens/${id}`)).body).toMatchObject({ tokenId: id });
    expect(statusAndError(await as(service, token)('GET', '/processors'))).toEqual([
      401,
      expect.stringContaining('invalid, expired or revoked'),
    ]);
    const old = await makeToken(service, { expiresAt: '2025-01-01T00:00:00Z' });
    expect((await as(service, old.token)('GET', '/processors')).status).toBe(401);
    expect((await service.request('DELETE', '/local/tokens/token_none')).status).toBe(404);
  });

  it('from before April 21, 2025 needs no version header, and its own default has precedence', async () => {
    const service = await testService();
    proves('version.organisation-default', 'version.missing');
    const withoutVersion = async (more: object): Promise<number> =>
      (await as(service, (await makeToken(service, more)).token)('GET', '/processors', undefined, '')).status;
    expect(await withoutVersion({ createdAt: '2025-04-20T23:59:59Z' })).toBe(200);
    expect(await withoutVersion({ createdAt: '2025-04-21T00:00:00Z' })).toBe(400);
    expect(await withoutVersion({})).toBe(400);
    expect(await withoutVersion({ defaultVersion: '2024-07-30' })).toBe(200);
    const { tokens } = (await service.get('/local/tokens')).body;
    expect(tokens.map((token: { defaultVersion: string }) => token.defaultVersion)).toEqual([
      '2024-07-30',
      null,
      null,
      '2024-12-23',
      null,
    ]);
  });

  it('for one processor gets 403 for every other in all operations, and lists only its own', async () => {
    proves('auth.403-processor');
    const service = await testService();
    const [mine, other] = [await service.extractor(), await service.extractor()];
    const { token } = await makeToken(service, { permissions: { processorIds: [mine] } });
    const ask = as(service, token);
    const otherRun = (await service.post('/processor_runs', { processorId: other, rawText: 'x' })).body
      .processorRun.id;
    const set = (await service.post('/evaluation_sets', { name: 's', processorId: other })).body.evaluationSet
      .id;
    const forbidden = [
      await ask('GET', `/processors/${other}`),
      await ask('POST', `/v1/processors/${other}`, { name: 'n' }),
      await ask('POST', `/processors/${other}/publish`, { releaseType: 'major' }),
      await ask('GET', `/processors/${other}/versions`),
      await ask('POST', '/processor_runs', { processorId: other, rawText: 'x' }),
      await ask('GET', `/processor_runs/${otherRun}`),
      await ask('POST', `/processor_runs/${otherRun}/cancel`),
      await ask('DELETE', `/processor_runs/${otherRun}`),
      await ask('GET', `/processor_runs?processorId=${other}`),
      await ask('POST', '/processors', { name: 'n', type: 'EXTRACT' }),
      await ask('GET', `/evaluation_sets/${set}`),
      await ask('GET', `/evaluation_sets/${set}/items`),
    ];
    for (const answer of forbidden)
      expect(statusAndError(answer)).toEqual([403, expect.stringContaining('no permission')]);
    expect((await ask('GET', `/processors/${mine}`)).status).toBe(200);
    // A restricted token cannot create tokens: a new token could allow everything.
    expect(statusAndError(await ask('POST', '/local/tokens', { label: 'more' }))[0]).toBe(403);
    expect((await ask('POST', '/processor_runs', { processorId: mine, rawText: 'x' })).status).toBe(200);
    const processors = (await ask('GET', '/processors')).body.processors;
    expect(processors.map(({ id }: { id: string }) => id)).toEqual([mine]);
    const runs = (await ask('GET', '/processor_runs')).body.processorRuns;
    expect(runs.map((run: { processorId: string }) => run.processorId)).toEqual([mine]);
    expect((await ask('GET', '/evaluation_sets')).body.evaluationSets).toEqual([]);
    expect((await ask('GET', '/processor_runs/dpr_none')).status).toBe(404);
  });

  it('for some resources gets 401 for every other, with and without /v1', async () => {
    proves('auth.resource');
    const { token } = await makeToken(service, { permissions: { resources: ['files', 'parser_runs'] } });
    const ask = as(service, token);
    for (const [method, address] of [
      ['GET', '/processors'],
      ['POST', '/v1/processor_runs'],
      ['GET', '/workflow_runs/workflow_run_x'],
      ['POST', '/parse'],
    ] as const) {
      const answer = await ask(method, address, method === 'POST' ? {} : undefined);
      expect([address, ...statusAndError(answer)]).toEqual([
        address,
        401,
        expect.stringContaining('insufficient permission'),
      ]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await ask('GET', '/v1/files')).status).toBe(200);
    expect((await ask('GET', '/parser_runs/none')).status).toBe(404);
    // A restricted token cannot create tokens: a new token could allow everything.
    expect((await ask('POST', '/local/tokens', { label: 'more' })).status).toBe(403);
  });

  it('for one workflow gets 403 for every other', async () => {
    proves('auth.403-workflow');
    const make = async (name: string): Promise<string> =>
      (await service.post('/workflows', { name })).body.workflow.id;
    const [mine, other] = [await make('mine'), await make('other')];
    const { token } = await makeToken(service, { permissions: { workflowIds: [mine] } });
    const ask = as(service, token);
    const run = (workflowId: string) => ask('POST', '/workflow_runs', { workflowId, rawTexts: ['x'] });
    expect(statusAndError(await run(other))).toEqual([403, expect.stringContaining('this workflow')]);
    expect((await run(mine)).status).not.toBe(403);
    expect((await ask('POST', '/workflows', { name: 'new' })).status).toBe(403);
  });

  it('without permission for /local/ cannot create tokens', async () => {
    const { token } = await makeToken(service, { permissions: { local: false } });
    const ask = as(service, token);
    expect(statusAndError(await ask('POST', '/local/tokens', { label: 'more' }))).toEqual([
      403,
      expect.stringContaining('/local/'),
    ]);
    expect((await ask('GET', '/local/injected_errors')).status).toBe(403);
    expect((await ask('GET', '/processors')).status).toBe(200);
    expect(
      (await service.request('GET', '/local/tokens', undefined, { authorization: undefined })).status,
    ).toBe(401);
  });

  it.each([
    [{ label: '' }, 'label'],
    [{ label: 'x', createdAt: 'yesterday' }, 'createdAt'],
    [{ label: 'x', permissions: { processorIds: 'all' } }, 'permissions.processorIds'],
    [{ label: 'x', defaultVersion: '1999-01-01' }, 'defaultVersion'],
  ])('cannot be created with %j', async (body, field) => {
    expect(statusAndError(await service.post('/local/tokens', body))).toEqual([
      400,
      expect.stringContaining(`param: ${field}`),
    ]);
  });
});
