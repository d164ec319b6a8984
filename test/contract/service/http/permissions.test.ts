import { readFileSync } from 'node:fs';
import path from 'node:path';
import undici from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../../../src/service/app.ts';
import type { ServiceContext } from '../../../../src/service/context/service-context.ts';
import { Limits } from '../../../../src/service/limits/limits.ts';
import {
  defineOperation,
  isOfContract,
  type Operation,
  operationsOf,
  type Permission,
} from '../../../../src/service/operations/operation.ts';
import { anyone, none, type PermissionRule } from '../../../../src/service/operations/permission.ts';
import { operations } from '../../../../src/service/resources/operations.ts';
import { FaultInjector } from '../../../../src/service/simulation/faults/fault-injector.ts';
import { openStore } from '../../../../src/service/stores/store.ts';
import { serviceHeaders } from '../../../../src/service/versions/service-headers.ts';
import {
  permissionCell,
  permissionsPage,
  type TokenKind,
  tokenKinds,
} from '../../../docs/generators/permissions-page.ts';
import { long } from '../../../fixtures/long-form.ts';
import { type FuzzWorld, makeFuzzWorld } from '../../../fixtures/service/fuzz/fuzz-world.ts';
import {
  type SeedRequest,
  seedRequests,
  settingRequests,
} from '../../../fixtures/service/fuzz/seed-requests.ts';
import {
  type Answer,
  sharedService,
  type TestService,
  temporaryFolder,
} from '../../../fixtures/service/service-harness.ts';

/**
 * Ids of objects for the requests. Also contains ids of other objects, to which some kinds of tokens are restricted.
 */
interface World extends FuzzWorld {
  readonly otherProcessor: string;
  readonly otherWorkflow: string;
  /** Paths of the operations with signed addresses. */
  readonly signed: Readonly<Record<string, string>>;
}

async function makeWorld(service: TestService): Promise<World> {
  const world = await makeFuzzWorld(service);
  const { presignedUrl } = (await service.get(`/files/${world.file}`)).body.file;
  const { outputUrl } = (await service.get(`/parser_runs/${world.parserRun}?responseType=url`)).body;
  const content = presignedUrl.replace(service.url, '');
  return {
    ...world,
    otherProcessor: await service.extractor(),
    otherWorkflow: (await service.post('/workflows', { name: 'other' })).body.workflow.id,
    signed: {
      downloadFile: content,
      drawPage: content.replace('/content', '/pages/1'),
      downloadChunks: outputUrl.replace(service.url, ''),
    },
  };
}

async function makeToken(
  service: TestService,
  kind: TokenKind,
  resource: string,
  world: World,
): Promise<string | undefined> {
  if (kind.column === 'none') return undefined;
  if (kind.column === 'invalid') return 'sk_local_invalid';
  const choose = (which: 'this' | 'other' | undefined, own: string[], other: string): string[] | null =>
    which === undefined ? null : which === 'this' ? own : [other];
  const permissions = {
    processorIds: choose(
      kind.processors,
      [world.extractor, world.classifier, world.splitter],
      world.otherProcessor,
    ),
    workflowIds: choose(kind.workflows, [world.workflow], world.otherWorkflow),
    resources: choose(kind.resources, [resource], resource === 'files' ? 'parse' : 'files'),
    local: kind.local,
  };
  const { id, token } = (await service.post('/local/tokens', { label: kind.column, permissions })).body.token;
  if (kind.column === 'revoked') await service.request('DELETE', `/local/tokens/${id}`);
  if (kind.column !== 'expired') return token;
  const expiresAt = '2020-01-01T00:00:00Z';
  return (await service.post('/local/tokens', { label: 'expired', expiresAt })).body.token.token;
}

/** Returns a valid request for the operation, made from one of the seed requests. */
function requestFor(operation: Operation, world: World, seeds: readonly SeedRequest[]): SeedRequest {
  const name = `${operation.method} ${operation.path}`;
  const seed = seeds.find((one) => one.operation === name);
  if (seed === undefined) throw new Error(`no request for ${name}`);
  if (operation.id === 'setLimits') return { ...seed, body: {} };
  if (operation.id === 'runWorkflow')
    return { ...seed, body: { workflowId: world.workflow, rawTexts: ['x'] } };
  return { ...seed, query: undefined, path: world.signed[operation.id] ?? withQuery(seed) };
}

function withQuery({ path: address, query }: SeedRequest): string {
  // The page token of the seed requests is not a token of this list.
  const { nextPageToken: _token, ...rest } = query ?? {};
  return Object.keys(rest).length === 0 ? address : `${address}?${new URLSearchParams(rest)}`;
}

function formOf(content: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), 'a.txt');
  return form;
}

async function send(
  service: TestService,
  { method }: Operation,
  request: SeedRequest,
  token: string | undefined,
): Promise<Pick<Answer, 'status'> & { readonly text: string }> {
  const { upload, path, body } = request;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    'x-service-api-version': '2025-04-21',
  };
  if (upload === true) {
    const response = await fetch(service.url + path, { method, headers, body: formOf('text') });
    return { status: response.status, text: await response.text() };
  }
  // `fetch` would take twice the processor time.
  const response = await undici.request(service.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: JSON.stringify(body),
  });
  return { status: response.statusCode, text: await response.body.text() };
}

/** Expects that a list without a filter omits objects of other processors and workflows. */
async function expectFiltered(
  service: TestService,
  kind: TokenKind,
  operation: Operation,
  world: World,
  token: string | undefined,
): Promise<void> {
  const request = { operation: operation.id, path: operation.path };
  const { status, text } = await send(service, operation, request, token);
  if (status !== 200) return;
  const [hidden, id] =
    operation.tag === 'Workflow runs'
      ? [kind.workflows === 'other', world.workflow]
      : [kind.processors === 'other', operation.tag === 'Local' ? world.classifier : world.extractor];
  expect([operation.id, kind.column, text.includes(id)]).toEqual([operation.id, kind.column, !hidden]);
}

/** Operations that depend on the state of a run. Earlier requests of the test may have changed this state. */
const statusDependent = [
  'cancelProcessorRun',
  'cancelWorkflowRun',
  'updateWorkflowRun',
  'correctWorkflowRunOutput',
  'approveWorkflowRun',
  'rejectWorkflowRun',
];

// Deletions come last, so that every other request finds its resource.
const ordered = operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

describe('docs/permissions.md', () => {
  const service = sharedService();
  let rejectedWorld: World | undefined;

  it('has one row per operation and one column per kind of token', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/permissions.md'), 'utf8');
    expect(page).toBe(permissionsPage());
  });

  // `npm test` sends only every eighth request per kind of token. Each operation and each kind of token still occur.
  it.each(tokenKinds.map((kind, at) => [kind.column, kind, at] as const))(
    'shows what the service responds to a token of the kind %s',
    async (_column, kind, at) => {
      // No request with an invalid token changes anything, so the kinds of invalid tokens share one set of objects.
      if (kind.invalid) rejectedWorld ??= await makeWorld(service);
      const world = (kind.invalid && rejectedWorld) || (await makeWorld(service));
      const seeds = [...seedRequests(world), ...settingRequests()];
      const tokens = new Map<string, string | undefined>();
      for (const operation of ordered.filter((_, index) => long || (at + index) % 8 === 0)) {
        const resource = operation.path.split('/')[1] ?? '';
        const token = tokens.get(resource) ?? (await makeToken(service, kind, resource, world));
        tokens.set(resource, token);
        const request = requestFor(operation, world, seeds);
        const { status, text } = await send(service, operation, request, token);
        const cell = permissionCell(operation, kind);
        const allowed = statusDependent.includes(operation.id) ? [200, 400] : [200];
        expect({ id: operation.id, status, text }).toEqual({
          id: operation.id,
          status: cell === 'yes' ? expect.toBeOneOf(allowed) : cell,
          text: expect.any(String),
        });
        // Paths with and without `/v1` use the same code, so `npm test` checks `/v1` only for two kinds of token.
        const checksPrefix = long || ['none', 'P−'].includes(kind.column);
        if (cell !== 'yes' && isOfContract(operation) && checksPrefix) {
          const below = await send(service, operation, { ...request, path: `/v1${request.path}` }, token);
          expect([operation.id, '/v1', below.status]).toEqual([operation.id, '/v1', cell]);
        }
        if (operation.permission.some((rule) => rule.kind === 'filtered'))
          await expectFiltered(service, kind, operation, world, token);
      }
      // Deletes the webhook endpoint. Otherwise, its deliveries would continue while other kinds of token are
      // tested.
      if (!kind.invalid) await service.request('DELETE', `/local/webhook_endpoints/${world.endpoint}`);
    },
    60_000,
  );
});

describe('permissions fail closed', () => {
  const token = 'sk_local_test';
  const rule = none('test');
  const greet = (path: `/${string}`, permission: Permission) =>
    defineOperation('greet', `GET ${path}`, {
      summary: 'Greet',
      response: z.looseObject({ greeting: z.string() }),
      permission: permission as PermissionRule,
      handle: () => ({ greeting: 'hello' }),
    });
  const appWith = (...declared: ReturnType<typeof greet>[]) => {
    const store = openStore(temporaryFolder());
    onTestFinished(() => store.close());
    store.tokens.add(token, { label: 'test' });
    const context = {
      store,
      limits: new Limits(store.settings, undefined),
      faults: new FaultInjector(store.settings),
      headers: serviceHeaders(undefined),
    } as ServiceContext;
    const log = { stream: { write: () => undefined }, level: 'silent' };
    return createApp(context, log, operationsOf('Local', declared));
  };
  const headers = { authorization: `Bearer ${token}`, 'x-service-api-version': '2025-04-21' };

  it('a route without a declaration throws', () => {
    expect(() => appWith().get('/greeting', () => 'hello')).toThrow(/no declared operation/);
  });

  it('an operation without a permission throws at start', async () => {
    await expect(appWith(greet('/greeting', [] as never)).ready()).rejects.toThrow(/no permission/);
  });

  it('an operation below /local/ that every token may use throws at start', async () => {
    await expect(appWith(greet('/local/greeting', rule)).ready()).rejects.toThrow(/local or anyone/);
  });

  it.each([
    ['decides', rule, 200],
    ['needs no token', anyone('test'), 200],
    ['does not decide', { ...rule, decide: () => undefined }, 403],
    ['decides in one of two rules', [rule, { ...rule, decide: () => undefined }] as const, 403],
  ])('an operation that %s gets its status', async (_name, permission, status) => {
    for (const address of ['/greeting', '/v1/greeting']) {
      const response = await appWith(greet('/greeting', permission)).inject({ url: address, headers });
      expect([address, response.statusCode]).toEqual([address, status]);
    }
  });
});
